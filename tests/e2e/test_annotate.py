# SPDX-License-Identifier: MIT
"""Collections of games annotated: test_annotate.py HUFF DATA_FOLDER"""

import html.parser
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HUFF = sys.argv[1]
DATA = sys.argv[2]
PATIENCE = 200
NODES = ("--nodes", "400")
# White can win two men by 30-24 34x32 24x2, and does not.
SHOT = '[Event "shot"]\n[FEN "W:W22,30,38,39,41:B8,11,19,21,34"]\n\n1. 41-37 *\n\n'
# Won by the tables; 19-15 loses both kings.
TABLE = '[GameType "21"]\n[FEN "W:WK10,K23:BK1"]\n\n1... 23-19 1-5 2. 10-6 5-1 3. 19-15 *\n\n'
KEPT = ('[Event "kept <b>"]\n[White "A & B"]\n[Black "</script>"]\n\n{About it} 1. 32-28! {good} 17-22 '
        "(1... 19-23 2. 28x19 14x23) 2. 28x17 12x21 *\n\n")
FAULTY = '[Event "faulty"]\n\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 35-31 11-17 *\n\n'
UNKNOWN = '[Event "unknown"]\n[GameType "99"]\n\n1. 32-28 *\n\n'


def read_games(count):
    """The first games of the stored collection, of several variants."""
    numbers = {"international": 20, "english": 21, "italian": 22, "russian": 25, "brazilian": 26,
               "czech": 29, "frisian": 40}
    games = []
    with open(os.path.join(DATA, "pdn_real.tsv"), encoding="utf-8") as file:
        for line in file:
            fields = line.rstrip("\n").split("\t")
            if line.startswith("#") or len(fields) < 5 or fields[1] not in numbers:
                continue
            fen = f'[FEN "{fields[3]}"]\n' if fields[3] else ""
            games.append(f'[Event "{len(games)}"]\n[GameType "{numbers[fields[1]]}"]\n'
                         f'{fen}\n{fields[4]} *\n\n')
    return games[:count]


class Page(html.parser.HTMLParser):
    """Notices what is closed in the wrong order or leads out of the page; keeps the scripts."""

    def __init__(self, text):
        super().__init__()
        self.open, self.faults, self.scripts = [], [], []
        self.feed(text)
        self.close()
        self.faults += [f"{tag} is not closed" for tag in self.open]

    def handle_starttag(self, tag, attrs):
        for key, value in attrs:
            if key.startswith("on") or (key in ("href", "src") and not value.startswith("#")):
                self.faults.append(f"{tag} has {key}={value}")
        if tag not in ("meta", "input"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"{tag} is closed at {self.getpos()}")

    def handle_data(self, data):
        if self.open and self.open[-1] == "script":
            self.scripts.append(data)


