# SPDX-License-Identifier: MIT
"""`huff find` as its users drive it: test_find.py HUFF DATA_FOLDER"""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

HUFF = sys.argv[1]
PATIENCE = 60
HIT_FIELDS = ["id", "file", "number", "line", "variant", "white", "black", "event", "site", "date",
              "round", "result", "plies", "broken", "ply", "fen"]
GAMES = """[Event "Club"]
[White "Ada Broek"]
[Black "Bo \\u001b[2J\\"Quote\\""]
[Date "1999.05.31"]
[Result "2-0"]
[GameType "20"]
[Annotator "Someone"]

1. 32-28 {a note} 19-23 2. 28x19 14x23 2-0

[White "Carla"]
[Black "Ada Broek"]
[Date "2003.??.??"]
[Result "1-1"]
[GameType "20"]

1. 33-29 19-23 2. 28-1 1-1

[White "Dirk"]
[Black "Els"]
[GameType "21"]

1. 11-15 23-19 1/2-1/2

[GameType "99"]

1. 1-2 *
""".replace("\\u001b", "\x1b")


class Find(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.pdn = os.path.join(self.folder, "games.pdn")
        self.index = os.path.join(self.folder, "games.db")
        with open(self.pdn, "w", encoding="utf-8") as file:
            file.write(GAMES)

    def run_find(self, *words):
        return subprocess.run([HUFF, "find", "--index", self.index, *words], capture_output=True,
                              text=True, timeout=PATIENCE, check=False)

    def good(self, *words):
        result = self.run_find(*words)
        self.assertEqual((result.returncode, result.stderr), (0, ""), words)
        return result.stdout

    def bad(self, status, *words):
        result = self.run_find(*words)
        self.assertEqual((result.returncode, result.stdout), (status, ""), words)
        self.assertRegex(result.stderr, r"\Ahuff find: [^\n]+\n\Z", words)
        return result.stderr

    def hits(self, *words):
        *lines, last = [json.loads(line) for line in self.good("--json", *words).splitlines()]
        self.assertEqual(list(last), ["found", "shown", "seconds"])
        for line in lines:
            self.assertEqual(list(line), HIT_FIELDS)
        self.assertEqual(last["shown"], len(lines))
        return lines

    def numbers(self, *words):
        return [hit["number"] for hit in self.hits(*words)]

    def test_a_collection(self):
        report = json.loads(self.good("add", "--json", self.pdn))
        self.assertEqual(report, {"read": 1, "unchanged": 0, "removed": 0, "games": 3,
                                  "positions": 11, "skipped": 1})
        self.assertIn("1 unchanged", self.good("add", self.pdn))
        self.assertEqual(self.good("verify"), "no fault\n")
        self.assertIn("1 files, 3 games (1 more left out), 11 positions, 5 players",
                      self.good("info"))
        self.assertEqual(self.numbers("player", "broek"), [1, 2])
        self.assertEqual(self.numbers("white", "broek"), [1])
        self.assertEqual(self.numbers("player", "nobody"), [])
        self.assertEqual(self.numbers("date", "1999..2002"), [1])
        self.assertEqual(self.numbers("date", "2003"), [2])
        self.assertEqual(self.numbers("date", "..2004", "result", "draw"), [2])
        self.assertEqual(self.numbers("result", "1/2-1/2"), [3])
        self.assertEqual(self.numbers("position", "start"), [1, 2])
        self.assertEqual(self.numbers("--variant", "english", "position", "start"), [3])
        self.assertEqual(self.numbers("position", "32-28 19-23", "player", "broek"), [1])
        self.assertEqual(self.numbers("opening", "33-29", "result", "white"), [])
        self.assertEqual(self.numbers("pattern", "w29,b23"), [2])
        self.assertEqual(self.numbers("material", "20x19"), [1])
        self.assertEqual(self.numbers("material", "19x20"), [])
        self.assertEqual(self.numbers("--turned", "material", "19x20"), [1])
        hit = self.hits("material", "19x19")[0]
        self.assertEqual((hit["ply"], hit["plies"], hit["broken"]), (4, 4, False))
        self.assertEqual(hit["black"], 'Bo \x1b[2J"Quote"')
        self.assertTrue(hit["fen"].startswith("W:W31,33,"))
        self.assertTrue(self.hits("white", "Carla")[0]["broken"])

    def test_text_trees_and_pdn(self):
        self.good("add", self.pdn)
        text = self.good("player", "Ada", "--diagram")
        self.assertIn("Ada Broek - Bo  [2J", text)
        self.assertNotIn("\x1b", text)
        self.assertIn("games.pdn:1  4 plies", text)
        self.assertIn("White to move", text)
        self.assertRegex(text, r"\n2 games; [0-9.]+ ms\n$")
        self.assertIn("the first 1 of them shown", self.good("--limit", "1", "player", "Ada"))
        tree = [json.loads(line) for line in self.good("tree", "--json").splitlines()]
        self.assertEqual([row.get("move") for row in tree], ["32-28", "33-29", None])
        self.assertEqual(tree[0], {"move": "32-28", "games": 1, "white": 1, "draw": 0, "black": 0,
                                   "points": 100.0})
        self.assertRegex(self.good("tree", "32-28", "white", "Ada"), r"\n19-23 +1 +100\.0%")
        out = os.path.join(self.folder, "out.pdn")
        self.good("--pdn", out, "--limit", "1", "player", "Ada")
        with open(out, encoding="utf-8") as file:
            written = file.read()
        self.assertEqual(written.count("[GameType"), 2)
        self.assertIn('[Annotator "Someone"]', written)
        self.assertIn("1. 32-28 19-23 2. 28x19 14x23 2-0", written)
        self.assertIn("19-23 {the moves behind this one could not be read or are illegal} 1-1",
                      written)
        self.assertEqual(self.good("show", "1", "2"), written)
        self.assertIn("would be lost", self.bad_output("--pdn", self.pdn, "player", "Ada"))
        self.assertIn("the index itself", self.bad_output("--pdn", self.index, "player", "Ada"))
        with open(self.pdn, encoding="utf-8") as file:
            self.assertEqual(file.read(), GAMES)

    def bad_output(self, *words):
        result = self.run_find(*words)
        self.assertEqual(result.returncode, 1)
        return result.stderr

    def test_wrong_usage(self):
        self.assertIn("no index", self.bad(1, "info"))
        self.good("add", self.pdn)
        for words in (["player"], ["dance", "1"], ["pattern", "w51"], ["position", "W:W51:B1"],
                      ["material", "5"], ["date", "May"], ["result", "won"], ["info", "now"], ["add"],
                      ["--variant", "chess", "info"], ["tree", "start", "dance"]):
            self.bad(2, *words)
        for words in (["show", "4"], ["show", "x"], ["--turned", "tree"]):
            self.bad(1, *words)
        self.assertEqual(subprocess.run([HUFF, "find", "info"], capture_output=True, timeout=PATIENCE,
                                        check=False).returncode, 2)
        # A file that is missing does not keep the others out.
        other = os.path.join(self.folder, "other.pdn")
        shutil.copy(self.pdn, other)
        result = self.run_find("add", "nowhere.pdn", other)
        self.assertEqual(result.returncode, 1)
        self.assertIn("nowhere.pdn", result.stderr)
        self.assertIn("1 read", result.stdout)
        os.remove(other)
        self.assertIn("1 removed", self.good("update"))
        self.assertEqual(self.numbers("player", "Ada"), [1, 2])

    def change(self, sql):
        database = sqlite3.connect(self.index)
        database.executescript(sql)
        database.commit()
        database.close()

    def test_databases_that_are_none_of_ours(self):
        self.good("add", self.pdn)
        self.change("PRAGMA user_version=2")
        self.assertIn("newer huff", self.bad(1, "info"))
        self.change("PRAGMA user_version=1; PRAGMA application_id=7")
        self.assertIn("another program", self.bad(1, "add", self.pdn))
        os.remove(self.index)
        self.change("CREATE TABLE mine(x)")
        self.assertIn("another program", self.bad(1, "add", self.pdn))
        with open(self.index, "w", encoding="utf-8") as file:
            file.write("no database at all, but quite long enough to be one" * 100)
        self.assertIn("no index of games", self.bad(1, "add", self.pdn))

    def test_damage_is_found(self):
        for sql, words in (("UPDATE game SET moves=x'2010' WHERE id=1", ("show", "1")),
                           ("UPDATE game SET moves=x'2010' WHERE id=1", ("pattern", "w1")),
                           ("UPDATE game SET variant='chess'", ("show", "2")),
                           ("UPDATE place SET ply=1, key=1 WHERE ply=1 AND game=1", ("verify",)),
                           ("UPDATE place SET next=1 WHERE ply=1", ("tree", "32-28")),
                           ("DELETE FROM file", ("show", "1")),
                           ("DROP TABLE place", ("position", "start"))):
            if os.path.exists(self.index):
                os.remove(self.index)
            self.good("add", self.pdn)
            self.change(sql)
            self.assertIn("damaged", self.bad(1, *words), sql)

    def test_killed_while_adding(self):
        big = os.path.join(self.folder, "big.pdn")
        with open(big, "w", encoding="utf-8") as file:
            file.write(GAMES * 3000)
        self.good("add", self.pdn)
        for delay in (0.01, 0.05, 0.2):
            process = subprocess.Popen([HUFF, "find", "--index", self.index, "add", big],
                                       stdout=subprocess.DEVNULL)
            time.sleep(delay)
            process.send_signal(signal.SIGKILL)
            process.wait(timeout=PATIENCE)
            self.assertEqual(self.good("verify"), "no fault\n")
            self.assertIn(len(self.hits("--limit", "0", "player", "Ada")), (2, 6002))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
