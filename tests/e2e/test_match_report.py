# SPDX-License-Identifier: MIT
"""The reports of a match, read by others than us: test_match_report.py HUFF DATA_FOLDER"""

import html.parser
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HUFF = sys.argv[1]
PATIENCE = 300
NAME = "<script>alert(1)</script> \"x\" & {} \\ Zoë"
SPEC = "name='" + NAME + "' nodes=60 set.hash=1 self"
BALLOTS = "W:W31-50:B1-20\nB:W28,31,33-50:B1-20\n"
VOID = {"meta"}


class Page(html.parser.HTMLParser):
    """Counts elements, keeps the text, and notices what is closed in the wrong order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.counts, self.faults, self.texts = [], {}, [], []
        self.feed(text)
        self.close()
        self.faults += [f"{tag} is not closed" for tag in self.open]

    def handle_starttag(self, tag, attrs):
        self.counts[tag] = self.counts.get(tag, 0) + 1
        for key, value in attrs:
            if key.startswith("on") or (key in ("href", "src") and not value.startswith("#")):
                self.faults.append(f"{tag} has {key}={value}")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"{tag} is closed at {self.getpos()}")

    def handle_data(self, data):
        self.texts.append(data)


def run(*arguments):
    return subprocess.run([HUFF, *arguments], capture_output=True, text=True, timeout=PATIENCE,
                          check=False)


class Reports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="huff-test-reports-")
        with open(cls.path("ballots"), "w", encoding="utf-8") as file:
            file.write(BALLOTS)
        cls.played = run("match", "--engine", "nodes=40 set.hash=1 self", "--engine", SPEC,
                         "--games", "4", "--seed", "1", "--nodes", "50", "--ballots",
                         cls.path("ballots"), "--ledger", cls.path("ledger"), "--json", "--html",
                         cls.path("page"), "--pdn", cls.path("games"))

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder, name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def test_json(self):
        self.assertEqual(self.played.returncode, 0, self.played.stderr)
        summary = json.loads(self.played.stdout)
        self.assertEqual((summary["games"], summary["pairs"]), (4, 2))
        self.assertEqual(summary["win"] + summary["draw"] + summary["loss"], 4)
        self.assertEqual(sum(summary["pentanomial"]), 2)
        self.assertEqual(sum(summary["ends"].values()), 4)
        self.assertEqual({engine["name"] for engine in summary["engines"]}, {"huff", NAME})
        self.assertEqual([(p["first"], p["second"]) for p in summary["pairings"]], [(0, 1)])
        tested = json.loads(run("match", "report", self.path("ledger"), "--json", "--sprt",
                                "0,10").stdout)
        self.assertIsNone(summary.pop("sprt"))
        sprt = tested.pop("sprt")
        self.assertEqual(tested, summary)
        self.assertEqual((sprt["nelo0"], sprt["nelo1"], sprt["verdict"]), (0, 10, "continue"))
        self.assertAlmostEqual(sprt["upper"], 2.944439, places=5)

    def test_page(self):
        page = Page(self.read("page"))
        self.assertEqual(page.faults, [])
        self.assertEqual(page.counts["article"], 4)
        self.assertNotIn("script", page.counts)
        self.assertIn(NAME, "".join(page.texts))

    def test_games(self):
        dump = run("pdn", "dump", "--json", self.path("games"))
        games = [json.loads(line) for line in dump.stdout.splitlines()]
        self.assertEqual([game["tags"]["Round"] for game in games], ["1.1", "1.2", "2.1", "2.2"])
        for game in games:
            self.assertEqual({game["tags"]["White"], game["tags"]["Black"]}, {"huff", NAME})
            self.assertEqual(game["findings"], [])

    def test_the_ledger_is_never_written_over(self):
        before = self.read("ledger")
        for option in ("--html", "--pdn"):
            result = run("match", "report", self.path("ledger"), option, self.path("ledger"))
            self.assertEqual(result.returncode, 1)
            self.assertIn("is the ledger itself", result.stderr)
        self.assertEqual(self.read("ledger"), before)

    def test_reports_have_files_of_their_own(self):
        for other in ("new", os.path.join(".", "new")):
            result = run("match", "report", self.path("ledger"), "--pdn", self.path("new"),
                         "--html", self.path(other))
            self.assertEqual(result.returncode, 2)
            self.assertIn("name the same file", result.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
