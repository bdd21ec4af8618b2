# SPDX-License-Identifier: MIT
"""Tables built by several processes are those of one: test_farm.py HUFF MPIRUN"""

import os
import subprocess
import sys
import tempfile
import unittest

from peer import PATIENCE

HUFF = sys.argv[1]
MPIRUN = sys.argv[2]
BUILD = ["endgame", "build", "--variant", "english", "--pieces", "3", "--kind", "wdl,dtw", "--out"]


def read_folder(folder):
    files = {}
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            files[name] = file.read()
    return files


class Farm(unittest.TestCase):
    def run_farm(self, folder):
        environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                           OMPI_MCA_rmaps_base_oversubscribe="1")
        return subprocess.run([MPIRUN, "-n", "3", HUFF, *BUILD, folder, "--farm"], env=environment,
                              capture_output=True, text=True, timeout=PATIENCE, check=False)

    def test_same_files(self):
        with tempfile.TemporaryDirectory() as folder:
            one, many = os.path.join(folder, "one"), os.path.join(folder, "many")
            subprocess.run([HUFF, *BUILD, one], timeout=PATIENCE, check=True)
            result = self.run_farm(many)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(read_folder(one), read_folder(many))
            damaged = os.path.join(many, "1m-1m.english.wdl")
            os.truncate(damaged, 300)
            os.unlink(os.path.join(many, "2m-1m.english.wdl"))
            result = self.run_farm(many)
            self.assertNotEqual(result.returncode, 0)
            self.assertIn("1m-1m.english.wdl: damaged", result.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]], verbosity=1)
