# SPDX-License-Identifier: MIT
"""`huff check` and `huff pdn` as their users run them: test_check.py HUFF DATA_FOLDER"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

HUFF = sys.argv[1]
CASES = os.path.join(sys.argv[2], "pdn")
PATIENCE = 60

# What a check finds in the stored files; nothing in those that are not listed.
DUE = {
    "p01_nested_braces": ["brace"],
    "p05_no_numbers": ["result_missing"],
    "p06_star_glued": ["result_glued"],
    "p09_missing_result": ["result_end", "result_missing"],
    "p11_latin1": ["encoding"],
    "p18_fen_two_lines": ["tag_split"],
    "p31_only_tags": ["result_end"],
    "p33_nul_byte": ["encoding"],
    "p37_illegal_middle": ["illegal"],
    "p38_unclosed_comment": ["comment_open", "result_missing"],
    "p39_time_forfeit": ["word"],
}
FIELDS = ["file", "line", "offset", "game", "ply", "move", "variation", "kind", "severity", "text",
          "message", "legal", "repair"]
SUMMARY = ["summary", "games", "plies", "faulty", "errors", "warnings", "notes", "kinds", "mended",
           "kept", "left"]
GAMES = """[Event "Club"]
[White "Anna"]
[Black "Carl"]
[Result "2-0"]

1. 32-28 19-23 2. 28x19 14x23 2-0

[Event "Cup"]
[White "Carl"]
[Black "Dora"]

1. 33-29 1-1

[Event "Cup"]
[White "Dora"]
[Black "Anna"]
[GameType "25"]

