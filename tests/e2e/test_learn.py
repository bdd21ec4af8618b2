# SPDX-License-Identifier: MIT
"""From games to weights and back into play, on the command line: test_learn.py HUFF DATA_FOLDER"""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

from peer import PATIENCE

HUFF = sys.argv[1]


def run(*arguments):
    return subprocess.run([HUFF, *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=PATIENCE, check=False)


class Learn(unittest.TestCase):
    """One set and the weights learnt from it serve all tests."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.set = os.path.join(cls.folder.name, "english.set")
        cls.weights = os.path.join(cls.folder.name, "english.weights")
        cls.play = ["selfplay", "--variant", "english", "--evaluation", "material", "--nodes", "60",
                    "--games", "64", "--threads", "2", "--out", cls.set]
        cls.played = run(*cls.play)
        cls.learn = ["train", "--iterations", "12", "--held-out", "0.2", "--min-count", "3",
                     "--out", cls.weights, cls.set]
        cls.learnt = run(*cls.learn)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def good(self, *arguments):
        result = run(*arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""), arguments)
        return result.stdout

    def bad(self, *arguments):
        result = run(*arguments)
        self.assertIn(result.returncode, (1, 2), arguments)
        self.assertRegex(result.stderr, r"\Ahuff[^\n]*: [^\n]+\n\Z", arguments)
        self.assertEqual(result.stdout, "", arguments)
        return result.stderr

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def test_reports(self):
        self.assertEqual(self.played.stderr, "")
        self.assertRegex(self.played.stdout, r": 64 games \(White \d+, drawn \d+, Black \d+\), \d+ po")
        self.assertEqual(self.learnt.stderr, "")
        self.assertRegex(self.learnt.stdout, r"held out 0\.\d+; \d+ patterns")
        self.assertIn("predicted  actual  positions", self.learnt.stdout)

    def test_continued(self):
        size = os.path.getsize(self.set)
        self.assertRegex(self.good(*self.play), r": 64 games .*; 0 games now")
        self.assertEqual(os.path.getsize(self.set), size)
        self.assertIn("eval=material", self.bad(*self.play, "--nodes", "61"))

    def test_a_set_is_never_written_over(self):
        with open(self.set, "rb") as file:
            before = file.read()
        for options in (("--out", self.set),
                        ("--out", self.weights + ".x", "--checkpoint", self.set)):
            result = run("train", *options, self.set)
            self.assertNotEqual(result.returncode, 0)
            self.assertIn("files of their own", result.stderr)
        with open(self.set, "rb") as file:
            self.assertEqual(file.read(), before)

    def test_same_weights_again(self):
        other = self.path("other.weights")
        self.good(*self.learn, "--threads", "3", "--out", other)
        with open(self.weights, "rb") as first, open(other, "rb") as second:
            self.assertEqual(first.read(), second.read())

    def test_weights_shown(self):
        info = json.loads(self.good("weights", "--json", self.weights))
        self.assertEqual(sorted(info), ["bytes", "checksum", "recipe", "variant"])
        self.assertEqual(info["variant"], "english")
        self.assertEqual(info["bytes"], os.path.getsize(self.weights))
        self.assertIn("eval=material nodes=60", info["recipe"])
        self.assertRegex(info["checksum"], r"^[0-9a-f]{8}$")
        self.assertIn(info["checksum"], self.good("weights", self.weights))

    def test_own_weights(self):
        lines = self.good("weights", "--json").splitlines()
        text = self.good("weights")
        for line in lines:
            info = json.loads(line)
            out = self.path("exported.weights")
            self.good("weights", "--variant", info["variant"], "--export", out)
            self.assertEqual(json.loads(self.good("weights", "--json", out)), info)
            self.assertIn(info["recipe"], text)

    def test_play_with_weights(self):
        arguments = ["analyse", "--variant", "english", "--json", "--depth", "6", "start"]
        other = self.good(*arguments, "--weights", self.weights)
        self.assertNotEqual(re.sub(r'"time":[0-9.]+', "", other),
                            re.sub(r'"time":[0-9.]+', "", self.good(*arguments)))

    def test_explain(self):
        fen = "W:W18,21,22,25,26,27,28,30,31,32:B1,3,4,6,7,8,10,12,13,K20"
        text = self.good("analyse", "--variant", "english", "--weights", self.weights, "--explain",
                         fen)
        groups = [float(v) for v in re.findall(r"^ {0,3}([+-][0-9.]+)    (?!in all)", text, re.M)]
        total = float(re.search(r"([+-][0-9.]+)    in all", text).group(1))
        self.assertAlmostEqual(sum(groups), total, delta=0.06)
        chances = re.search(r"win (\d+) %, draw (\d+) %, loss (\d+) %", text)
        self.assertAlmostEqual(sum(map(int, chances.groups())), 100, delta=1)

    def test_measure(self):
        text = self.good("train", "--measure", self.weights, self.set)
        self.assertTrue(text.startswith("predicted  actual  positions\n"))

    def test_refused(self):
        with open(self.weights, "rb") as file:
            content = file.read()
        wrong = {"cut": content[:-1], "long": content + b"x", "empty": b"",
                 "damaged": content[:-9] + bytes([content[-9] ^ 1]) + content[-8:]}
        for name, content in wrong.items():
            path = self.path(name)
            with open(path, "wb") as file:
                file.write(content)
            self.assertIn(path, self.bad("weights", path))
            self.assertIn(path, self.bad("analyse", "--variant", "english", "--weights", path, "start"))
        self.assertIn("weights of english", self.bad("analyse", "--weights", self.weights, "start"))
        self.assertIn("not weights", self.bad("weights", self.set))
        self.assertIn("not a training set", self.bad("train", "--out", self.path("x"), self.weights))
        self.assertFalse(os.path.exists(self.path("x")))

    def test_any_number_of_games(self):
        short = self.path("short.set")
        play = [*self.play[:-2], "--out", short]
        self.assertRegex(self.good(*play, "--games", "5"), r": 5 games .*; 5 games now")
        self.assertRegex(self.good(*play, "--games", "40"), r": 40 games .*; 35 games now")

    def test_one_writer(self):
        path = self.path("busy.set")
        play = [*self.play[:-2], "--games", "100000", "--out", path]
        with subprocess.Popen([HUFF, *play], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as other:
            while not os.path.exists(path) or os.path.getsize(path) == 0:
                self.assertIsNone(other.poll())
            self.assertIn("another process", self.bad(*play))
            other.kill()

    def test_damaged_middle(self):
        with open(self.set, "rb") as file:
            content = bytearray(file.read())
        content[len(content) // 4] ^= 0x11
        path = self.path("damaged.set")
        with open(path, "wb") as file:
            file.write(content)
        play = [*self.play[:-2], "--games", "96", "--out", path]
        self.assertRegex(self.bad(*play), r"damaged\.set: the chunk of game \d+.* is damaged")
        with open(path, "rb") as file:
            self.assertEqual(file.read(), content)

    def test_too_few_positions(self):
        few = self.path("few.set")
        self.good(*self.play[:-2], "--games", "2", "--out", few)
        message = self.bad("train", "--out", self.path("z"), few)
        self.assertIn("play more games", message)

    def wrong(self, *arguments):
        self.bad(*arguments)
        self.assertEqual(run(*arguments).returncode, 2, arguments)

    def test_wrong_usage(self):
        self.wrong("selfplay")
        self.wrong("selfplay", "--out", self.path("y"), "--opening-min", "9", "--opening-max", "8")
        self.wrong("selfplay", "--out", self.path("y"), "operand")
        self.wrong("selfplay", "--out", self.path("y"), "--part", "2")
        self.assertFalse(os.path.exists(self.path("y")))
        self.wrong("train", self.set)
        self.wrong("train", "--out", self.path("y"))
        self.wrong("train", "--out", self.path("y"), "--measure", self.weights, self.set)
        self.wrong("train", "--out", self.path("y"), "--blend", "2", self.set)
        self.wrong("train", "--out", self.path("y"), "--held-out", "0", self.set)
        self.wrong("train", "--out", self.set, self.set)
        self.wrong("weights", "--export", self.path("y"), self.weights)
        self.assertEqual(run("weights", self.path("nowhere")).returncode, 1)
        self.assertEqual(run("train", "--out", self.path("y"), self.path("nowhere")).returncode, 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
