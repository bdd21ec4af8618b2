# SPDX-License-Identifier: MIT
"""Every header compiles alone, without a warning, and may be included twice.

Arguments: SOURCE_ROOT or --self-test, then the compiler command."""

import concurrent.futures
import os
import subprocess
import sys

import source_tree

FLAGS = """-std=gnu11 -D_GNU_SOURCE -x c -fsyntax-only -Wall -Wextra -Wpedantic -Wshadow
    -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wwrite-strings -Wformat=2 -Wundef -Werror"""


def compile_alone(root, path):
    """None, or the compiler's first complaint."""
    done = subprocess.run(
        sys.argv[2:] + FLAGS.split() + ["-I", root, "-"],
        input=f'#include "{path}"\n' * 2,
        capture_output=True,
        text=True,
    )
    if done.returncode == 0:
        return None
    errors = [line for line in done.stderr.splitlines() if "error" in line]
    return errors[0] if errors else f"the compiler ended with status {done.returncode}"


def check(root):
    headers = source_tree.list_files(root, ".h")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda path: compile_alone(root, path), headers)
    return [f"{path}: {problem}" for path, problem in zip(headers, results) if problem]


CLEAN = {
    "base/a.h": "#ifndef A_H\n#define A_H\ntypedef struct {\n    int n;\n} A;\n#endif\n",
    "base/b.h": '#ifndef B_H\n#define B_H\n#include "base/a.h"\nint b_get(const A *a);\n#endif\n',
}
PLANTED = {
    "base/needs_size.h": "#ifndef C_H\n#define C_H\nsize_t c_count(void);\n#endif\n",
    "base/unguarded.h": "typedef struct {\n    int n;\n} D;\n",
    "base/warns.h": "#ifndef E_H\n#define E_H\nint e_get();\n#endif\n",
}

if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(f"usage: {sys.argv[0]} SOURCE_ROOT|--self-test COMPILER...")
    source_tree.run(check, CLEAN, PLANTED)
