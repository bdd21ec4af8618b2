# SPDX-License-Identifier: MIT
"""Opening books as a user makes, checks and plays them: test_book.py HUFF DATA_FOLDER"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from peer import PATIENCE, Peer

HUFF = sys.argv[1]
SMALL = ("--variant", "english", "--nodes", "500", "--positions", "400")
GAMES = """[White "opponent"]
[Black "huff 0.1.0"]
[GameType "21"]
[Result "0-1"]
1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 0-1

[White "huff 0.1.0"]
[Black "opponent"]
[GameType "21"]
[Result "1/2-1/2"]
1. 11-15 23-19 1/2-1/2

[GameType "21"]
1. 9-14 22-18 *
"""


class BookCase(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def run_book(self, *arguments):
        return subprocess.run([HUFF, "book", *arguments], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=PATIENCE, check=False)

    def good(self, *arguments):
        result = self.run_book(*arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""), arguments)
        return result.stdout

    def bad(self, *arguments):
        result = self.run_book(*arguments)
        self.assertIn(result.returncode, (1, 2), arguments)
        self.assertRegex(result.stderr, r"\Ahuff book[^\n]*: [^\n]+\n\Z", arguments)
        self.assertEqual(result.stdout, "", arguments)
        return result.stderr

    def build(self, name, *arguments):
        path = self.path(name)
        self.good("build", *SMALL, "--out", path, *arguments)
        return path

    def read(self, path):
        with open(path, "rb") as file:
            return file.read()

    def show(self, path, *arguments):
        return json.loads(self.good("show", "--variant", "english", "--book-file", path, "--json",
                                    *arguments))


class Building(BookCase):
    def test_threads_make_no_difference(self):
        one = self.build("one.book", "--threads", "1")
        three = self.build("three.book", "--threads", "3")
        self.assertEqual(self.read(one), self.read(three))
        self.assertRegex(self.good("verify", "--variant", "english", one),
                         r"^4\d\d positions, no fault\n$")

    def test_a_killed_build_goes_on(self):
        whole = self.read(self.build("whole.book"))
        path = self.path("killed.book")
        work = path + ".work"
        kills = 0
        for _ in range(100):
            process = subprocess.Popen([HUFF, "book", "build", *SMALL, "--out", path],
                                       stdout=subprocess.DEVNULL)
            before = os.path.getsize(work) if os.path.exists(work) else 0
            while process.poll() is None and (
                    not os.path.exists(work) or os.path.getsize(work) < before + 2000):
                time.sleep(0.001)
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
                kills += 1
            if process.wait(timeout=PATIENCE) == 0:
                break
            self.assertGreaterEqual(os.path.getsize(work), before)
            self.assertFalse(os.path.exists(path))
        self.assertGreater(kills, 1)
        self.assertEqual(self.read(path), whole)

    def test_wrong_usage(self):
        work = self.path("letter")
        with open(work, "w", encoding="utf-8") as file:
            file.write("dear friend, " * 10)
        self.assertIn("--out", self.bad("build"))
        self.assertIn("exclude", self.bad("build", "--out", "x", "--nodes", "1", "--time", "1"))
        self.assertIn("not the work file",
                      self.bad("build", *SMALL, "--out", self.path("x"), "--work", work))
        self.assertIn("king", self.bad("build", *SMALL, "--out", self.path("x"), "--start",
                                       "W:WK32:B1"))
        self.assertIn("which part", self.bad())
        self.assertIn("dance", self.bad("dance"))
        for part in ("build", "import", "merge", "export", "show", "verify", "stats", "learn"):
            self.assertIn(f"\n  {part} ", self.good("--help"))
            self.assertTrue(self.good(part, "--help").startswith(f"usage: huff book {part} "))


class Editing(BookCase):
    def test_text_makes_the_same_book(self):
        book = self.build("a.book")
        text, again = self.path("a.txt"), self.path("again.book")
        self.good("merge", "--variant", "english", "--out", self.path("b.book"), book)
        self.good("export", "--variant", "english", "--out", text, self.path("b.book"))
        self.assertEqual(self.good("export", "--variant", "english", self.path("b.book")),
                         self.read(text).decode())
        self.good("merge", "--variant", "english", "--out", again, text)
        self.assertEqual(self.read(again), self.read(self.path("b.book")))

    def test_an_edited_score_reaches_the_start(self):
        book = self.build("a.book")
        best = self.show(book)["moves"][0]["move"]
        reply = self.show(book, best)
        self.assertEqual(reply["evidence"], "backed")
        lines = []
        for line in self.good("export", "--variant", "english", book).splitlines():
            words = line.split()
            # All searches say the same for their side to move, so all that is backed up is that
            # number too, with one sign or the other.
            if len(words) > 3 and words[1] == "searched":
                words[2] = "777"
            lines.append(" ".join(words))
        text, edited = self.path("t.txt"), self.path("edited.book")
        with open(text, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        self.good("merge", "--variant", "english", "--out", edited, text)
        self.good("verify", "--variant", "english", edited)
        self.assertNotEqual(abs(self.show(book)["score"]), 7.77)
        self.assertEqual(abs(self.show(edited)["score"]), 7.77)

    def test_damage_is_refused(self):
        book = self.build("a.book")
        data = bytearray(self.read(book))
        for place in range(0, len(data), 97):
            data[place] ^= 0x20
            with open(self.path("damaged.book"), "wb") as file:
                file.write(data)
            data[place] ^= 0x20
            self.bad("verify", "--variant", "english", self.path("damaged.book"))
        self.assertIn("english, not of international", self.bad("verify", book))
        self.assertIn("/nowhere", self.bad("verify", "/nowhere"))

    def test_stats(self):
        book = self.build("a.book")
        stats = json.loads(self.good("stats", "--variant", "english", "--json", book))
        self.assertGreaterEqual(stats["positions"], 400)
        self.assertEqual(stats["positions"], stats["backed"] + stats["searched"])
        self.assertEqual(stats["bytes"], os.path.getsize(book))
        self.assertIn("500 nodes", stats["recipe"])
        self.assertIn("positions       ", self.good("stats", "--variant", "english", book))


class Games(BookCase):
    def setUp(self):
        super().setUp()
        with open(self.path("games.pdn"), "w", encoding="utf-8") as file:
            file.write(GAMES)

    def test_results_are_imported_and_merged(self):
        book, merged = self.path("games.book"), self.path("merged.book")
        told = self.good("import", "--variant", "english", "--min-games", "2", "--out", book,
                         self.path("games.pdn"))
        self.assertIn("3 positions of 2 games; left out: 1 games without a result", told)
        start = self.show(book)
        self.assertEqual(start["evidence"], "unknown")
        self.assertEqual([move["move"] for move in start["moves"]], ["11-15"])
        self.assertEqual({key: start["moves"][0][key] for key in ("games", "win", "draw", "loss")},
                         {"games": 2, "win": 0, "draw": 1, "loss": 1})
        self.good("merge", "--variant", "english", "--out", merged, book, self.build("a.book"))
        both = {move["move"]: move for move in self.show(merged)["moves"]}
        self.assertEqual(len(both), 7)
        self.assertEqual(both["11-15"]["games"], 2)
        self.assertIn("score", both["11-15"])
        self.assertEqual(both["9-13"]["games"], 0)

    def test_lost_games_are_learnt_from(self):
        book, learnt = self.build("a.book"), self.path("learnt.book")
        told = self.good("learn", "--variant", "english", "--book-file", book, "--from",
                         self.path("games.pdn"), "--nodes", "1000", "--out", learnt)
        self.assertRegex(told, r"^game 1: in the book up to ply \d, [1-9]\d* searches, there ")
        self.assertIn("3 games, 1 of them lost by huff", told)
        self.good("verify", "--variant", "english", learnt)
        told = self.good("learn", "--variant", "english", "--book-file", book, "--player", "nobody",
                         "--from", self.path("games.pdn"), "--out", learnt)
        self.assertIn("3 games, 0 of them lost by nobody", told)


class Playing(BookCase):
    def test_hub_answers_from_the_book(self):
        book = self.build("a.book")
        moves = {move["move"]: move for move in self.show(book)["moves"]}
        best = max(moves, key=lambda move: moves[move]["score"])
        with Peer(HUFF, "hub", "--variant", "english", "--book-file", book) as peer:
            peer.send("pos", "level nodes=1000000000", "go think")
            info, done = peer.until("done")
            move = done.split("=")[1]
            self.assertGreaterEqual(moves[move]["score"], moves[best]["score"] - 0.04)
            self.assertIn(f" score={moves[move]['score']:.2f} ", info)
            peer.send("set-param name=book-ply value=0", "pos", "level nodes=1000000000",
                      "go think")
            self.assertEqual(peer.until("done")[-1], f"done move={best}")
            peer.send("pos", "level nodes=2000", "go analyze")
            self.assertGreater(len(peer.until("done")), 2)
            peer.send("set-param name=book-file value=/nowhere", "ping")
            self.assertRegex(peer.until("pong")[0], "^error message=.*/nowhere")
            peer.send("set-param name=book value=false", "pos", "level nodes=2000", "go think")
            self.assertGreater(len(peer.until("done")), 2)

    def test_the_console_tells_a_book_move(self):
        with Peer(HUFF, "play", "--engine", "both", "--nodes", "100") as peer:
            self.assertRegex(peer.until("White plays")[-1], r"^White plays \S+ \(book: ")
        with Peer(HUFF, "play", "--engine", "both", "--nodes", "100", "--book", "false") as peer:
            self.assertRegex(peer.until("White plays")[-1], r"^White plays \S+ \(engine: ")

    def test_the_own_books_are_sound(self):
        for variant in ("international", "english"):
            self.assertIn("no fault", self.good("verify", "--variant", variant))
            self.assertIn("backed", self.good("show", "--variant", variant))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
