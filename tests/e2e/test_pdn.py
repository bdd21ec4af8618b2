# SPDX-License-Identifier: MIT
"""`huff pdn dump --json` as a script uses it: test_pdn.py HUFF DATA_FOLDER"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

HUFF = sys.argv[1]
CASES = os.path.join(sys.argv[2], "pdn")
PATIENCE = 60
FIELDS = ["variant", "tags", "start", "moves", "result", "final", "findings"]
FINDING_FIELDS = ["kind", "severity", "offset", "line", "ply", "text", "message", "candidates"]


def run(*arguments, data=b""):
    return subprocess.run(
        [HUFF, *arguments], input=data, capture_output=True, timeout=PATIENCE, check=False
    )


class Dump(unittest.TestCase):
    def dump(self, *arguments, data=b""):
        result = run("pdn", "dump", "--json", *arguments, data=data)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        games = [json.loads(line) for line in result.stdout.decode("utf-8").splitlines()]
        for game in games:
            self.assertEqual(list(game), FIELDS)
            for finding in game["findings"]:
                self.assertEqual(list(finding), FINDING_FIELDS)
        return games

    def read(self, text, *arguments):
        return self.dump(*arguments, "-", data=text.encode("utf-8"))

    def test_stored_files(self):
        with open(os.path.join(CASES, "expected.json"), encoding="utf-8") as file:
            expected = json.load(file)
        compared = 0
        for name, case in expected.items():
            games = self.dump(os.path.join(CASES, name))
            self.assertEqual(len(games), len(case["games"]), name)
            for game, due in zip(games, case["games"]):
                if game["variant"] is None:  # a variant that is not played here: text only
                    self.assertEqual(len(game["moves"]), len(due["moves"]), name)
                    self.assertIsNone(game["final"])
                    continue
                self.assertEqual(game["variant"], due["variant"], name)
                self.assertEqual(game["moves"], due["moves"], name)
                self.assertEqual(game["result"], due["result"], name)
                self.assertEqual(game["final"], due["final_fen"], name)
                compared += 1
        self.assertGreaterEqual(compared, 28)

    def test_fields(self):
        game, = self.read(
            '[White "a \\"b\\" \\\\ \u00e9\t"]\n[White "c"]\n[FEN "W:W28:B19,8.."]\n'
            "1. 28-23 (28-22) 19x28 {won} 0-2 ; end\n"
        )
        self.assertEqual(game["tags"], {"White": 'a "b" \\ \u00e9\t', "FEN": "W:W28:B19,8.."})
        self.assertEqual(game["start"], "W:W28:B8,19")
        self.assertEqual(game["moves"], ["28-23", "19x28"])
        self.assertEqual(game["result"], "0-2")
        self.assertEqual(game["final"], "W:W:B8,28")
        self.assertEqual([finding["kind"] for finding in game["findings"]], ["tag_twice"])

    def test_an_illegal_move(self):
        first, second = self.read("1. 32-28 19-23 2. 31-27 14-19 *\n\n1. 31-26 *")
        self.assertEqual(first["moves"], ["32-28", "19-23"])
        finding, = first["findings"]
        self.assertEqual((finding["kind"], finding["severity"]), ("illegal", "error"))
        self.assertEqual((finding["line"], finding["ply"], finding["offset"]), (1, 3, 18))
        self.assertEqual((finding["text"], finding["candidates"]), ("31-27", ["28x19"]))
        self.assertEqual((second["moves"], second["findings"]), (["31-26"], []))

    def test_variant_by_default_and_by_tag(self):
        text = '1. 11-15 1-0\n\n[GameType "20"]\n1. 31-26 *\n\n[GameType "199"]\n1. c3-d4 *'
        games = self.read(text, "--variant", "english")
        self.assertEqual(
            [(game["variant"], game["moves"]) for game in games],
            [("english", ["11-15"]), ("international", ["31-26"]), (None, ["c3-d4"])],
        )

    def test_an_empty_file(self):
        self.assertEqual(self.read(""), [])

    def test_faults(self):
        with tempfile.TemporaryDirectory() as folder:
            for path, status in ((os.path.join(folder, "nothing.pdn"), 1), (folder, 1)):
                result = run("pdn", "dump", "--json", path)
                self.assertEqual((result.returncode, result.stdout), (status, b""))
                self.assertRegex(result.stderr.decode(), r"\Ahuff pdn dump: [^\n]+\n\Z")
        for arguments in (["pdn"], ["pdn", "dump"], ["pdn", "--json", "-"],
                          ["pdn", "dump", "-", "-"], ["pdn", "eat", "--json", "-"]):
            result = run(*arguments)
            self.assertEqual((result.returncode, result.stdout), (2, b""), arguments)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
