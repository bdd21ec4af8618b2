# SPDX-License-Identifier: MIT
"""The whole program in every variant, once and small: test_family.py HUFF DATA_FOLDER"""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

from peer import PATIENCE, Peer

HUFF = sys.argv[1]
# Why there are no endgame tables.
WITHOUT_TABLES = {
    "frisian": "how often a king has moved",
    "frysk": "how often a king has moved",
    "bt": "a king ends the game",
    "turkish": "do not only go forward along diagonals",
    "canadian": "larger than they are made for",
}
# Why those by the counting rules are refused, where others can be made.
WITHOUT_RULE_TABLES = {
    "losing": "won without a further ply",
    "losing-english": "won without a further ply",
    "brazilian": "main road",
    "russian": "main road",
    "spanish": "main road",
    "portuguese": "main road",
    "thai": "must have a count of quiet moves",
}


def run(*arguments):
    return subprocess.run([HUFF, *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=PATIENCE, check=False)


def list_variants():
    """All names, from the choices the Hub door offers."""
    with Peer(HUFF, "hub") as peer:
        peer.send("hub")
        for line in peer.until("wait"):
            match = re.match(r'param name=variant .* values="([^"]+)"$', line)
            if match:
                return match.group(1).split()
    raise AssertionError("the Hub door offers no variants")


VARIANTS = list_variants()


class Family(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def good(self, *arguments):
        result = run(*arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""), arguments)
        return result.stdout

    def each(self, check):
        for variant in VARIANTS:
            with self.subTest(variant):
                check(variant)

    def test_all_are_there(self):
        self.assertGreaterEqual(len(VARIANTS), 17)
        self.assertEqual(len(VARIANTS), len(set(VARIANTS)))

    def check_moves_and_counts(self, variant):
        moves = self.good("moves", "--variant", variant, "start").split()
        count = self.good("perft", "--variant", variant, "start", "1").split()
        self.assertIn(str(len(moves)), count)
        self.good("perft", "--variant", variant, "start", "3")

    def test_moves_and_counts(self):
        self.each(self.check_moves_and_counts)

    def check_analysis(self, variant):
        answer = self.good("analyse", "--variant", variant, "--depth", "6", "start")
        best = re.search(r"^best move (\S+), score [+-][0-9.]+$", answer, re.MULTILINE)
        self.assertIsNotNone(best, answer)
        self.good("moves", "--variant", variant, "start", best.group(1))

    def test_analysis(self):
        self.each(self.check_analysis)

    def check_matches(self, variant):
        """Two doors, the default ballots, the report and its games read back."""
        ledger, page, pdn = (self.path(f"{variant}.{end}") for end in ("l", "html", "pdn"))
        self.good("match", "--variant", variant, "--engine", "self", "--engine",
                  f"name=door set.book=false {HUFF} hub", "--nodes", "100", "--games", "4",
                  "--ledger", ledger, "--quiet")
        self.good("match", "report", ledger, "--html", page, "--pdn", pdn)
        self.assertGreater(os.path.getsize(page), 1000)
        games = [json.loads(line)
                 for line in self.good("pdn", "dump", "--json", pdn).splitlines()]
        self.assertEqual(len(games), 4)
        for game in games:
            self.assertEqual(game["findings"], [])
            self.assertEqual(game["variant"], games[0]["variant"])
            self.assertGreater(len(game["moves"]), 5)
            self.assertIn("Termination", game["tags"])
            self.assertNotIn(game["tags"]["Termination"], ("illegal move", "crash", "timeout"))

    def test_matches(self):
        self.each(self.check_matches)

    def check_hub_games(self, variant):
        """The door plays both sides, and what it played is legal from the start on."""
        moves = []
        with Peer(HUFF, "hub", "--book", "false") as peer:
            peer.send("hub", f"set-param name=variant value={variant}", "init")
            while len(moves) < 12:
                played = f' moves="{" ".join(moves)}"' if moves else ""
                peer.send("pos" + played, "level depth=3", "go think")
                read = peer.until("done", "error")
                self.assertRegex(read[-1], r"^done move=\S+", read)
                moves.append(read[-1].split()[1].partition("=")[2])
            self.assertEqual(peer.close(), 0)
        self.good("moves", "--variant", variant, "start", *moves)

    def test_hub_games(self):
        self.each(self.check_hub_games)

    def check_endgame_tables(self, variant):
        folder = self.path(variant)
        os.mkdir(folder)
        for kind in ("wdl", "dtw", "rule"):
            result = run("endgame", "build", "--variant", variant, "--pieces", "2", "--kind",
                         kind, "--out", folder)
            why = WITHOUT_TABLES.get(variant)
            if kind == "rule" and not why:
                why = WITHOUT_RULE_TABLES.get(variant)
            if why:
                self.assertEqual(result.returncode, 1, result)
                self.assertRegex(result.stderr, r"\A[^\n]*: no tables [^\n]*\n\Z")
                self.assertIn(why, result.stderr)
            else:
                self.assertEqual((result.returncode, result.stderr), (0, ""))
        if variant not in WITHOUT_TABLES:
            self.good("endgame", "verify", "--variant", variant, "--tables", folder)
        else:
            self.assertEqual(os.listdir(folder), [])

    def test_endgame_tables(self):
        self.each(self.check_endgame_tables)

    def check_games_to_learn_from(self, variant):
        out = self.path(f"{variant}.games")
        self.good("selfplay", "--variant", variant, "--games", "20", "--nodes", "30", "--out",
                  out)
        self.assertGreater(os.path.getsize(out), 500)

    def test_games_to_learn_from(self):
        self.each(self.check_games_to_learn_from)

    def check_books(self, variant):
        """A small book of every variant is made, is sound and gives the same text again."""
        book, text, again = (self.path(f"{variant}.{end}") for end in ("book", "txt", "again"))
        self.good("book", "build", "--variant", variant, "--nodes", "50", "--positions", "40",
                  "--out", book)
        self.good("book", "verify", "--variant", variant, book)
        self.good("book", "export", "--variant", variant, "--out", text, book)
        self.good("book", "merge", "--variant", variant, "--out", again, text)
        self.assertEqual(self.good("book", "export", "--variant", variant, again),
                         self.good("book", "export", "--variant", variant, book))

    def test_books(self):
        self.each(self.check_books)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