1. c3-d4 0-1
"""


def run(*arguments, data=b"", status=0):
    result = subprocess.run(
        [HUFF, *arguments], input=data, capture_output=True, timeout=PATIENCE, check=False
    )
    assert result.returncode == status, (arguments, result)
    return result.stdout.decode("utf-8")


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text):
        with open(self.path(name), "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode("utf-8"))
        return self.path(name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def dump(self, path):
        return [json.loads(line) for line in run("pdn", "dump", "--json", path).splitlines()]


class Check(Folder):
    def check(self, path, *arguments, status=1):
        lines = run("check", "--json", *arguments, path, status=status).splitlines()
        findings = [json.loads(line) for line in lines]
        summary = findings.pop()
        self.assertEqual(list(summary), SUMMARY)
        for finding in findings:
            self.assertEqual(list(finding), FIELDS)
        self.assertEqual(summary["errors"] + summary["warnings"] + summary["notes"], len(findings))
        return findings, summary

    def test_stored_files(self):
        with open(os.path.join(CASES, "expected.json"), encoding="utf-8") as file:
            names = [name[:-4] for name in json.load(file)]
        for name in names:
            path = os.path.join(CASES, name + ".pdn")
            findings, _ = self.check(path, status=1 if name in DUE else 0)
            self.assertEqual([finding["kind"] for finding in findings], DUE.get(name, []), name)

    def test_stored_files_are_mended(self):
        with open(os.path.join(CASES, "expected.json"), encoding="utf-8") as file:
            expected = json.load(file)
        for name, case in expected.items():
            path = os.path.join(CASES, name)
            run("check", "--repair", self.path("out"), path, status=1 if name[:-4] in DUE else 0)
            self.check(self.path("out"), status=0)
            games = self.dump(self.path("out"))
            self.assertEqual(len(games), len(case["games"]), name)
            for game, due in zip(games, case["games"]):
                self.assertEqual((game["moves"], game["final"]), (due["moves"], due["final_fen"]))
                self.assertEqual(game["result"], due["result"] or "*")
                self.assertEqual(game["variant"], due["variant"])

    def test_a_finding(self):
        path = self.write("a.pdn", "1. 32-28 19-23\n2. 31-27 14-19*")
        findings, summary = self.check(path, "--repair", self.path("out"))
        illegal, glued = findings
        self.assertEqual(
            (illegal["line"], illegal["game"], illegal["ply"], illegal["move"], illegal["kind"]),
            (2, 1, 3, 2, "illegal"))
        self.assertEqual((illegal["text"], illegal["legal"], illegal["repair"]),
                         ("31-27", ["28x19"], "kept"))
        self.assertEqual((glued["kind"], glued["ply"], glued["repair"]),
                         ("result_glued", None, "mended"))
        self.assertEqual((summary["mended"], summary["kept"], summary["left"]), (1, 1, 0))
        self.assertIn("{cannot be played: 2. 31-27 14-19} *", self.read("out"))
        line = run("check", path, status=1).splitlines()[0]
        self.assertEqual(line, path + ":2: game 1 ply 3 (move 2): error: 31-27 is not legal here: 1 "
                         "capture is due: 28x19; legal: 28x19")

    def test_what_is_less_is_not_looked_at(self):
        path = self.write("a.pdn", "1. 32-28 19-23*")
        self.check(path, "--least", "warning", status=0)
        self.check(path, "--least", "note", status=1)

    def test_standard_input_and_several_files(self):
        path = self.write("a.pdn", "1. 32-28 *")
        out = run("check", path, "-", data=b"1. 32-28", status=1)
        self.assertEqual(out.splitlines()[0], path + ": 1 game, 1 ply: clean")
        self.assertTrue(out.splitlines()[1].startswith("-:1: game 1: warning: "))
        out = run("check", self.path("none"), path, status=1)
        self.assertEqual(out, path + ": 1 game, 1 ply: clean\n")

    def test_no_input_is_written_over(self):
        path = self.write("a.pdn", "1. 32-28")
        os.symlink(path, self.path("link"))
        for out in (path, self.path("link")):
            run("check", "--repair", out, path, status=2)
            run("pdn", "convert", "--out", out, path, status=2)
            run("pdn", "merge", "--out", out, path, status=2)
            run("pdn", "dedupe", "--out", out, path, status=2)
        part = self.write("bunknown.pdn", "1. 32-28")
        run("pdn", "split", "--out", self.path("b"), "--by", "Nothing", part, status=1)
        self.assertEqual((self.read("a.pdn"), self.read("bunknown.pdn")), ("1. 32-28",) * 2)

    def test_a_failure_leaves_nothing(self):
        self.write("old", "old")
        run("check", "--repair", self.path("old"), self.path("none"), status=1)
        self.assertEqual(self.read("old"), "old")
        self.assertEqual(os.listdir(self.folder.name), ["old"])

    def test_garbage(self):
        deep = "1. 32-28 " + "(31-26 " * 3000 + ")" * 3000 + " *"
        for data in (bytes(range(256)) * 200, b"\x00" * 5000, b"[" * 100000, b"{" * 100000,
                     b"(" * 100000, deep.encode(), b"1. 32-28" * 10000, b"\xff\xfe1\x00.\x00",
                     b"[Event \"" + b"x" * 2000000 + b"\"]\r\n1. 32-28\r\r\n*"):
            path = self.write("garbage", data)
            run("check", "--repair", self.path("out"), path, status=1)
            self.check(self.path("out"), "--least", "warning",
                       status=subprocess.run([HUFF, "check", "--least", "warning", "--quiet",
                                              self.path("out")], stdout=subprocess.DEVNULL,
                                             timeout=PATIENCE, check=False).returncode)

    def test_usage(self):
        path = self.write("a.pdn", "1. 32-28 *")
        for arguments in (["check"], ["check", "-", "-"], ["check", "--least", "bad", path],
                          ["check", "--variant", "no", path], ["check", "--repair", "-", path],
                          ["pdn", "convert", "--notation", "x", path],
                          ["pdn", "convert", "--opening", "32-22", path],
                          ["pdn", "convert", "--ending", "2q", path],
                          ["pdn", "merge", path], ["pdn", "split", "--out", "x", path],
                          ["pdn", "split", "--out", "x", "--games", "1", "--by", "event", path]):
            self.assertEqual(run(*arguments, status=2), "")


class Collections(Folder):
    def setUp(self):
        super().setUp()
        self.games = self.write("games.pdn", GAMES)

    def convert(self, *arguments):
        run("pdn", "convert", "--out", self.path("out"), *arguments, self.games)
        return self.dump(self.path("out"))

    def test_converting(self):
        self.assertEqual([game["moves"] for game in self.convert("--player", "anna")],
                         [["32-28", "19-23", "28x19", "14x23"], ["c3-d4"]])
        self.assertEqual(len(self.convert("--result", "draw")), 1)
        self.assertEqual(len(self.convert("--game", "russian", "--opening", "c3-d4")), 1)
        self.assertEqual(len(self.convert("--material", "19m v 19m")), 1)
        self.convert("--notation", "numbers")
        self.assertIn("1. 22-18 0-1", self.read("out"))
        turned = self.convert("--turn")[0]
        self.assertEqual((turned["tags"]["White"], turned["result"]), ("Carl", "0-2"))
        self.assertEqual(turned["moves"], ["19-23", "32-28", "23x32", "37x28"])
        run("pdn", "convert", "--turn", "--out", self.path("back"), self.path("out"))
        back = self.dump(self.path("back"))[0]
        self.assertEqual((back["moves"], back["final"]), (self.convert()[0]["moves"],
                                                          self.convert()[0]["final"]))
        fens = run("pdn", "convert", "--fen", "all", self.games).splitlines()
        self.assertEqual(len(fens), 5 + 2 + 2)

    def test_splitting_and_merging(self):
        out = run("pdn", "split", "--out", self.path("by-"), "--by", "player", self.games)
        self.assertEqual(out, "3 games in 3 files\n")
        self.assertEqual(len(self.dump(self.path("by-Carl.pdn"))), 2)
        run("pdn", "split", "--out", self.path("n"), "--games", "2", self.games)
        parts = [self.path("n0001.pdn"), self.path("n0002.pdn")]
        self.assertEqual([len(self.dump(part)) for part in parts], [2, 1])
        run("pdn", "merge", "--out", self.path("all"), *parts)
        self.convert()
        self.assertEqual(self.read("all"), self.read("out"))
        run("pdn", "split", "--out", self.path(""), "--by", "variant", self.games)
        self.assertEqual(len(self.dump(self.path("russian.pdn"))), 1)

    def test_doubles(self):
        self.convert("--turn")
        files = [self.games, self.games, self.path("out")]
        out = run("pdn", "dedupe", "--list", "--out", self.path("once"), *files)
        self.assertIn("9 games, 3 of them were there before", out)
        self.assertIn(":1: game 4 is game 1 again", out)
        self.assertEqual(len(self.dump(self.path("once"))), 6)
        out = run("pdn", "dedupe", "--turned", *files)
        self.assertEqual(out, "9 games, 6 of them were there before\n")

    def test_counting(self):
        stats = json.loads(run("pdn", "stats", "--json", self.games))
        self.assertEqual((stats["games"], stats["white"], stats["draw"], stats["black"]),
                         (3, 1, 1, 1))
        self.assertEqual(stats["players"][0],
                         {"name": "Anna", "games": 2, "won": 2, "drawn": 0, "lost": 0, "open": 0})
        self.assertIn("3 games, 6 plies (shortest 1, median 1, mean 2.0, longest 4)",
                      run("pdn", "stats", self.games))

    def test_dumping_for_people(self):
        out = run("pdn", "dump", self.games)
        self.assertIn(self.games + ":1: game 1, ", out)
        self.assertIn("  moves  32-28 19-23 28x19 14x23\n", out)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
