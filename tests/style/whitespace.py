# SPDX-License-Identifier: MIT
"""What .editorconfig asks of every text file: UTF-8, no tabs but in .tsv, no carriage returns, no
blanks at the end of a line, a newline at the end of the file."""

import pathlib

import source_tree


def judge_line(line, tabs_allowed):
    if b"\r" in line:
        return "carriage return"
    if b"\t" in line and not tabs_allowed:
        return "tab"
    if line != line.rstrip():
        return "blank at the end of the line"
    return None


def check_file(path, content):
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        return [f"{path}: not UTF-8 at byte {error.start}"]
    findings = []
    lines = content.split(b"\n")
    for number, line in enumerate(lines, 1):
        problem = judge_line(line, path.endswith(".tsv"))
        if problem:
            findings.append(f"{path}:{number}: {problem}")
    if lines[-1]:
        findings.append(f"{path}: no newline at the end of the file")
    elif content.endswith(b"\n\n"):
        findings.append(f"{path}: empty line at the end of the file")
    return findings


def check(root):
    findings = []
    for path in source_tree.list_files(root):
        if path.startswith(source_tree.FREE_FORM):
            continue
        content = pathlib.Path(root, path).read_bytes()
        if content and b"\0" not in content:
            findings += check_file(path, content)
    return findings


CLEAN = {
    "engine/a.c": "int a;\n",
    "tests/data/rows.txt": "free \r\nform\t",
    "bench/table.tsv": "a\tb\n",
    "engine/eval/weights.bin": b"\x00\xff\r\n \n",
    "README.md": "",
}
PLANTED = {
    "engine/tab.c": "\tint a;\n",
    "engine/blank.c": "int a; \n",
    "engine/dos.c": "int a;\r\n",
    "engine/open.c": "int a;",
    "engine/gap.c": "int a;\n\n",
    "engine/latin1.c": b"/* \xe9 */\n",
}

if __name__ == "__main__":
    source_tree.run(check, CLEAN, PLANTED)
