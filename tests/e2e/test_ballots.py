# SPDX-License-Identifier: MIT
"""Ballots as a user lists, makes and grades them: test_ballots.py HUFF DATA_FOLDER"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

from peer import PATIENCE

HUFF = sys.argv[1]


class BallotsCase(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def run_huff(self, *arguments):
        return subprocess.run([HUFF, *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=PATIENCE, check=False)

    def good(self, *arguments):
        result = self.run_huff(*arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""), arguments)
        return result.stdout

    def bad(self, status, *arguments):
        result = self.run_huff("ballots", *arguments)
        self.assertEqual(result.returncode, status, arguments)
        self.assertRegex(result.stderr, r"\Ahuff ballots[^\n]*: [^\n]+\n\Z", arguments)
        self.assertEqual(result.stdout, "", arguments)
        return result.stderr


class Show(BallotsCase):
    def test_every_set_has_as_many_as_the_list_says(self):
        for variant in ("international", "english"):
            rows = [line.split("\t") for line in
                    self.good("ballots", "list", "--variant", variant).splitlines()]
            self.assertIn("(default)", rows[0][2])
            for name, count, _ in rows:
                shown = self.good("ballots", "show", "--variant", variant, name).splitlines()
                self.assertEqual(len(shown), int(count), name)
                self.assertEqual(len({line.split("\t")[0] for line in shown}), int(count), name)
        self.assertEqual(len(self.good("ballots", "show").splitlines()), 79)

    def test_what_is_shown_can_be_read(self):
        shown = self.good("ballots", "show", "--variant", "english", "3-move")
        path = self.write("deck", shown)
        self.assertEqual(self.good("ballots", "show", "--variant", "english", path), shown)

    def test_lost_ones_when_asked(self):
        path = self.write("table", "name\tstatus\tmoves\na\tlost\t32-28\nb\tok\t31-27\n")
        self.assertEqual(len(self.good("ballots", "show", path).splitlines()), 1)
        self.assertEqual(len(self.good("ballots", "show", "--lost", path).splitlines()), 2)

    def test_faults(self):
        self.assertIn("3-move-all", self.bad(1, "show", "9-move"))
        self.assertIn("line 2", self.bad(1, "show", self.write("x", "32-28\n32-27 x\n")))
        self.bad(1, "show", self.folder.name)
        self.bad(2, "show", "2-move", "3-move")
        self.bad(2, "show", "--lost")
        self.bad(2, "show", "--variant", "chess")
        self.bad(2, "list", "now")
        self.bad(2, "list", "--variant", "chess")
        self.bad(2)
        self.bad(2, "dance")
        for part in ("list", "show", "make", "grade"):
            text = self.good("ballots", part, "--help")
            self.assertTrue(text.startswith(f"usage: huff ballots {part}"))
            self.assertIn(f"\n  {part} ", self.good("ballots", "--help"))


class Make(BallotsCase):
    def make(self, name, *arguments):
        return self.good("ballots", "make", "--out", self.path(name), "--nodes", "100",
                         *arguments)

    def test_the_same_with_any_number_of_threads(self):
        told = self.make("one", "--plies", "3")
        self.make("three", "--plies", "3", "--threads", "3")
        self.assertEqual(self.read("one"), self.read("three"))
        self.assertRegex(told, r"one: \d+ ballots, a yield of \d+\.\d % of \d+ positions")
        shown = self.good("ballots", "show", self.path("one")).splitlines()
        self.assertEqual(shown, self.read("one").splitlines()[1:])

    def test_the_lot(self):
        for plies in ("4", "8:9"):
            for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
                self.make(name, "--variant", "english", "--plies", plies, "--most", "40",
                          "--band", "0:1000", "--seed", seed)
            self.assertEqual(self.read("a"), self.read("b"))
            self.assertNotEqual(self.read("a"), self.read("c"))

    def test_faults(self):
        out = self.path("x")
        for arguments in (["--plies", "0x"], ["--plies", "1:2:3"], ["--band", "-1:2"],
                          ["--band", ""], ["--band", "1:"], ["--nodes", "0"], ["now"],
                          ["--variant", "chess"]):
            self.bad(2, "make", "--out", out, *arguments)
        self.bad(2, "make")
        for arguments in (["--plies", "0"], ["--plies", "99"], ["--band", "9:3"],
                          ["--plies", "1", "--nodes", "1", "--band", "90000:99000"]):
            self.bad(1, "make", "--out", out, *arguments)
        self.assertFalse(os.path.exists(out))
        self.bad(1, "make", "--out", self.path("no/x"), "--plies", "1", "--nodes", "1")


class Grade(BallotsCase):
    def setUp(self):
        super().setUp()
        self.ledger = self.path("ledger")
        ballots = self.write("ballots", "even\tstart\nwon\tW:W31,32,33,34,35:B5\n")
        self.good("match", "--engine", "nodes=1000 self", "--engine", "nodes=2 self",
                  "--games", "8", "--ballots", ballots, "--seed", "1", "--quiet",
                  "--ledger", self.ledger)

    def test_list_and_file(self):
        out = self.path("kept")
        lines = self.good("ballots", "grade", "--least", "2", "--out", out,
                          self.ledger).splitlines()
        self.assertEqual(lines[0].split("\t")[0], "yield")
        rows = {line.split("\t")[-1]: line.split("\t") for line in lines[1:-2]}
        self.assertEqual(set(rows), {"even", "won"})
        self.assertEqual(rows["won"], ["0.000", "2", "2", "4", "0", "0", "no", "won"])
        self.assertRegex(lines[-2], r"^all: 2 ballots, 4 pairs, \d decided, yield \d\.\d{3}$")
        self.assertRegex(lines[-1], r"^kept: \d ballots, \d pairs, \d decided, yield \d\.\d{3}$")
        self.assertEqual(rows["even"][:2] + rows["even"][6:], ["1.000", "2", "yes", "even"])
        self.assertRegex(self.read("kept"), r"\A# [^\n]*\neven\tW:W[^\n]*\n\Z")

    def test_json(self):
        lines = [json.loads(line) for line in
                 self.good("ballots", "grade", "--json", self.ledger, self.ledger).splitlines()]
        for line in lines[:-1]:
            self.assertEqual(set(line), {"name", "fen", "pairs", "decided", "white", "draws",
                                         "black", "yield", "kept"})
            self.assertEqual(line["pairs"], 4)
        self.assertEqual(set(lines[-1]), {"all", "kept"})
        self.assertEqual(lines[-1]["all"]["pairs"], 8)
        self.assertEqual(lines[-1]["all"]["ballots"], 2)

    def test_faults(self):
        self.bad(2, "grade")
        self.bad(1, "grade", self.path("none"))
        self.bad(1, "grade", self.write("x", "no ledger\n"))
        only = self.write("only", "won\tW:W31,32,33,34,35:B5\n")
        ledger = self.path("ledger2")
        self.good("match", "--engine", "self", "--engine", "name=two self", "--nodes", "50",
                  "--games", "2", "--ballots", only, "--quiet", "--ledger", ledger)
        self.bad(1, "grade", "--least", "1", "--out", self.path("o"), ledger)
        self.assertFalse(os.path.exists(self.path("o")))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
