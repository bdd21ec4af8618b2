# SPDX-License-Identifier: MIT
"""A short match under an independent referee (hubmatch.py): test_match.py HUFF DATA_FOLDER

The referee has its own rules of the game. Every move must be legal by them and every game end by
them. The depth is limited, so the games are the same on every machine."""

import os
import re
import subprocess
import sys
import tempfile
import unittest

HUFF = sys.argv[1]
REFEREE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "hubmatch.py")


FAKE = """
import sys

ANSWERS = {"hub": "id name=fake\\nwait", "init": "ready", "go": "done move=32-28"}
for line in sys.stdin:
    answer = ANSWERS.get((line.split() or [""])[0])
    if answer:
        print(answer, flush=True)
"""


def match(one, two, *arguments):
    command = [sys.executable, "-B", REFEREE, "match", "--ballots", "2", "--games", "12",
               "--shuffle", "--seed", "5", "--max-plies", "0", *arguments, "--a", one, "--b", two]
    return subprocess.run(command, capture_output=True, text=True, timeout=500, check=False)


def engine(name, command, settings=""):
    return f'cmd="{HUFF} {command}" name={name} {settings}'


class Match(unittest.TestCase):
    def test_both_versions_of_hub(self):
        result = match(engine("two", "hub --hash 8"),
                       engine("one", "hub1 --hash 8 --evaluation material", "proto=1"),
                       "--depth", "5")
        self.assertEqual(result.returncode, 0, result.stderr)
        games = [line for line in result.stdout.splitlines() if line.startswith("game ")]
        self.assertEqual(len(games), 12, result.stdout)
        ends = re.search(r"^ends: (.+)$", result.stdout, re.MULTILINE).group(1)
        for end in ends.split(", "):
            self.assertRegex(end, r"^(no move left|threefold|.*repetition|\d+-move rule) \d+$")

    def test_referee_sees_a_wrong_move(self):
        """The check itself: an engine that always plays 32-28 is caught."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "fake.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write(FAKE)
            result = match(engine("two", "hub"), f'cmd="{sys.executable} {path}" name=fake proto=2',
                           "--depth", "3")
        self.assertIn("illegal move", result.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
