# SPDX-License-Identifier: MIT
"""The command line as a person and a script use it: test_commands.py HUFF DATA_FOLDER"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import unittest

from peer import PATIENCE, Peer

HUFF = sys.argv[1]
DATA = sys.argv[2]
COMMANDS = ["analyse", "play", "variants", "moves", "perft", "match", "ballots", "pdn", "find", "book", "endgame",
            "bench", "hub", "hub1", "dxp", "selfplay", "solve", "train", "weights"]


def run(*arguments, text=""):
    return subprocess.run(
        [HUFF, *arguments], input=text, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


class CommandCase(unittest.TestCase):
    def good(self, *arguments, text=""):
        result = run(*arguments, text=text)
        self.assertEqual((result.returncode, result.stderr), (0, ""), arguments)
        return result.stdout

    def bad(self, *arguments, text=""):
        """A fault: no output, one line on standard error, a status that tells."""
        result = run(*arguments, text=text)
        self.assertIn(result.returncode, (1, 2), arguments)
        self.assertRegex(result.stderr, r"\Ahuff[^\n]*: [^\n]+\n\Z", arguments)
        self.assertEqual(result.stdout, "", arguments)
        return result.stderr


class Help(CommandCase):
    def test_who_cannot_move_wins_the_losing_game(self):
        for variant, score, said in (("losing", "100.00", "White has won"),
                                     ("international", "-100.00", "White has lost")):
            result = run("analyse", "--variant", variant, "W:W46:B41,37")
            self.assertIn(said, result.stdout)
            result = run("analyse", "--variant", variant, "--json", "W:W46:B41,37")
            self.assertIn(f'"bestmove":null,"score":{score}', result.stdout)

    def test_variants_tell_their_laws(self):
        names = [line.split()[0] for line in run("variants").stdout.splitlines()]
        self.assertIn("international", names)
        for name in names:
            result = run("variants", name)
            self.assertEqual(result.returncode, 0)
            for word in (f"{name}: ", "law: ", "begins", "men move", "kings capture", "crowning: "):
                self.assertIn(word, result.stdout)
            self.assertNotRegex(result.stdout, r"[ \t]\n")
        wrong = run("variants", "dameo")
        self.assertEqual((wrong.returncode, wrong.stdout), (2, ""))
        self.assertIn("dameo", wrong.stderr)

    def test_a_person_writes_letters_where_players_do(self):
        text = "c3-d4\nmoves\nquit\n"
        result = run("play", "--variant", "russian", "--engine", "none", text=text)
        self.assertIn("White plays c3-d4", result.stdout)
        self.assertIn("f6-e5", result.stdout)
        wrong = run("play", "--variant", "russian", "--engine", "none", text="c3-d5\nquit\n")
        self.assertIn("error: ", wrong.stdout)

    def test_every_command_is_listed_and_explained(self):
        overview = self.good("help")
        self.assertEqual(overview, self.good("--help"))
        for name in COMMANDS:
            self.assertIn(f"\n  {name} ", overview)
            text = self.good(name, "--help")
            self.assertTrue(text.startswith(f"usage: huff {name}"))
            self.assertEqual(text, self.good("help", name))
            self.assertLess(max(map(len, text.splitlines())), 120)
        self.assertRegex(self.good("--version"), r"^huff \d+\.\d+\.\d+\n$")

    def test_wrong_usage(self):
        for arguments in (["dance"], ["help", "dance"], ["analyse", "--dance"], ["analyse", "-d"],
                          ["analyse", "--depth"], ["analyse", "--depth", "x"], ["analyse", "--depth=0"],
                          ["analyse", "--depth", "1000"], ["analyse", "--time", "soon"],
                          ["analyse", "--nodes", "-1"], ["analyse", "--json=yes", "start"],
                          ["analyse", "--threads", "0", "start"], ["moves", "--variant", "chess"],
                          ["hub", "now"], ["play", "now"], ["bench", "now"], ["version", "now"],
                          ["perft", "start", "3", "4"], ["play", "--engine", "red"], ["dxp"], ["dxp", "--stdio", "--listen", ":1"],
                          ["dxp", "--connect", "host:port"], ["dxp", "--stdio", "--color", "red"],
                          ["dxp", "--stdio", "--start", "W:W51:B1"]):
            self.bad(*arguments)


class Moves(CommandCase):
    def test_list(self):
        self.assertEqual(self.good("moves", "W:WK4:B13,20,32,37"), "4x15x13x20x32\n4x15x13x20x37\n")
        self.assertEqual(len(self.good("moves", "start").splitlines()), 9)
        self.assertEqual(self.good("moves", "start", "32-28", "19-23"), "28x19x23\n")
        self.assertEqual(self.good("moves", "1. 32-28 19-23"), "28x19x23\n")
        self.assertEqual(
            self.good("moves", "--variant", "checkers", "B:W23,22,15,14:B11,10"),
            "10x26x14x22\n10x26x15x23\n11x25x15x22\n11x27x15x23\n")
        self.assertEqual(self.good("moves", "W:W36:B31,27"), "")
        self.assertEqual(self.good("moves", "32:28", "19-23"), "28x19x23\n")

    def test_faults_name_place_and_remedy(self):
        self.assertIn("51", self.bad("moves", "W:W51:B1"))
        self.assertIn("ply 2", self.bad("moves", "start", "32-28", "28-22"))
        self.assertIn("4x27x38x15", self.bad("moves", "W:WK4:B13,20,32,37", "4x15"))
        self.bad("moves", "W:W4:B49")
        self.bad("moves", "W:W:B")
        self.bad("moves", "X:W31:B20")
        self.bad("moves", "")


class Perft(CommandCase):
    def counts(self, *arguments):
        return [int(line.split()[1]) for line in self.good("perft", *arguments).splitlines()]

    def test_counts(self):
        international = [9, 81, 658, 4265, 27117, 167140, 1049442, 6483961]
        self.assertEqual(self.counts("start", "8"), international)
        self.assertEqual(self.counts("--threads", "3", "start", "8"), international)
        self.assertEqual(self.counts("--keep", "start", "8")[-1], 6483971)
        self.assertEqual(self.counts("--variant", "english", "start", "8"),
                         [7, 49, 302, 1469, 7361, 36768, 179740, 845931])

    def test_divide(self):
        lines = self.good("perft", "--divide", "start", "5").splitlines()
        self.assertEqual(len(lines), 10)
        self.assertEqual(sum(int(line.split()[1]) for line in lines[:-1]), 27117)
        self.assertRegex(lines[-1], r"^5 27117 \d+\.\d{3}$")

    def test_faults(self):
        for arguments in ([], ["start"], ["start", "0"], ["start", "x"], ["start", "99"],
                          ["W:W99:B1", "3"], ["start", "3", "4"]):
            self.bad("perft", *arguments)
        for arguments in ([], ["start"], ["start", "3", "4"], ["start", "x"], ["start", "99"]):
            self.assertEqual(run("perft", *arguments).returncode, 2, arguments)


class Solve(CommandCase):
    PROBLEM = "W:W11,19,22,28,31,41:B6,9,17,26,30,38,40"

    def test_one_problem(self):
        text = self.good("solve", "--nodes", "100000", self.PROBLEM)
        self.assertIn("1. 19-14 26x46 2. 14x3 46x5", text)
        self.assertIn("proved: wins by tables", text)
        self.assertIn("19-14: no other move of 7 does it", text)
        text = self.good("solve", "--nodes", "1000", "--first", "start")
        self.assertIn("not proved: no win seen", text)
        self.assertIn("draws", self.good("solve", "--goal", "draw", "W:WK47,K48:BK5"))

    def test_collection(self):
        with tempfile.TemporaryDirectory() as folder:
            lines = os.path.join(folder, "problems.tsv")
            with open(lines, "w", encoding="utf-8") as file:
                file.write(f"# two and a wrong one\na set\t{self.PROBLEM}\t2-0\n\nW:WK47,K48:BK5\t1-1\n")
            options = ["solve", "--json", "--nodes", "50000", "--first"]
            found = [json.loads(line) for line in self.good(*options, lines).splitlines()]
            self.assertEqual(len(found), 3)
            self.assertEqual(found[0]["class"], "proved")
            self.assertEqual((found[1]["goal"], found[1]["class"]), ("draw", "proved"))
            self.assertEqual((found[2]["positions"], found[2]["proved"], found[2]["wrong"]), (2, 2, 0))
            game = os.path.join(folder, "game.pdn")
            with open(game, "w", encoding="utf-8") as file:
                file.write(f'[FEN "{self.PROBLEM}"]\n[Result "2-0"]\n\n2-0\n')
            found = [json.loads(line) for line in self.good(*options, game).splitlines()]
            self.assertEqual((found[0]["game"], found[0]["class"]), (1, "proved"))
            wrong = run(*options, "-", text="W:W99:B1\nrubbish\n")
            self.assertEqual(wrong.returncode, 1)
            self.assertIn("line 1: ", wrong.stderr)
            self.assertIn("line 2: ", wrong.stderr)
        self.bad("solve", "--goal", "glory", "start")
        self.assertIn("no position", self.bad("solve", "no such file"))


def forget_seconds(text):
    """What `analyse` prints, as rows of words without the seconds."""
    return [words[:3] + words[4:] if words[:1] and words[0].isdigit() else words
            for words in (line.split() for line in text.splitlines())]


class Analyse(CommandCase):
    def test_the_sample_of_the_readme(self):
        with open(os.path.join(DATA, "..", "..", "README.md"), encoding="utf-8") as file:
            readme = file.read()
        fen = re.search(r'build/huff analyse --depth 9 "([^"]+)"', readme).group(1)
        sample = re.search(r"^depth +score.*?^best move[^\n]*", readme, re.DOTALL | re.MULTILINE).group(0)
        printed = self.good("analyse", "--depth", "9", fen)
        self.assertEqual(forget_seconds(printed[printed.index("depth"):]), forget_seconds(sample))

    def test_every_move_with_its_value(self):
        arguments = ["analyse", "--json", "--depth", "5", "--multi-pv", "all", "W:WK28,K33,41:BK3"]
        lines = [json.loads(line) for line in self.good(*arguments).splitlines()]
        last = [line for line in lines[:-1] if line["depth"] == 5]
        moves = self.good("moves", "W:WK28,K33,41:BK3").split()
        self.assertEqual(sorted(line["pv"][0] for line in last), sorted(moves))
        self.assertEqual([line["rank"] for line in last], list(range(1, len(moves) + 1)))
        self.assertEqual({line["value"] for line in last}, {"draw", "loss"})
        self.assertEqual([line["pv"][0] for line in last if line["value"] == "loss"], ["28-14"])
        self.assertEqual(lines[-1]["bestmove"], last[0]["pv"][0])
        few = self.good("analyse", "--depth", "5", "--multi-pv", "2", "start").splitlines()
        self.assertRegex(few[-2], r"^    5 .* 2\. ")
        self.assertRegex(self.good("analyse", "--depth", "8", "W:WK47,K48,K49,K50:BK5"), "win in 3")
        self.bad("analyse", "--multi-pv", "0", "start")

    def test_chosen_moves(self):
        for moves in ("33-29", "33-29 35-30", "33-29, 35-30"):
            text = self.good("analyse", "--json", "--depth", "4", "--moves", moves, "start")
            self.assertIn(json.loads(text.splitlines()[-1])["bestmove"], moves)
        self.assertIn("--moves", run("analyse", "--depth", "2", "--moves", "33-27", "start").stderr)
        self.assertIn("--moves", run("analyse", "--depth", "2", "--moves", " ", "start").stderr)

    def test_analysis_until_interrupted(self):
        with subprocess.Popen([HUFF, "analyse", "--infinite", "W:W27:B22"], stdout=subprocess.PIPE,
                              text=True) as process:
            while "win in 1" not in process.stdout.readline():
                pass
            process.send_signal(signal.SIGINT)
            text = process.communicate(timeout=PATIENCE)[0]
        self.assertEqual(process.returncode, 0)
        self.assertIn("best move 27x18, score win in 1", text)

    def test_json(self):
        lines = [json.loads(line) for line in
                 self.good("analyse", "--json", "--depth", "7", "start", "32-28").splitlines()]
        for line in lines[:-1]:
            self.assertEqual(set(line), {"depth", "score", "nodes", "time", "pv"})
            self.assertTrue(line["pv"])
        self.assertEqual(set(lines[-1]), {"bestmove", "score"})
        self.assertEqual(lines[-1]["bestmove"], lines[-2]["pv"][0])
        self.assertEqual(lines[-2]["depth"], 7)

    def test_position_without_a_move(self):
        self.assertIn("Black has lost", self.good("analyse", "--depth", "5", "B:W31:B"))
        text = self.good("analyse", "--json", "--depth", "5", "B:W31:B")
        self.assertEqual(json.loads(text), {"bestmove": None, "score": -100.0})

    def test_standard_input(self):
        text = "# two positions\n\nW:W31-50:B1-20 ; 32-28\nW:WK4:B13,20,32,37\r\n"
        for arguments in ([], ["-"]):
            lines = self.good("analyse", "--json", "--depth", "3", *arguments, text=text).splitlines()
            ends = [json.loads(line) for line in lines if "bestmove" in line]
            self.assertEqual([end["line"] for end in ends], [3, 4])
        result = run("analyse", "--json", "--depth", "3", text="W:W99:B\nW:W31\0:B20\nstart\n")
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"line 1: .*\n.*line 2: .*NUL.*\n.*2 of 3")
        self.assertEqual(result.stdout.count("bestmove"), 1)
        self.bad("analyse", "--depth", "3", text="")

    def test_positions_do_not_touch_each_other(self):
        def without_times(text):
            found = [json.loads(line) for line in text.splitlines()]
            return [{k: v for k, v in line.items() if k not in ("line", "time")} for line in found]

        once = without_times(self.good("analyse", "--json", "--depth", "7", text="start\n"))
        twice = without_times(self.good("analyse", "--json", "--depth", "7", text="start\nstart\n"))
        self.assertEqual(twice, once + once)

    def test_node_limit_is_exact(self):
        lines = self.good("analyse", "--json", "--nodes", "12345", "start").splitlines()
        self.assertLessEqual(max(json.loads(line).get("nodes", 0) for line in lines), 12345)

    def test_same_result_every_time(self):
        def nodes():
            lines = self.good("analyse", "--json", "--depth", "9", "start").splitlines()
            return [json.loads(line).get("nodes") for line in lines]

        self.assertEqual(nodes(), nodes())

    def test_output_that_cannot_be_written(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        with open("/dev/full", "w", encoding="ascii") as full:
            result = subprocess.run([HUFF, "moves", "start"], stdout=full, stderr=subprocess.PIPE,
                                    text=True, timeout=PATIENCE, check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn("cannot write", result.stderr)


class Bench(CommandCase):
    def test_signature(self):
        last = self.good("bench").splitlines()[-1]
        self.assertRegex(last, r"^\d+ nodes \d+ nps$")


class Dialects(CommandCase):
    def test_hub(self):
        with Peer(HUFF) as peer:
            peer.send("hub")
            self.assertTrue(peer.until("wait")[0].startswith("id name=huff"))
            self.assertEqual(peer.close(), 0)

    def test_dxp(self):
        request = "R01" + "Somebody".ljust(32) + "W005000A"
        for ending in ("\n", "\0"):
            with Peer(HUFF) as peer:
                peer.send_bytes((request + ending).encode())
                answer = peer.until("A")[-1]
                self.assertEqual((len(answer), answer[-1]), (34, "0"))
                self.assertRegex(peer.until("M")[-1], r"^M\d{4}\d{4}00")
                peer.send_bytes(("E01" + ending).encode())
                self.assertEqual(peer.until("E")[-1], "E01")
                self.assertEqual(peer.wait(), 0)

    def test_empty_lines_first(self):
        with Peer(HUFF) as peer:
            peer.send_bytes(b"\r\n\n  hub \r\n")
            self.assertTrue(peer.until("wait")[0].startswith("id name=huff"))
        with Peer(HUFF) as peer:
            peer.send_bytes(b"\0" + b"R01" + b"Somebody".ljust(32) + b"W005000A\0")
            self.assertTrue(peer.until("A"))

    def test_console(self):
        with Peer(HUFF) as peer:
            peer.send("moves", "32-28", "fen")
            self.assertEqual(len(peer.until("W:", "B:")), 11)
            self.assertEqual(peer.close(), 0)

    def test_nothing(self):
        self.assertEqual(self.good(text=""), "")


class ClosedDescriptors(CommandCase):
    """Standard descriptors that are closed, or whose other end goes away, end the program."""

    def shell(self, script):
        return subprocess.run(["sh", "-c", script, "sh", HUFF], capture_output=True, text=True,
                              timeout=PATIENCE, check=False)

    def test_input_closed(self):
        for command in ("play", "dxp --stdio", "hub", "", "play --engine both --depth 1"):
            self.assertNotIn(self.shell(f'"$1" {command} <&-').returncode, (124, -9), command)

    def test_output_closed(self):
        self.assertEqual(self.shell('"$1" moves start >&-').returncode, 1)

    def test_reader_gone(self):
        for command in ("analyse --time 1000 start", "analyse --json --time 1000 start",
                        "perft start 40"):
            result = self.shell(f'"$1" {command} | head -n 1')
            self.assertEqual(len(result.stdout.splitlines()), 1, command)


class Play(CommandCase):
    def test_long_name_and_counts(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "g" * 251 + ".pdn")
            with Peer(HUFF, "play", "--engine", "none", "--file", path) as peer:
                peer.send("setup W:WK31:BK1,K2:H40", "31-27", "save", "quit")
                self.assertEqual(peer.wait(), 0)
            with open(path, encoding="utf-8") as file:
                self.assertIn('[FEN "W:WK31:BK1,K2:H40:F1"]', file.read())

    def test_game_saved_as_pdn(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a game é.pdn")
            with Peer(HUFF, "play", "--engine", "none", "--file", path) as peer:
                peer.send("32-28", "19-23", "28x19", "save", "quit")
                self.assertEqual(peer.wait(), 0)
            with open(path, encoding="utf-8") as file:
                pdn = file.read()
            self.assertIn('[GameType "20"]', pdn)
            self.assertIn("1. 32-28 19-23 2. 28x19 *", pdn)
            self.assertEqual(os.listdir(folder), ["a game é.pdn"])

    def test_engine_against_itself(self):
        with Peer(HUFF, "play", "--engine", "both", "--nodes", "300", "--variant", "english") as peer:
            lines = peer.until("Game over")
            self.assertRegex(lines[-1], r"^Game over: (1-0|0-1|1/2-1/2), .+")
            peer.send("result", "quit")
            self.assertEqual(peer.wait(), 0)
        self.assertGreater(len(lines), 20)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
