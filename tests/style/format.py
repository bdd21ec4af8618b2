# SPDX-License-Identifier: MIT
"""All C files look as clang-format 14 writes them. Another version would want other line breaks, so
without that one the test is skipped."""

import concurrent.futures
import os
import re
import shutil
import subprocess
import sys

import source_tree

VERSION = 14


def find_tool():
    """Command of the right clang-format, or None."""
    for name in (f"clang-format-{VERSION}", "clang-format"):
        path = shutil.which(name)
        if path:
            told = subprocess.run([path, "--version"], capture_output=True, text=True).stdout
            if re.search(rf"version {VERSION}\.", told):
                return path
    return None


def check_file(tool, root, path):
    done = subprocess.run(
        [tool, "--dry-run", "-Werror", "--style=file", path],
        cwd=root,
        capture_output=True,
        text=True,
    )
    if done.returncode == 0:
        return None
    first = re.match(r"[^:]*:(\d+):", done.stderr)
    where = f"{path}:{first.group(1)}" if first else path
    return f"{where}: run {os.path.basename(tool)} -i on it"


def check(root):
    tool = find_tool()
    files = source_tree.list_files(root, (".c", ".h"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda path: check_file(tool, root, path), files)
    return [finding for finding in results if finding]


CLEAN = {
    ".clang-format": "BasedOnStyle: LLVM\nIndentWidth: 4\n",
    "a.c": "int a(int b) {\n    if (b)\n        return 1;\n    return 0;\n}\n",
}
PLANTED = {"b.h": "int b( void );\n"}

if __name__ == "__main__":
    if not find_tool():
        print(f"clang-format {VERSION} is not installed")
        sys.exit(source_tree.SKIPPED)
    source_tree.run(check, CLEAN, PLANTED)
