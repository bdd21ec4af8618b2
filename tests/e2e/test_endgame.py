# SPDX-License-Identifier: MIT
"""The endgame commands as a person and a script use them: test_endgame.py HUFF DATA_FOLDER"""

import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from peer import PATIENCE

HUFF = sys.argv[1]
KILLS = 10
FORM = {
    "slice": str, "positions": int, "win": int, "draw": int, "loss": int, "longest_win": int,
    "longest_loss": int, "bytes": int,
}


def run(*arguments):
    return subprocess.run(
        [HUFF, "endgame", *arguments], capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def read_folder(folder):
    files = {}
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            files[name] = file.read()
    return files


class EndgameCase(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = holder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def good(self, *arguments):
        result = run(*arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""), arguments)
        return result.stdout

    def bad(self, status, *arguments):
        result = run(*arguments)
        self.assertEqual(result.returncode, status, arguments)
        self.assertRegex(result.stderr, r"\Ahuff endgame[^\n]*: [^\n]+\n\Z")
        return result.stderr

    def build(self, folder, pieces, kind="wdl"):
        return self.good("build", "--variant", "english", "--pieces", str(pieces), "--out",
                         self.path(folder), "--kind", kind, "--threads", "2")


class Build(EndgameCase):
    def test_build_stats_probe_verify(self):
        self.assertEqual(self.build("t", 2, "wdl,dtw,rule"), "")
        self.assertEqual(len(os.listdir(self.path("t"))), 9)
        where = ("--variant", "english", "--tables", self.path("t"))
        rows = [json.loads(line) for line in self.good("stats", *where, "--json").splitlines()]
        kings = [row for row in rows if row["slice"] == "1k v 1k" and row["kind"] == "dtw"]
        self.assertEqual(len(kings), 1)
        for key, kind in FORM.items():
            self.assertIsInstance(kings[0][key], kind)
        self.assertEqual([kings[0][key] for key in list(FORM)[1:7]], [992, 230, 654, 108, 11, 10])
        fen = kings[0]["longest_win_fen"]
        self.assertEqual(self.good("probe", *where, fen), "win dtw 11 rule win\n")
        line = self.good("best-line", *where, fen).splitlines()
        self.assertEqual((line[0], len(line[1].split())), ("win dtw 11 rule win", 11))
        self.assertIn("right", self.good("verify", *where))
        self.assertIn("right", self.good("verify", *where, "--samples", "50", "--slice", "1k v 1m"))
        self.assertIn("1k v 1m", self.good("info", *where))

    def test_embedded(self):
        self.assertEqual(self.good("probe", "W:WK28:BK3,K4"), "draw\n")
        self.assertEqual(self.good("probe", "W:W31-50:B1-20"), "unknown\n")
        self.assertRegex(self.good("probe", "--variant", "english", "W:WK28,K30:BK3"),
                         r"\Awin dtw \d+\n\Z")

    def test_faults(self):
        self.bad(2, "dance")
        self.bad(2, "build", "--pieces", "3")
        self.bad(2, "build", "--out", self.folder)
        self.bad(2, "build", "--out", self.folder, "--pieces", "11")
        self.bad(2, "build", "--out", self.folder, "--pieces", "2", "--kind", "wdl,best")
        self.bad(2, "build", "--out", self.folder, "--slice", "2m1k v")
        self.bad(2, "verify", "--slice", "2m1k v")
        for name in ("probe", "best-line"):
            self.bad(2, name)
        for name in ("info", "stats", "verify"):
            self.bad(2, name, "now")
        self.assertIn("--memory", self.bad(1, "build", "--out", self.folder, "--pieces", "5",
                                           "--memory", "0.01"))
        self.assertEqual(os.listdir(self.folder), [])
        self.bad(1, "stats", "--tables", self.folder)
        self.bad(1, "stats", "--tables", self.path("nowhere"))
        self.bad(1, "probe", "W:WK99:BK1")
        self.build("t", 2)
        self.bad(1, "best-line", "--variant", "english", "--tables", self.path("t"), "W:WK1:BK32")

    def test_damage_is_told(self):
        self.build("t", 2)
        name = self.path("t/1k-1m.english.wdl")
        with open(name, "r+b") as file:
            file.seek(-40, os.SEEK_END)
            byte = file.read(1)
            file.seek(-40, os.SEEK_END)
            file.write(bytes([byte[0] ^ 1]))
        where = ("--variant", "english", "--tables", self.path("t"))
        # 1m-1m leans on it and is no less right for that.
        for more in ([], ["--files-only"], ["--slice", "1m v 1m"]):
            told = self.bad(1, "verify", *where, *more)
            self.assertTrue(told.startswith(f"huff endgame verify: {name}: damaged"), told)
        for pieces in ("2", "3"):
            told = self.bad(1, "build", "--variant", "english", "--pieces", pieces, "--out",
                            self.path("t"))
            self.assertTrue(told.startswith(f"huff endgame build: {name}: damaged"), told)

    def test_bad_file_is_passed_over(self):
        """One file of no use does not cost the others: each door says so in a line and goes on."""
        self.build("t", 2)
        name = self.path("t/1k-1m.english.wdl")
        with open(name, "r+b") as file:
            file.truncate(100)
        warning = re.escape(f"warning: {name}: damaged or no table")
        line = rf"\Ahuff %s: {warning}[^\n]*\n\Z"
        where = ("--variant", "english", "--tables", self.path("t"))
        won = "W:WK14:BK18"
        result = run("probe", *where, won)
        self.assertEqual((result.returncode, result.stdout), (0, "win\n"))
        self.assertRegex(result.stderr, line % "endgame probe")
        for name, words, talk in (("analyse", ("--depth", "3", won), None), ("play", (), "quit\n"),
                                  ("hub", (), "quit\n"), ("dxp", ("--stdio",), "")):
            result = subprocess.run([HUFF, name, *where, *words], input=talk, capture_output=True,
                                    text=True, timeout=PATIENCE, check=False)
            self.assertEqual(result.returncode, 0, result)
            self.assertRegex(result.stderr, line % name)
        set_later = {"hub": ["set-param name=variant value=english",
                             f"set-param name=tables value={self.path('t')}"],
                     "play": ["set variant english", f"set tables {self.path('t')}"]}
        for name, lines in set_later.items():
            result = subprocess.run([HUFF, name], input="\n".join([*lines, "quit", ""]),
                                    capture_output=True, text=True, timeout=PATIENCE, check=False)
            self.assertEqual(len(re.findall(warning, result.stdout)), 1, result)
        self.bad(1, "verify", *where)

    def test_no_tables(self):
        for name in ("info", "stats", "verify"):
            self.assertIn("how often a king has moved", self.bad(1, name, "--variant", "frisian"))
        self.assertEqual(self.good("probe", "--variant", "frisian", "W:WK1:BK50"), "unknown\n")

    def test_disk_full(self):
        """A limit on file sizes stands for a full disk: nothing but whole files is left."""
        command = ["bash", "-c", "trap '' XFSZ; ulimit -f 4; exec \"$@\"", "bash", HUFF, "endgame",
                   "build", "--variant", "english", "--pieces", "3", "--kind", "dtw", "--out",
                   self.path("t")]
        result = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"\Ahuff endgame build: cannot write [^\n]+\n\Z")
        self.assertFalse([name for name in os.listdir(self.path("t")) if name.startswith(".")])
        self.build("t", 3, "dtw")
        self.build("clean", 3, "dtw")
        self.assertEqual(read_folder(self.path("t")), read_folder(self.path("clean")))


class Killed(EndgameCase):
    def test_killed_ten_times(self):
        """kill -9 at chance moments; started again at last, the files are those of a whole build."""
        begin = time.monotonic()
        self.build("clean", 3, "dtw")
        whole = time.monotonic() - begin
        chance = random.Random(7)
        arguments = [HUFF, "endgame", "build", "--variant", "english", "--pieces", "3", "--out",
                     self.path("t"), "--kind", "dtw", "--threads", "2"]
        killed = 0
        for _ in range(KILLS):
            process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            try:
                process.wait(chance.uniform(0.02, 0.6) * whole)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
                killed += 1
        self.assertGreater(killed, 0)
        self.build("t", 3, "dtw")
        self.assertEqual(read_folder(self.path("t")), read_folder(self.path("clean")))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]], verbosity=1)
