# SPDX-License-Identifier: MIT
"""The Hub door, driven as GUIs drive it: test_hub.py HUFF DATA_FOLDER"""

import os
import random
import subprocess
import sys
import time
import unittest

from peer import Peer

HUFF = sys.argv[1]
DATA = sys.argv[2]
START = "W" + 20 * "b" + 10 * "e" + 20 * "w"
START_ENGLISH = "B" + 12 * "b" + 8 * "e" + 12 * "w"


def hub(*arguments):
    """Without its book, whose moves are drawn by chance, unless the arguments say otherwise."""
    return Peer(HUFF, "hub", "--book", "false", *arguments)


class HubCase(unittest.TestCase):
    def ask(self, peer, *lines):
        """Sends lines that need no answer, then checks by a ping what came before its pong."""
        peer.send(*lines, "ping")
        return peer.until("pong")[:-1]

    def accept(self, peer, *lines):
        self.assertEqual(self.ask(peer, *lines), [])

    def refuse(self, peer, *lines):
        answer = self.ask(peer, *lines)
        self.assertEqual(len(answer), 1, answer)
        self.assertRegex(answer[0], r'^error message="?[^"]+"?$')
        return answer[0]

    def move(self, peer, *lines):
        """Sends lines that make the engine think; returns the words of the one `done`."""
        peer.send(*lines)
        read = peer.until("done")
        self.assertEqual([line for line in read if line.startswith("error")], [], lines)
        self.assertEqual(self.ask(peer), [])
        return read[-1].split()


class Initialisation(HubCase):
    def test_handshake(self):
        with hub() as peer:
            peer.send("hub")
            lines = peer.until("wait")
            self.assertRegex(lines[0], r"^id name=huff version=[0-9.]+ author=")
            params = lines[1:-1]
            self.assertTrue(params)
            for line in params:
                self.assertRegex(line, r"^param name=[a-z-]+ value=\S+ type=(bool|int|enum|string)\b")
            variant = [line for line in params if "name=variant" in line][0]
            self.assertRegex(variant, r' values="normal english [a-z ]*bt[a-z -]*"$')
            peer.send("set-param name=threads value=2", "init")
            self.assertEqual(peer.line(), "ready")
            self.assertEqual(peer.close(), 0)
            self.assertEqual(peer.errors, [])

    def test_carriage_returns_and_blanks(self):
        with hub() as peer:
            peer.send_bytes(b"hub\r\n\r\n \t\r\n  init \r\n\tping\t\r\n")
            self.assertEqual(peer.until("ready")[-1], "ready")
            self.assertEqual(peer.line(), "pong")

    def test_unreasonable_settings(self):
        with hub() as peer:
            for value in ("0", "-1", "100000", "x", "", "1.5", "99999999999999999999"):
                self.refuse(peer, f'set-param name=threads value="{value}"')
            for value in ("0", "1", "3", "100"):
                self.accept(peer, f"set-param name=hash value={value}")
                self.move(peer, "pos", "level depth=4", "go think")
            self.refuse(peer, "set-param name=variant value=chess")
            self.refuse(peer, "set-param name=ponder value=perhaps")
            self.refuse(peer, "set-param value=3")
            self.accept(peer, "set-param name=tt-size value=22", "set-param name=bb-size value=4")
            self.accept(peer, "set-param name=threads value=none", "set-param name=ponder value=1")


class Vectors(HubCase):
    def test_every_line(self):
        """Every row of hub.tsv: what is valid or tolerated gives no error, the rest one."""
        rows = 0
        with open(os.path.join(DATA, "protocol", "hub.tsv"), encoding="utf-8") as file:
            for row in file:
                if row.startswith("#"):
                    continue
                line, kind, _ = row.rstrip("\n").split("\t")
                rows += 1
                with hub() as peer:
                    if line == "quit":
                        peer.send(line)
                        self.assertEqual(peer.wait(), 0)
                        continue
                    peer.send(line)
                    if line.startswith("go"):
                        peer.send("stop")
                    peer.send("ping")
                    answer = peer.until("pong")
                    errors = [text for text in answer if text.startswith("error")]
                    wrong = kind == "error" and line.strip() != ""
                    self.assertEqual(len(errors), int(wrong), (row, answer))
        self.assertGreater(rows, 35)


