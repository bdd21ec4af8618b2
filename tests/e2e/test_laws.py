# SPDX-License-Identifier: MIT
"""Law books as their users meet them: test_laws.py HUFF DATA_FOLDER"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

from peer import PATIENCE

HUFF = sys.argv[1]


def run(*arguments, text=""):
    return subprocess.run([HUFF, *arguments], input=text, capture_output=True, text=True,
                          timeout=PATIENCE, check=False)


class Arbiter(unittest.TestCase):
    def test_lines(self):
        answer = run("arbiter", "--laws", "anderson",
                     text="new\nmove 11-15\nmove 22-18\nmove 8-11\nhuff 15\nquit\nnoise\n")
        self.assertEqual(answer.returncode, 0)
        self.assertEqual(answer.stderr, "")
        lines = answer.stdout.splitlines()
        self.assertEqual(lines[0], "accepted anderson/first-move: game 1, Black to move")
        self.assertEqual(lines[-2], "accepted anderson/huff: White huffs 15 and has to move")
        self.assertTrue(lines[-1].startswith("state goes-on turn=white may=move,notice fen=W:W18,"))

    def test_json(self):
        answer = run("arbiter", "--json", "--clock", "move 60",
                     text="new\n@31000 move 32-28\n\x00\nresign\n" + "x" * 5000 + "\n")
        parsed = [json.loads(line) for line in answer.stdout.splitlines()]
        self.assertEqual(len(parsed), 5)
        kinds = [ruling["kind"] for ruling in parsed[1]["rulings"]]
        self.assertEqual(kinds, ["accepted", "warning", "accepted"])
        self.assertIsNotNone(parsed[2]["error"])
        self.assertEqual(parsed[3]["game"], "white-won")
        self.assertIsNotNone(parsed[4]["error"])

    def test_many_games_and_a_journal(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "journal")
            words = ["arbiter", "--laws", "anderson", "--journal", path]
            first = run(*words, text="game A\nnew\nmove 11-15\ngame B\nnew\nmove 9-13\nnoise\n"
                                     "game A\nmove 22-18\nmove 8-11\n").stdout.splitlines()
            with open(path, "a", encoding="utf-8") as file:
                file.write("black hu")  # the machine stopped in the middle of a line
            second = run(*words, text="state\nhuff 15\ngame B\n").stdout.splitlines()
            self.assertEqual(second[0], first[-1])
            self.assertIn("huffs 15", second[1])
            self.assertIn(",13 ", second[3].replace("fen=", "") + " ")
            other = run("arbiter", "--laws", "popular", "--journal", path)
            self.assertEqual(other.returncode, 1)
            self.assertIn("is not a journal of these laws", other.stderr)

    def test_wrong_usage(self):
        for arguments in (["--laws", "hoyle"], ["--irregularity", "never"], ["--clock", "sand"],
                          ["start"]):
            answer = run("arbiter", *arguments)
            self.assertEqual(answer.returncode, 2, arguments)
            self.assertEqual(answer.stdout, "")
            self.assertEqual(answer.stderr.count("\n"), 1)


class Match(unittest.TestCase):
    def test_match(self):
        arguments = ["match", "--laws", "popular", "--engine", "self", "--engine",
                     "set.huff=false self", "--nodes", "100", "--games", "4", "--seed", "5",
                     "--json"]
        answer = run(*arguments)
        self.assertEqual(answer.stderr, "")
        result = json.loads(answer.stdout)
        self.assertEqual(result["games"], 4)
        self.assertEqual(result["win"] + result["draw"] + result["loss"], 4)
        self.assertEqual(result["illegal"], 0)
        self.assertEqual(result["engines"][1]["huffs"], 0)
        self.assertEqual(run(*arguments).stdout, answer.stdout)

    def test_wrong_usage(self):
        base = ["match", "--engine", "self", "--nodes", "10", "--games", "2"]
        for more in (["--engine", "self", "--laws", "hoyle"], ["--engine", "self", "--laws", "fmjd"],
                     ["--engine", "./x hub", "--laws", "popular"],
                     ["--engine", "self", "--laws", "popular", "--sprt", "0,10"]):
            answer = run(*base, *more)
            self.assertEqual(answer.returncode, 2, more)
            self.assertEqual(answer.stderr.count("\n"), 1)


class Play(unittest.TestCase):
    def test_play(self):
        answer = run("play", "--laws", "anderson", "--nodes", "500",
                     text="11-15\nboard\nstate\ntouch 99\ntime 5\nmoves\nhelp\nresign\nnew\nquit\n")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertIn("Black 11-15 (anderson, move)", answer.stdout)
        self.assertEqual(answer.stdout.count("error: "), 2)
        self.assertIn("Black resigns", answer.stdout)
        self.assertIn("game 2", answer.stdout)

    def test_both_sides_by_the_engine(self):
        for book in ("fmjd", "popular", "enquire", "anderson", "modern-english"):
            answer = run("play", "--laws", book, "--engine", "white", "--nodes", "50",
                         text="resign\nquit\n")
            self.assertEqual(answer.returncode, 0, answer.stderr)
            self.assertIn("resigns", answer.stdout)

    def test_wrong_usage(self):
        self.assertEqual(run("play", "--laws", "hoyle").returncode, 2)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
