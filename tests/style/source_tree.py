# SPDX-License-Identifier: MIT
"""Shared by the style checks: finding the project's files, and running a check.

A check is a function from a source root to a list of findings, each one line of text. Its script
is called with the source root, or with --self-test, when it must find what is planted in a small
tree made for the purpose and nothing in that tree once the planted file is gone."""

import os
import pathlib
import re
import sys
import tempfile

# Inputs of tests that are allowed to look as they like.
FREE_FORM = ("tests/data/", "tests/fuzz/corpus/")

SKIPPED = 77  # exit status by which Meson knows a test that was not run


def list_files(root, suffixes=None):
    """Paths below `root`, relative and with slashes, sorted; no build folders, no hidden ones."""
    found = []
    for folder, subfolders, names in os.walk(root):
        subfolders[:] = [
            name
            for name in subfolders
            if not name.startswith(".")
            and name != "__pycache__"
            and not os.path.exists(os.path.join(folder, name, "meson-private"))
        ]
        for name in names:
            if suffixes is None or name.endswith(suffixes):
                found.append(pathlib.Path(folder, name).relative_to(root).as_posix())
    return sorted(found)


def read_text(root, path):
    return pathlib.Path(root, path).read_text(encoding="utf-8", errors="replace")


def is_private(root, path):
    """Whether the header is for its own folder only, by its name or by its first comment."""
    head = read_text(root, path)[:1000]
    return path.endswith("_internal.h") or re.search(r"^[ *]*Private to ", head, re.M) is not None


def self_test(check, clean, planted):
    """`clean` and `planted` map paths to contents. The check must accept the clean files, and with
    each planted file alone beside them it must complain about exactly that file."""
    failures = []
    with tempfile.TemporaryDirectory() as root:
        for path, content in clean.items():
            write_file(root, path, content)
        failures += [f"complains about good input: {finding}" for finding in check(root)]
        for path, content in planted.items():
            before = clean.get(path)
            write_file(root, path, content)
            findings = check(root)
            if not findings:
                failures.append(f"does not see the bad input {path}")
            failures += [
                f"complains about the wrong file: {finding}"
                for finding in findings
                if not finding.startswith(path)
            ]
            if before is None:
                os.remove(os.path.join(root, path))
            else:
                write_file(root, path, before)
    return failures


def write_file(root, path, content):
    target = pathlib.Path(root, path)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content if isinstance(content, bytes) else content.encode())


def run(check, clean, planted):
    """The main program of a check; ends the process."""
    if len(sys.argv) < 2:
        sys.exit(f"usage: {sys.argv[0]} SOURCE_ROOT | --self-test")
    if sys.argv[1] == "--self-test":
        findings = self_test(check, clean, planted)
    elif os.path.isfile(os.path.join(sys.argv[1], "meson.build")):
        findings = check(sys.argv[1])
    else:
        sys.exit(f"{sys.argv[1]} is not the source root: it has no meson.build")
    for finding in findings:
        print(finding)
    sys.exit(1 if findings else 0)