class Positions(HubCase):
    def test_moves_in_every_form(self):
        with hub() as peer:
            for text in ("32-28 19-23 28x19", "32-28 19-23 28x19x23", "32-28  19-23 28x19 14x23"):
                self.accept(peer, f'pos pos={START} moves="{text}"')
                self.assertRegex(
                    " ".join(self.move(peer, "level depth=3", "go think")), r"^done move=\d+x"
                    if not text.endswith("14x23") else r"^done move="
                )

    def test_wrong_move_keeps_the_position_before_it(self):
        with hub() as peer:
            for wrong in ("32-28", "32-27", "32/28", "99-1", "28x19", "x", "32-28-22"):
                error = self.refuse(peer, f'pos pos={START} moves="32-28 {wrong}"')
                self.assertIn(f"move 2 of the list, '{wrong}'", error)
                done = self.move(peer, "level depth=3", "go think")
                square = int(done[1].split("=")[1].split("-")[0])
                self.assertLessEqual(square, 20, "Black must be to move")

    def test_bad_positions_change_nothing(self):
        bad = ["W", START[:-1], START + "e", START.lower(), "W" + 50 * "e", "W" + 50 * "x",
               START[:1] + "w" + START[2:], START_ENGLISH, "?" + START[1:]]
        with hub() as peer:
            self.accept(peer, f'pos pos={START} moves="31-27"')
            for text in bad:
                self.refuse(peer, f"pos pos={text}")
            done = self.move(peer, "level depth=3", "go think")
            self.assertLessEqual(int(done[1].split("=")[1].split("-")[0]), 20)

    def test_full_boards(self):
        kings = "W" + 50 * "W"
        mixed = "W" + 30 * "W" + 20 * "B"
        with hub() as peer:
            self.assertEqual(self.move(peer, f"pos pos={kings}", "level depth=3", "go think"), ["done"])
            self.assertEqual(self.move(peer, f"pos pos={mixed}", "level depth=3", "go think"), ["done"])

    def test_positions_without_a_move(self):
        lone = "W" + 49 * "e" + "W"
        blocked = ["e"] * 50
        blocked[35], blocked[30], blocked[26] = "w", "b", "b"
        with hub() as peer:
            self.assertEqual(
                self.move(peer, "pos pos=W" + "".join(blocked), "level depth=5", "go think"), ["done"])
            self.assertEqual(
                self.move(peer, "pos pos=B" + lone[1:], "level depth=5", "go analyze"), ["done"])
            self.assertTrue(self.move(peer, "pos", "level depth=3", "go think")[1:])

    def test_english(self):
        with hub("--variant", "english") as peer:
            done = self.move(peer, f'pos pos={START_ENGLISH} moves="11-15 22-17"',
                             "level depth=8", "go think")
            self.assertRegex(done[1], r"^move=\d+-\d+$")
            self.refuse(peer, f"pos pos={START}")
            self.accept(peer, "set-param name=variant value=normal", f"pos pos={START}")

    def test_repetition_comes_from_the_moves(self):
        """With the moves of the game given, the third occurrence is worth nothing to either."""
        board = ["e"] * 50
        board[45], board[35], board[49], board[14] = "W", "w", "B", "b"
        position = "W" + "".join(board)
        moves = "46-41 50-45 41-46 45-50 46-41 50-45 41-46"
        with hub() as peer:
            peer.send(f'pos pos={position} moves="{moves}"', "level depth=9", "go analyze")
            fresh = peer.until("done")
            peer.send(f"pos pos={position}", "level depth=9", "go analyze")
            peer.until("done")
            peer.send(f'pos pos={position} moves="{moves}"', "level depth=9", "go analyze")
            again = peer.until("done")
            score = [float(word.split("=")[1]) for word in fresh[-2].split() if "score=" in word]
            self.assertGreaterEqual(score[0], 0.0, "45-50 draws at once")
            self.assertEqual(fresh[-1].split()[1], again[-1].split()[1])


