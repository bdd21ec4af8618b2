# SPDX-License-Identifier: MIT
"""Includes go down only: every #include of a project file is read against the table of floors."""

import os
import re

import source_tree

# Floor -> floors whose headers it may include besides its own. A file is on the floor with the
# longest name that fits it. Tests may include everything, headers private to a folder too.
ENGINE = ["engine/base", "engine/board", "engine/notation", "engine/eval", "engine/search"]
KNOWLEDGE = ENGINE + ["engine/learn", "endgame", "book"]
FLOORS = {
    "engine/base": [],
    "engine/board": ["engine/base"],
    "engine/notation": ["engine/base", "engine/board"],
    "engine/eval": ["engine/base", "engine/board"],
    "engine/search": ["engine/base", "engine/board", "engine/eval"],
    "engine/learn": ENGINE,
    "endgame": ["engine/base", "engine/board"],
    "book": ["engine/base", "engine/board", "engine/notation"],
    "book/build": ENGINE + ["book"],
    "protocol": KNOWLEDGE,
    "bench": KNOWLEDGE + ["protocol"],
    "protocol/cli": KNOWLEDGE + ["book/build", "protocol", "bench"],
    "tests": KNOWLEDGE + ["protocol", "protocol/cli", "book/build", "bench"],
}

# The verifier recomputes what the generator made, so neither may lean on the other.
STRANGERS = [("endgame/generate", "endgame/verify")]

# Headers from outside that only these parts may use.
RESERVED = {
    "mpi.h": ["endgame/mpi", "bench/farm"],
    "png.h": ["engine/notation/canvas"],
    "sqlite3.h": ["book/games"],
}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">\n]*)[">]', re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)


def is_part_of(path, part):
    """Whether `path` lies in the folder `part` or is a file of that name ("endgame/verify" stands
    for endgame/verify/x.c and for endgame/verify.c, verify_slice.h, ...)."""
    return re.match(re.escape(part) + r"(/|_[^/]*\.|\.)", path) is not None


def find_floor(path):
    holders = [floor for floor in FLOORS if is_part_of(path, floor)]
    return max(holders, key=len, default=None)


def judge_project_include(root, path, floor, target):
    """What is wrong with `#include "target"` in `path`, or None."""
    if not target.endswith(".h"):
        return "only headers are included"
    if not os.path.isfile(os.path.join(root, target)):
        return "no such header below the source root (includes are written from there)"
    target_floor = find_floor(target)
    if target_floor is None:
        return "its folder has no floor"
    if target_floor != floor and target_floor not in FLOORS[floor]:
        return f"{floor} may not include {target_floor}"
    for one, other in STRANGERS:
        if (is_part_of(path, one) and is_part_of(target, other)) or (
            is_part_of(path, other) and is_part_of(target, one)
        ):
            return f"{one} and {other} may not include each other"
    at_home = os.path.dirname(path) == os.path.dirname(target)
    if source_tree.is_private(root, target) and not at_home and floor != "tests":
        return "it is private to its folder"
    return None


def judge_system_include(root, path, target):
    if os.path.isfile(os.path.join(root, target)):
        return "project headers are included with quotes"
    owners = RESERVED.get(target)
    if owners and not any(is_part_of(path, owner) for owner in owners):
        return "only " + " and ".join(owners) + " may include it"
    return None


def check(root):
    findings = []
    for path in source_tree.list_files(root, (".c", ".h")):
        floor = find_floor(path)
        if floor is None:
            findings.append(f"{path}: this folder has no floor in the table")
            continue
        text = COMMENT.sub(
            lambda comment: "\n" * comment.group().count("\n"), source_tree.read_text(root, path)
        )
        for include in INCLUDE.finditer(text):
            quote, target = include.groups()
            if quote == '"':
                problem = judge_project_include(root, path, floor, target)
            else:
                problem = judge_system_include(root, path, target)
            if problem:
                line = text.count("\n", 0, include.start()) + 1
                findings.append(f"{path}:{line}: {target}: {problem}")
    return findings


CLEAN = {
    "engine/base/status.h": "#include <stdio.h>\n",
    "engine/board/position.h": '#include "engine/base/status.h"\n',
    "engine/board/hash_internal.h": "",
    "engine/board/rows.h": "/* SPDX\n *\n * Private to engine/board: rows. */\n",
    "engine/board/position.c": '#include "engine/board/hash_internal.h"\n'
    '#include "engine/board/rows.h"\n',
    "engine/search/search.h": "/* no Private to here: not at the line's start */\n",
    "endgame/generate.h": "",
    "endgame/verify.h": "",
    "endgame/mpi/run.c": "#include <mpi.h>\n",
    "book/book.h": "",
    "book/build.h": "",
    "bench/bench.h": "",
    "protocol/cli/command_bench.c": '#include "bench/bench.h"\n',
    "protocol/cli/command_book.c": '#include "book/build.h"\n',
    "book/build.c": '#include "engine/search/search.h"\n#include "book/book.h"\n',
    "tests/unit/test_rows.c": '#include "engine/board/rows.h"\n',
    "tests/unit/test_search.c": '#include "engine/search/search.h"\n'
    '/* #include "nowhere.h" */\n',
}
PLANTED = {
    "engine/base/up.c": '#include "engine/board/position.h"\n',
    "engine/board/across.c": '#include "engine/search/search.h"\n',
    "engine/board/relative.c": '#include "position.h"\n',
    "engine/board/code.c": '#include "engine/board/position.c"\n',
    "engine/board/angle.c": "#include <engine/board/position.h>\n",
    "engine/search/private.c": '#include "engine/board/hash_internal.h"\n',
    "engine/eval/private.c": '#include "engine/board/rows.h"\n',
    "book/probe.c": '#include "engine/search/search.h"\n',
    "endgame/verify_slice.c": '#include "endgame/generate.h"\n',
    "endgame/generate/pass.c": ' # include "endgame/verify.h"\n',
    "book/show.c": '#include "book/build.h"\n',
    "bench/match.c": "#include <mpi.h>\n",
    "book/sets.c": "#include <sqlite3.h>\n",
    "protocol/session.c": '#include "bench/bench.h"\n',
    "protocol/hub.c": '#include "book/build.h"\n',
    "attic/old.c": "",
}

if __name__ == "__main__":
    source_tree.run(check, CLEAN, PLANTED)
