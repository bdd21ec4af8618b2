# SPDX-License-Identifier: MIT
"""huff match as its users run it: test_tournament.py HUFF DATA_FOLDER

Games are limited by nodes, so they are the same on every machine and whatever the machine does."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HUFF = sys.argv[1]
PATIENCE = 300

# An engine of Hub 2 that does `FAULT` when it is asked for its third move, and else plays on.
FAKE = """
import os, subprocess, sys, time

fault = sys.argv[1]
asked = 0
engine = subprocess.Popen([sys.argv[2], "hub"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True)
for line in sys.stdin:
    word = (line.split() or [""])[0]
    asked += word == "go"
    if word == "go" and asked % 3 == 0:
        if fault == "illegal":
            print("done move=1-2", flush=True)
            continue
        if fault == "crash":
            os._exit(3)
        if fault == "hang":
            time.sleep(1000)
        if fault == "garbled":
            print("done move=hello", flush=True)
            continue
        if fault == "late":
            time.sleep(0.8)
    engine.stdin.write(line)
    engine.stdin.flush()
    if word in ("hub", "init", "go"):
        last = {"hub": "wait", "init": "ready", "go": "done"}[word]
        for answer in engine.stdout:
            print(answer, end="", flush=True)
            if answer.split()[0] == last:
                break
    if word == "quit":
        break
"""


def arguments(*more, ledger=None, games=4, nodes=200):
    command = ["match", "--games", str(games), "--seed", "3", "--engine", "set.hash=1 self",
               "--engine", "name=half nodes=100 set.hash=1 self"]
    if nodes:
        command += ["--nodes", str(nodes)]
    if ledger:
        command += ["--ledger", ledger]
    return [HUFF, *command, *more]


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False,
                          **options)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def games_of(path):
    lines = read(path).decode().split("\n")
    return [line.split("\t") for line in lines if line and not line.startswith(("#", "huff"))]


class Tournament(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="huff-test-tournament-")
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def play(self, *more, **options):
        result = run(arguments(*more, **options))
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def test_the_same_seed_gives_the_same_games(self):
        for name in "ab":
            self.play(ledger=self.path(name))
        self.assertEqual(read(self.path("a")), read(self.path("b")))
        self.play("--seed", "4", ledger=self.path("c"))
        self.assertNotEqual(games_of(self.path("a")), games_of(self.path("c")))

    def test_json_counts_what_the_ledger_has(self):
        result = self.play("--json", ledger=self.path("a"), games=6)
        summary = json.loads(result.stdout)
        games = games_of(self.path("a"))
        self.assertEqual(len(games), 6)
        wins = sum((game[4], game[1]) in (("w", "0"), ("b", "1")) for game in games)
        draws = sum(game[4] == "d" for game in games)
        self.assertEqual((summary["win"], summary["draw"], summary["games"], summary["pairs"]),
                         (wins, draws, 6, 3))
        self.assertEqual(summary["loss"], 6 - wins - draws)
        for key in ("crashes", "illegal", "time_losses"):
            self.assertEqual(summary[key], 0)
        again = run([HUFF, "match", "report", self.path("a"), "--json"])
        self.assertEqual(json.loads(again.stdout), summary)

    def test_killed_and_resumed_is_as_if_undisturbed(self):
        self.play(ledger=self.path("whole"), games=20)
        whole = read(self.path("whole"))
        cut = self.path("cut")
        kills = 0
        for _ in range(200):
            process = subprocess.Popen(arguments(ledger=cut, games=20), stdout=subprocess.DEVNULL)
            before = os.path.getsize(cut) if os.path.exists(cut) else 0
            deadline = time.monotonic() + PATIENCE
            while process.poll() is None and time.monotonic() < deadline:
                if os.path.exists(cut) and os.path.getsize(cut) > before + 3000 and kills < 5:
                    process.send_signal(signal.SIGKILL)
                    kills += 1
                    break
                time.sleep(0.001)
            if process.wait(timeout=PATIENCE) == 0:
                break
            self.assertTrue(whole.startswith(read(cut)[:read(cut).rfind(b"\n") + 1]))
        self.assertGreater(kills, 0)
        self.assertEqual(read(cut), whole)

    def test_a_ledger_of_another_match_is_refused(self):
        self.play(ledger=self.path("a"))
        before = read(self.path("a"))
        result = run(arguments(ledger=self.path("a"), nodes=300))
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("limits", result.stderr)
        self.assertEqual(read(self.path("a")), before)

    def test_two_games_at_a_time_are_the_same_games(self):
        self.play(ledger=self.path("one"), games=12)
        self.play("--concurrency", "2", "--force", ledger=self.path("two"), games=12)
        self.assertEqual(sorted(games_of(self.path("one"))), sorted(games_of(self.path("two"))))

    def test_every_fault_is_a_result_with_its_reason(self):
        fake = self.path("fake.py")
        with open(fake, "w", encoding="utf-8") as file:
            file.write(FAKE)
        cases = {"illegal": ("illegal move", "illegal"), "crash": ("crash", "crashes"),
                 "hang": ("hang", None), "garbled": ("garbled", None),
                 "late": ("time", "time_losses"), "none": (None, None)}
        for fault, (end, key) in cases.items():
            with self.subTest(fault=fault):
                ledger = self.path(fault)
                timed = ["--time", "0.3", "--margin", "0.2"] if fault == "late" else []
                result = run([HUFF, "match", "--games", "2", "--seed", "1", "--engine", "self",
                              "--engine", f"name=fake {sys.executable} {fake} {fault} {HUFF}",
                              *(timed or ["--depth", "2"]), "--patience", "20" if fault != "hang"
                              else "2", "--ledger", ledger, "--json"])
                self.assertEqual(result.returncode, 0, result.stderr)
                summary = json.loads(result.stdout)
                games = games_of(ledger)
                if not end:
                    self.assertEqual([game[6] for game in games], ["-", "-"])
                    continue
                self.assertEqual([game[5] for game in games], [end, end])
                self.assertEqual([game[6] for game in games], ["b", "w"])
                self.assertEqual((summary["win"], summary["loss"]), (2, 0))
                if key:
                    self.assertEqual(summary[key], 2)
                self.assertEqual(len(os.listdir(ledger + ".logs")), 2)

    def test_an_engine_that_never_starts_ends_the_match(self):
        result = run([HUFF, "match", "--engine", "self", "--engine", "/does/not/exist",
                      "--nodes", "100"])
        self.assertEqual(result.returncode, 1)
        self.assertIn("2 games in a row", result.stderr)
        self.assertIn("/does/not/exist", result.stderr)

    def test_sprt_stops_early(self):
        result = self.play("--sprt", "0,50", "--min-pairs", "10", "--json", games=400, nodes=1200)
        summary = json.loads(result.stdout)
        self.assertLess(summary["games"], 400)
        self.assertGreaterEqual(summary["pairs"], 10)

    def test_tables_end_games(self):
        self.play("--by-tables", "--exempt", "0", ledger=self.path("given"), games=16, nodes=1000)
        self.play("--by-tables", "--exempt", "100", ledger=self.path("played"), games=16,
                  nodes=1000)
        given, played = games_of(self.path("given")), games_of(self.path("played"))
        self.assertGreater(sum(game[5] == "table" for game in given), 0)
        self.assertEqual({game[5][-1] for game in played}, {"*"})
        for short, long in zip(given, played):
            self.assertTrue(long[8].startswith(short[8]))
            if short[5] == "table":
                self.assertGreater(len(long[8]), len(short[8]))
                told = {"w": "White wins", "d": "draw", "b": "Black wins"}[short[4]]
                self.assertEqual(long[9], "" if long[4] == short[4] else f"the tables said: {told}")
        report = json.loads(run([HUFF, "match", "report", self.path("played"), "--json"]).stdout)
        self.assertEqual(report["exempt"], 16)

    def test_reports_are_written(self):
        self.play("--pdn", self.path("a.pdn"), "--html", self.path("a.html"),
                  ledger=self.path("a"))
        dump = run([HUFF, "pdn", "dump", "--json", self.path("a.pdn")])
        games = [json.loads(line) for line in dump.stdout.splitlines()]
        self.assertEqual(len(games), 4)
        for game, line in zip(games, games_of(self.path("a"))):
            self.assertEqual(game["findings"], [])
            self.assertEqual(len(game["moves"]), len(line[8].split()))
        page = read(self.path("a.html")).decode()
        self.assertTrue(page.rstrip().endswith("</html>"))
        self.assertNotIn("http://", page.replace("http://www.w3.org", ""))

    def test_what_cannot_be_written_is_known_before_the_first_game(self):
        result = run(arguments("--html", self.folder, ledger=self.path("a")))
        self.assertEqual(result.returncode, 1)
        self.assertIn("not an ordinary file", result.stderr)
        self.assertFalse(os.path.exists(self.path("a")))

    def test_a_ledger_is_an_ordinary_file_with_each_game_once(self):
        self.play(ledger=self.path("a"))
        with open(self.path("a"), "ab") as file:
            file.write(read(self.path("a")).split(b"\n")[-2] + b"\n")
        for command in ([HUFF, "match", "report", self.path("a")], arguments(ledger=self.path("a"))):
            result = run(command)
            self.assertEqual(result.returncode, 1)
            self.assertIn("game 3 is there already", result.stderr)
        os.mkfifo(self.path("pipe"))
        for path in ("/dev/zero", "/dev/full", self.path("pipe")):
            self.assertIn("ordinary file", run(arguments(ledger=path)).stderr)
            self.assertIn("ordinary file", run([HUFF, "match", "report", path]).stderr)

    def test_wrong_usage_is_one_line_and_status_2(self):
        two = ["--engine", "self", "--engine", "self"]
        for words, said in ((["--engine", "self"], "two engines"),
                            ([*two, "--games", "3"], "even"),
                            ([*two, "--clock", "x"], "clock"),
                            ([*two, "--sprt", "10,0"], "normalised"),
                            ([*two, "--sprt", "5"], "NELO0,NELO1"),
                            ([*two, "--ballots", "/none"], "/none"),
                            ([*two, "--concurrency", "99"], "--force"),
                            ([*two, "--pdn", "x"], "--ledger"),
                            ([*two, "--tables", "x"], "--by-tables"),
                            ([*two, "--win-by-score", "5"], "CENTIMEN/MOVES"),
                            (["--engine", "nonsense=1 self", "--engine", "self"], "number 1")):
            result = run([HUFF, "match", *words])
            self.assertEqual(result.returncode, 2, words)
            self.assertEqual(len(result.stderr.strip().splitlines()), 1, result.stderr)
            self.assertIn(said, result.stderr)

    def test_ranks_play_the_same_games(self):
        """Only where the program was built with MPI."""
        mpirun = shutil.which("mpirun")
        if not mpirun or b"MPI_Init" not in read(HUFF):
            self.skipTest("built without MPI")
        self.play(ledger=self.path("one"), games=12)
        environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1",
                           OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
        result = run([mpirun, "-n", "3", "--oversubscribe",
                      *arguments("--json", ledger=self.path("ranks"), games=12)], env=environment)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(json.loads(result.stdout)["games"], 12)
        self.assertEqual(sorted(games_of(self.path("one"))), sorted(games_of(self.path("ranks"))))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