class Searching(HubCase):
    def test_several_lines(self):
        with hub() as peer:
            self.accept(peer, "set-param name=multi-pv value=3", "pos", "level depth=6")
            peer.send("go analyze")
            infos = [line for line in peer.until("done")[:-1] if " depth=6 " in line]
            self.assertEqual(len(infos), 3)
            for rank, line in enumerate(infos, 1):
                self.assertRegex(line, rf" multi-pv={rank} value=unknown pv=")
            # Play is not slowed down by it.
            peer.send("pos", "level depth=3", "go think")
            self.assertEqual(len(peer.until("done")), 4)
            self.accept(peer, "set-param name=multi-pv value=all")
            peer.send("pos", "level depth=1", "go analyze")
            self.assertEqual(len(peer.until("done")), 10)

    def test_chosen_moves(self):
        with hub() as peer:
            words = self.move(peer, "pos", "level depth=5", 'go think moves="33-29"')
            self.assertEqual(words[1], "move=33-29")
            self.refuse(peer, 'go think moves="33-27"')
            self.assertEqual(self.move(peer, "pos", "level depth=2", "go analyze")[0], "done")

    def test_info_before_done(self):
        with hub() as peer:
            peer.send("pos", "level depth=7", "go analyze")
            lines = peer.until("done")
            self.assertGreaterEqual(len(lines), 2)
            for line in lines[:-1]:
                self.assertRegex(
                    line, r'^info depth=\d+ mean-depth=[\d.]+ .*score=-?\d+\.\d\d nodes=\d+ '
                    r'time=[\d.]+ nps=[\d.]+ .*pv="?\d+[-x]')

    def test_one_done_for_every_go(self):
        with hub() as peer:
            peer.send("pos", "level depth=3", "go think", "stop", "stop", "ponder-hit")
            peer.until("done")
            self.accept(peer, "stop")

    def test_ping_while_searching(self):
        with hub() as peer:
            peer.send("pos", "level infinite", "go analyze", "ping")
            read = peer.until("pong")
            self.assertFalse([line for line in read if line.startswith("done")])
            peer.send("stop")
            peer.until("done")

    def test_late_stop_does_not_hit_the_next_search(self):
        with hub() as peer:
            self.move(peer, "pos", "level depth=3", "go think")
            peer.send("stop", "pos", "level nodes=200000", "go analyze")
            done = peer.until("done")
            nodes = max(int(word.split("=")[1]) for line in done[:-1] for word in line.split()
                        if word.startswith("nodes="))
            self.assertGreater(nodes, 20000)

    def test_times_that_make_no_sense(self):
        with hub() as peer:
            for level in ("time=-0.5 inc=0.1", "time=0", "move-time=0", "move-time=-1", "time=0 moves=1",
                          "move-time=0,05", "time=0,1 inc=0"):
                done = self.move(peer, "pos", f"level {level}", "go think")
                self.assertRegex(done[1], r"^move=\d+-\d+$", level)
            for level in ("time=nan", "move-time=inf", "depth=x", "nodes=1.5", "time=", "moves=a"):
                self.refuse(peer, "pos", f"level {level}")
                self.assertRegex(self.move(peer, "go think")[1], r"^move=", "must not think for ever")
            for level in ("time=1e308", "move-time=1e400"):
                self.assertRegex(self.move(peer, "pos", f"level {level}", "go think")[1], "^move=")
            for level in ("depth=99999999999", "nodes=99999999999999999999"):
                self.accept(peer, "pos", f"level {level}")
                peer.send("go think", "ping", "stop")
                peer.until("done")
            for level in ("nodes=0", "nodes=-99999999999999999999", "depth=0", "depth=-3"):
                self.move(peer, "pos", f"level {level}", "go think")

    def test_moves_without_a_clock(self):
        """Moves to the control or an increment alone still mean a clock, not for ever."""
        with hub() as peer:
            for level in ("moves=40", "inc=0.1"):
                self.move(peer, "pos", f"level {level}", "go think")

    def test_more_threads_than_processors(self):
        with hub("--threads", "64", "--hash", "1") as peer:
            for _ in range(10):
                self.move(peer, "pos", "level move-time=0.01", "go think")

    def test_levels_gather(self):
        with hub() as peer:
            self.move(peer, "pos", "level time=600", "level depth=4", "level handicap=3 ply=2", "go")

    def test_new_command_ends_the_search_first(self):
        with hub() as peer:
            peer.send("pos", "level infinite", "go analyze", "new-game", "set-param name=hash value=8",
                      "pos", "level depth=3", "go think")
            first = peer.until("done")
            second = peer.until("done")
            self.assertTrue(first and second)
            self.accept(peer)

    def test_pondering(self):
        randomness = random.Random(7)
        with hub("--threads", "2") as peer:
            for turn in range(200):
                peer.send(f'pos pos={START} moves="32-28"', "level move-time=0.002", "go ponder")
                time.sleep(randomness.random() * 0.01)
                peer.send(randomness.choice(["ponder-hit", "stop"]))
                if turn % 5 == 0:
                    peer.send("stop")
                read = peer.until("done")
                self.assertRegex(read[-1], r"^done move=\d+-\d+")
            self.accept(peer)

    def test_ponder_waits_for_the_hit(self):
        with hub() as peer:
            peer.send("pos", "level depth=3", "go ponder", "ping")
            read = peer.until("pong")
            time.sleep(0.2)
            self.assertFalse([line for line in read if line.startswith("done")])
            peer.send("ponder-hit")
            self.assertRegex(peer.until("done")[-1], r"^done move=")


