# SPDX-License-Identifier: MIT
"""No path of somebody's machine may stand in the project."""

import pathlib
import re

import source_tree

# Written in parts, so that this file does not match itself.
FOLDERS = "|".join(["work", "root", r"home/[\w.-]+", r"Users/[\w.-]+"])
PATH = re.compile(rf"(?<![\w.~$}}])/(?:{FOLDERS})/|[A-Z]:\\+Users".encode())


def check(root):
    findings = []
    for path in source_tree.list_files(root):
        content = pathlib.Path(root, path).read_bytes()
        for match in PATH.finditer(content):
            line = content.count(b"\n", 0, match.start()) + 1
            findings.append(f"{path}:{line}: {match.group().decode()}")
    return findings


CLEAN = {
    "README.md": "Files go to /tmp/x, /var/lib or $HOME/work/build; see engine/" "work/a.c.\n",
    "engine/a.c": '#include "engine/' + 'root/a.h"\n',
}
PLANTED = {
    "engine/b.c": "/* see /" + "home/jan/notes */\n",
    "tests/data/case.txt": "/" + "root/x\n",
    "bench/run.sh": "cd /" + "work/main\n",
    "protocol/a.h": "C:\\" + "Users\\Jan\n",
}

if __name__ == "__main__":
    source_tree.run(check, CLEAN, PLANTED)