class Annotate(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def run_huff(self, *arguments):
        return subprocess.run([HUFF, "analyse", *arguments], capture_output=True, text=True,
                              timeout=PATIENCE, check=False, stdin=subprocess.DEVNULL)

    def good(self, *arguments):
        result = self.run_huff(*arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""), arguments)
        return result.stdout

    def read_json(self, text, *arguments):
        games = self.write("in.pdn", text)
        return [json.loads(line) for line in self.good(games, "--json", *arguments).splitlines()]

    # ---- what is found

    def test_missed_shot(self):
        game, = self.read_json(SHOT, "--nodes", "20000")
        move, = game["moves"]
        self.assertEqual(move["missed_shot"],
                         {"gain": 2, "line": ["30-24", "34x32x38x39", "24x2x8x19"]})
        self.assertIn(move["mark"], ("?", "??"))
        text = self.good(self.path("in.pdn"), "--nodes", "20000")
        self.assertIn("missed a shot that wins 2 men", " ".join(text.split()))
        self.assertRegex(text, r"\(\s1\.\s30-24")

    def test_tables(self):
        game, = self.read_json(TABLE, *NODES)
        last = game["moves"][-1]
        self.assertEqual((last["table_before"], last["table_after"], last["mark"]),
                         ("won", "lost", "??"))
        self.assertEqual([move["mark"] for move in game["moves"][:-1]], [""] * 4)
        text = " ".join(self.good(self.path("in.pdn"), *NODES).split())
        self.assertIn("by the tables it was won and is lost", text)

    def test_book(self):
        game, = self.read_json("1. 32-28 19-23 2. 28x19 14x23 3. 37-32 *", *NODES)
        self.assertIn(game["left_book"], range(1, 6))
        nowhere, = self.read_json(SHOT, *NODES)
        self.assertIsNone(nowhere["left_book"])

    def test_what_people_wrote_stays(self):
        games = self.write("in.pdn", KEPT)
        annotated = self.write("out.pdn", self.good(games, *NODES))
        text = " ".join(self.read("out.pdn").split())
        for part in ('[White "A & B"]', "{About it}", "{good}", "32-28 $1", "1... 19-23",
                     '[Annotator "huff'):
            self.assertIn(part, text)
        dump = subprocess.run([HUFF, "pdn", "dump", "--json", annotated], capture_output=True,
                              text=True, timeout=PATIENCE, check=True)
        game = json.loads(dump.stdout)
        self.assertEqual(game["moves"], ["32-28", "17-22", "28x17", "12x21"])
        self.assertEqual(game["findings"], [])

    def test_faulty_games_are_told_and_the_others_go_on(self):
        games = self.write("in.pdn", FAULTY + UNKNOWN + SHOT)
        result = self.run_huff(games, *NODES, "--json")
        self.assertEqual(result.returncode, 1)
        errors = result.stderr.splitlines()
        self.assertEqual(len(errors), 3)
        self.assertIn("in.pdn: game 1, line 3, ply 7: 35-31 is not legal", errors[0])
        self.assertIn("in.pdn: game 2, line", errors[1])
        self.assertIn("2 of 3 games", errors[2])
        lines = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertEqual([len(game["moves"]) for game in lines], [6, 0, 1])
        self.assertEqual([len(game["faults"]) for game in lines], [1, 1, 0])
        pdn = self.run_huff(games, *NODES)
        self.assertRegex(" ".join(pdn.stdout.split()), r"cannot be played: .*35-31")

    def test_page(self):
        games = self.write("in.pdn", KEPT + FAULTY + UNKNOWN + "".join(read_games(9)))
        result = self.run_huff(games, "--nodes", "60", "--html", "-o", self.path("page.html"))
        self.assertEqual(result.returncode, 1, result.stderr)
        text = self.read("page.html")
        page = Page(text)
        self.assertEqual(page.faults, [])
        self.assertEqual(len(page.scripts), 2)
        self.assertIn("default-src 'none'", text)
        self.assertEqual(re.findall(r"(?:https?:)?//(?!www\.w3\.org)[a-z]", text), [])
        data = json.loads(page.scripts[0])
        self.assertEqual(len(data["games"]), 12)
        self.assertEqual(data["games"][0]["black"], "</script>")
        self.assertEqual(data["games"][0]["m"][0]["c"], ["good"])
        self.assertNotIn("m", data["games"][2])
        for game in data["games"]:
            for move in game.get("m", []):
                self.assertTrue(0 <= move["e"] <= 1000)

    # ---- how it is done

    def test_one_worker_and_two_find_the_same(self):
        games = self.write("in.pdn", "".join(read_games(12)) + KEPT + SHOT)
        for form in ([], ["--json"], ["--html"]):
            outputs = []
            for workers in (["--workers", "1"], ["--workers", "2"], ["--threads", "3"], []):
                self.good(games, "--nodes", "150", *form, *workers, "-o", self.path("out"))
                outputs.append(self.read("out"))
            self.assertEqual(len(set(outputs)), 1, form)
        self.assertEqual(sorted(os.listdir(self.folder)), ["in.pdn", "out"])

    def count_games(self, name):
        try:
            with open(self.path(name), "rb") as file:
                return sum(not line.startswith((b"#", b"huff")) and line.endswith(b"\n")
                           for line in file)
        except FileNotFoundError:
            return 0

    def kill_when(self, arguments, games, number):
        """Starts it and sends the signal once the work file has so many games."""
        process = subprocess.Popen([HUFF, "analyse", *arguments], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + PATIENCE
        while self.count_games("out.work") < games and process.poll() is None:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.002)
        process.send_signal(number)
        _, stderr = process.communicate(timeout=PATIENCE)
        return process.returncode, stderr

    def test_killed_it_goes_on(self):
        games = self.write("in.pdn", "".join(read_games(14)))
        arguments = [games, "--nodes", "3000", "--hash", "1", "-o", self.path("out")]
        self.good(*arguments)
        whole = self.read("out")
        os.unlink(self.path("out"))
        kills = 0
        for count in (0, 1, 3, 6, 10):
            before = self.count_games("out.work")
            status, _ = self.kill_when(arguments, count, signal.SIGKILL)
            self.assertGreaterEqual(self.count_games("out.work"), before)
            kills += status == -signal.SIGKILL
        self.assertGreaterEqual(kills, 3)
        self.assertFalse(os.path.exists(self.path("out")))
        with open(self.path("out.work"), "ab") as file:
            file.write(b"13\t0/0/17")  # killed in the middle of a line
        self.good(*arguments)
        self.assertEqual(self.read("out"), whole)
        self.assertEqual([name for name in os.listdir(self.folder) if name not in ("in.pdn", "out")
                          and not name.startswith(".")], [])

    def test_interrupted_it_says_so(self):
        games = self.write("in.pdn", "".join(read_games(14)))
        arguments = [games, "--time", "20", "--hash", "1", "-o", self.path("out")]
        process = subprocess.Popen([HUFF, "analyse", *arguments], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while not os.path.exists(self.path("out.work")):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 1)
        self.assertIn("the same command goes on", stderr)

    def test_kept_work_serves_other_forms(self):
        games = self.write("in.pdn", KEPT + SHOT)
        work = ["--work", self.path("kept"), *NODES]
        self.good(games, *work, "-o", self.path("out.pdn"))
        before = self.read("kept")
        self.assertEqual(self.good(games, "--json", *work), self.good(games, "--json", *NODES))
        self.assertEqual(self.read("kept"), before)
        other = self.run_huff(games, "--work", self.path("kept"), "--nodes", "401")
        self.assertEqual(other.returncode, 1)
        self.assertIn("belongs to another analysis", other.stderr)
        self.write("in.pdn", KEPT + SHOT + SHOT)
        other = self.run_huff(games, *work)
        self.assertIn("belongs to another analysis", other.stderr)
        self.assertEqual(self.read("kept"), before)

    def test_nothing_is_written_over(self):
        games = self.write("in.pdn", SHOT)
        for option in ("-o", "--work"):
            result = self.run_huff(games, *NODES, option, games)
            self.assertEqual(result.returncode, 1)
            self.assertIn("is the collection itself", result.stderr)
        self.assertEqual(self.read("in.pdn"), SHOT)
        self.write("diary", "dear diary")
        result = self.run_huff(games, *NODES, "--work", self.path("diary"))
        self.assertIn("is no work file", result.stderr)
        self.assertEqual(self.read("diary"), "dear diary")

    def test_wrong_use(self):
        games = self.write("in.pdn", SHOT)
        for status, arguments, text in (
                (2, ["start", "--html"], "for a file of games"),
                (2, [games, "--explain"], "for a position"),
                (2, [games, "--html", "--json"], "choose one"),
                (2, [games, "--workers", "0"], "outside"),
                (1, [self.path("none.pdn")], "cannot open"),
                (1, [self.write("empty.pdn", "")], "holds no game"),
                (1, [games, "-o", self.path("no/such/folder")], "no/such/folder"),
        ):
            result = self.run_huff(*arguments)
            self.assertEqual(result.returncode, status, arguments)
            self.assertEqual(result.stdout, "")
            self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
            self.assertIn(text, result.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