class Rubbish(HubCase):
    def test_long_lines_and_bytes(self):
        with hub() as peer:
            peer.send_bytes(b"x" * 10_000_000 + b"\nping\n")
            self.assertEqual(len(peer.until("pong")), 2)
            peer.send_bytes(b"pos pos=" + b"W" * 2_000_000 + b"\nping\n")
            self.assertEqual(len(peer.until("pong")), 2)
            peer.send_bytes(b"po\0s\n\xff\xfe\x80 \x01\n\"\n=\nname=\n" + bytes(range(256)) + b"\nping\n")
            read = peer.until("pong")
            self.assertTrue(all(line.startswith("error message=") for line in read[:-1]), read)
            for line in read[:-1]:
                self.assertTrue(line.isprintable() and line.isascii(), line)

    def test_random_bytes(self):
        randomness = random.Random(11)
        words = [b"pos", b"go", b"level", b"pos=", START.encode(), b"moves=", b'"', b"=", b"32-28",
                 b"think", b"depth=2", b" ", b"\0", b"\xff", b"set-param", b"name=threads", b"value=1"]
        with hub() as peer:
            for _ in range(300):
                peer.send_bytes(b" ".join(randomness.choices(words, k=randomness.randrange(8))) + b"\n")
            self.ask(peer, "stop", "new-game")
            self.move(peer, "pos", "level depth=3", "go think")


class Endings(HubCase):
    def test_end_of_input(self):
        with hub() as peer:
            peer.send("hub", "init")
            self.assertEqual(peer.close(), 0)

    def test_end_of_input_while_searching(self):
        for mode in ("analyze", "ponder", "think"):
            with hub("--threads", "2") as peer:
                peer.send("pos", "level infinite", f"go {mode}", "ping")
                peer.until("pong")
                self.assertEqual(peer.close(), 0)

    def test_output_closed(self):
        """The program notices that nobody reads any more, and ends without a further line."""
        reading, writing = os.pipe()
        process = subprocess.Popen([HUFF, "hub"], stdin=subprocess.PIPE, stdout=writing)
        os.close(writing)
        try:
            process.stdin.write(b"pos\nlevel infinite\ngo analyze\nping\n")
            process.stdin.flush()
            self.assertTrue(os.read(reading, 1))
            os.close(reading)
            self.assertEqual(process.wait(timeout=60), 0)
        finally:
            process.kill()
            process.stdin.close()


class VersionOne(HubCase):
    def play(self, peer):
        peer.send("new", "start", "move 32-28", "move 19-23", "move 28x19", "depth 5", "go")
        read = peer.until("move")
        self.assertRegex(read[-1], r"^move \d+x\d+x\d+( \S+)?$")
        self.assertRegex(read[-2], r"^info \d+ \d+\.\d -?\d+ \d+ \d+\.\d\d \d+\.\d \d+x\d+")

    def test_named(self):
        with Peer(HUFF, "hub1") as peer:
            peer.send("hub")
            self.assertEqual(peer.until("wait")[0].split()[0], "name")
            peer.send("set book false", "set threads 1", "init")
            self.assertEqual(peer.line(), "ready")
            self.play(peer)
            peer.send("pos w" + START[1:], "time 50", "go")
            self.assertRegex(peer.until("move")[-1], r"^move \d+-\d+")
            peer.send("pos W" + START[1:])
            self.assertRegex(peer.line(), "^error ")
            peer.send("move 1-2")
            self.assertRegex(peer.line(), "^error ")
            peer.send("level 40 60000 0", "ponder", "ping")
            peer.until("pong")
            peer.send("ponder-hit", "stop")
            peer.until("move")
            peer.send("analyse", "stop")
            peer.until("move")
            self.assertEqual(peer.close(), 0)

    def test_recognised(self):
        with hub() as peer:
            peer.send("hub", "set book false", "init")
            self.assertEqual(peer.until("ready")[-1], "ready")
            self.play(peer)

    def test_recognised_by_its_position(self):
        with hub() as peer:
            peer.send("pos w" + START[1:], "depth 3", "go")
            self.assertRegex(peer.until("move", "error")[-1], r"^move \d+-\d+")


class WholeGame(HubCase):
    def test_english_game_to_its_end(self):
        """Two engines play on until one has no move; the console names the same end."""
        moves = []
        with hub("--variant", "english") as one, hub("--variant", "english", "--evaluation",
                                                      "material") as two:
            for ply in range(400):
                peer = (one, two)[ply % 2]
                text = f'pos pos={START_ENGLISH} moves="{" ".join(moves)}"' if moves else "pos"
                done = self.move(peer, text, f"level depth={(9, 2)[ply % 2]}", "go think")
                if len(done) == 1:
                    break
                moves.append(done[1].split("=")[1])
        self.assertEqual(len(done), 1, "the deeper search wins long before the last ply tried")
        loser = ("Black", "White")[len(moves) % 2]
        with Peer(HUFF, "play", "--variant", "english", "--engine", "none") as judge:
            judge.send(*moves, "result", "quit")
            self.assertEqual(judge.wait(), 0)
            end = judge.until("Game over")[-1]
        self.assertRegex(end, rf"^Game over: (1-0|0-1), {loser} has no move\.$")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
