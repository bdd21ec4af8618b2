# SPDX-License-Identifier: MIT
"""`huff play` on a terminal and on a pipe: test_play.py HUFF DATA_FOLDER"""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

from peer import PATIENCE

HUFF = sys.argv[1]
FAST = ["--book", "false", "--hash", "1"]


class Terminal:
    """The program on a terminal of its own."""

    def __init__(self, *words, **environment):
        self.master, slave = pty.openpty()
        names = {name: value for name, value in os.environ.items()
                 if name not in ("NO_COLOR", "TERM")}
        names.update({"TERM": "xterm"}, **environment)
        self.process = subprocess.Popen([HUFF, "play", *FAST, *words], stdin=slave, stdout=slave,
                                        stderr=slave, env=names, start_new_session=True)
        os.close(slave)
        self.shown = ""

    def until(self, pattern):
        """All that is shown up to where the pattern fits."""
        end = time.monotonic() + PATIENCE
        while True:
            found = re.search(pattern, self.shown)
            if found:
                text, self.shown = self.shown[:found.end()], self.shown[found.end():]
                return text
            ready, _, _ = select.select([self.master], [], [], max(0, end - time.monotonic()))
            assert ready, f"no {pattern} in {self.shown!r}"
            try:
                self.shown += os.read(self.master, 65536).decode().replace("\r\n", "\n")
            except OSError:
                raise AssertionError(f"ended before {pattern}: {self.shown!r}") from None

    def send(self, line):
        os.write(self.master, (line + "\n").encode())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)


def script(lines, *words):
    result = subprocess.run([HUFF, "play", *FAST, *words], input="\n".join(lines) + "\n",
                            capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (result.returncode, result.stderr) == (0, ""), result
    return result.stdout.splitlines()


class OnAPipe(unittest.TestCase):
    def test_every_line_has_its_answer(self):
        lines = script(["fen W:W50,49:B1,2", "50-45", "49-44", "45-40"], "--depth", "7")
        self.assertEqual([line.split(" plays")[0] for line in lines[1:]], ["White", "Black"] * 3)
        for line in lines[2::2]:
            self.assertIn("depth 7", line)
        self.assertFalse([line for line in lines if "\x1b" in line])

    def test_quitting_cuts_a_thought_short(self):
        start = time.monotonic()
        lines = script(["32-28", "quit"], "--time", "1000")
        self.assertLess(time.monotonic() - start, PATIENCE / 2)
        self.assertTrue(lines[1].startswith("Black plays"))

    def test_a_whole_game(self):
        lines = script(["go"] * 300, "--variant", "english", "--nodes", "300")
        over = [line for line in lines if line.startswith("Game over: ")]
        self.assertEqual(len(over), 1)
        self.assertTrue(all("Game over" in line or " plays " in line or
                            line.startswith("error: the game is over") for line in lines))

    def test_a_killed_game_goes_on(self):
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        path = os.path.join(folder, "my game.pdn")
        process = subprocess.Popen([HUFF, "play", *FAST, "--autosave", "--file", path, "--nodes",
                                    "300"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        process.stdin.write("32-28\n")
        process.stdin.flush()
        answers = [process.stdout.readline() for _ in range(2)]
        process.stdin.write("result\n")
        process.stdin.flush()
        process.stdout.readline()
        process.kill()
        process.communicate()
        reply = answers[1].split()[2]
        lines = script(["record", "hint"], "--load", path, "--nodes", "300")
        self.assertEqual(lines[:3], [f"loaded game 1 of {path}: 2 moves, White to move",
                                     "the engine plays: black", f"1. 32-28 {reply} *"])
        missing = subprocess.run([HUFF, "play", "--load", path + "x"], input="", text=True,
                                 capture_output=True, timeout=PATIENCE, check=False)
        self.assertEqual((missing.returncode, missing.stdout), (1, ""))
        self.assertIn("cannot read", missing.stderr)


class OnATerminal(unittest.TestCase):
    def test_a_game_of_two_persons(self):
        with Terminal("--engine", "none", "--clock", "300", "--increment", "5") as terminal:
            shown = terminal.until("> ")
            self.assertIn("w and b are men", shown)
            self.assertIn("\x1b[1;97mw\x1b[0m", shown)
            terminal.send("32-28")
            shown = terminal.until("Black to move\n> ")
            self.assertRegex(shown, r"White plays 32-28\nWhite's clock: \d+\.\d\d s\n")
            self.assertIn("\x1b[1;97m\x1b[4mw\x1b[0m", shown)
            terminal.send("19-23")
            terminal.until("White to move\n> ")
            terminal.send("undo 2")
            terminal.until("took back 2 moves, White to move")
            terminal.send("redo 2")
            terminal.until("played 2 moves again, White to move")
            terminal.send("clock")
            terminal.until(r"White's clock: \d+\.\d\d s\nBlack's clock: \d+\.\d\d s\n> ")
            terminal.send("quit")
            self.assertEqual(terminal.process.wait(timeout=PATIENCE), 0)

    def test_colours_only_where_they_are_wanted(self):
        for words, environment in ((("--no-colour",), {}), ((), {"NO_COLOR": "1"}),
                                   ((), {"TERM": "dumb"}), (("--plain",), {})):
            with Terminal("--engine", "none", *words, **environment) as terminal:
                terminal.send("32-28")
                self.assertNotIn("\x1b", terminal.until("Black to move\n> "))
        with Terminal("--engine", "none", NO_COLOR="") as terminal:
            self.assertIn("\x1b[", terminal.until("White to move\n> "))

    def test_reading_aloud(self):
        with Terminal("--plain", "--nodes", "300") as terminal:
            shown = terminal.until("> ")
            self.assertIn("White men: 31, 32, 33, ", shown)
            self.assertIn("Black kings: none\n", shown)
            self.assertNotIn(" w ", shown)
            terminal.send("32-28")
            terminal.until(r"Black plays \S+ \(engine: [^\n]+\n[^>]+White to move\n> ")
            terminal.send("hint")
            terminal.until("hint: ")

    def test_end_of_typing_ends_at_once(self):
        with Terminal("--time", "1000") as terminal:
            terminal.until("> ")
            terminal.send("32-28")
            terminal.until("Black to move\n")
            os.write(terminal.master, b"\x04")
            terminal.until("Black plays ")
            self.assertEqual(terminal.process.wait(timeout=PATIENCE), 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
