# SPDX-License-Identifier: MIT
"""The DXP door, driven as other programs drive it: test_dxp.py HUFF DATA_FOLDER"""

import re
import socket
import subprocess
import sys
import unittest

from peer import PATIENCE, Peer

HUFF = sys.argv[1]
REQUEST = "R01" + "Tester".ljust(32)
QUICK = ("--nodes", "300", "--hash", "1", "--book", "false")


def dxp(*arguments):
    return Peer(HUFF, "dxp", *arguments)


class Server:
    """`huff dxp --listen` on a free port of this machine."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [HUFF, "dxp", "--listen", ":0", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        first = self.process.stderr.readline()
        self.port = int(re.fullmatch(r"listening on port (\d+)\n", first)[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    def finish(self):
        """Waits for its end: exit status, standard output, standard error."""
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, err


class Socket:
    """A connection that speaks DXP."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.waiting = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, *messages):
        self.socket.sendall(b"".join(text.encode() + b"\0" for text in messages))

    def message(self):
        """The next message, or None at the end."""
        while b"\0" not in self.waiting:
            more = self.socket.recv(1024)
            if not more:
                return None
            self.waiting += more
        text, self.waiting = self.waiting.split(b"\0", 1)
        return text.decode()


class Requests(unittest.TestCase):
    def test_minutes_are_what_the_peer_reads(self):
        """A plain peer gets whole minutes; the own clock must not run by others."""
        with dxp("--stdio", "--initiator", "--minutes", "0.05", *QUICK) as peer:
            request = peer.line()
            self.assertEqual(request[36:39], "001")
            peer.send("A" + "Tester".ljust(32) + "0")
            self.assertRegex(peer.line(), r"^M")
            peer.close()
            self.assertIn(", 1 minutes,", "".join(peer.errors))

    def test_peer_set_to_another_game_refuses(self):
        with Server("--once", *QUICK) as server:
            result = subprocess.run(
                [HUFF, "dxp", "--connect", f"127.0.0.1:{server.port}", "--initiator", "--games", "1",
                 "--variant", "english", *QUICK],
                capture_output=True, text=True, timeout=PATIENCE, check=False)
            self.assertEqual(result.returncode, 1)
            self.assertIn("refused", result.stderr)


class Lines(unittest.TestCase):
    def test_game_on_stdio(self):
        with dxp("--stdio", *QUICK) as peer:
            peer.send(REQUEST + "W005075A")
            self.assertRegex(peer.line(), r"^Ahuff [0-9.]+ *0$")
            self.assertRegex(peer.line(), r"^M0{4}\d{4}00$")
            peer.send("E10")
            self.assertEqual(peer.line(), "E00")
            self.assertEqual(peer.close(), 0)
            self.assertRegex("".join(peer.errors), r"(?m)^game 1: White wins, the peer gave up;")

    def test_messages_ended_by_nul(self):
        with dxp("--stdio", *QUICK) as peer:
            peer.send_bytes(REQUEST.encode() + b"Z005075A\0M0001322800\0")
            self.assertRegex(peer.line(), r"^A")
            self.assertRegex(peer.line(), r"^M")
            peer.send_bytes(b"E01\0")
            self.assertEqual(peer.line(), "E01")
            self.assertEqual(peer.wait(), 0)

    def test_recognised_by_its_first_line(self):
        with Peer(HUFF) as peer:
            peer.send(REQUEST + "Z005075A")
            self.assertRegex(peer.line(), r"^A")
            peer.send("E00")
            self.assertEqual(peer.line(), "E00")
            self.assertEqual(peer.close(), 0)

    def test_end_of_input_while_thinking(self):
        """Thinks by a clock of 999 minutes; the end of the input must end that."""
        with dxp("--stdio", "--hash", "1") as peer:
            peer.send(REQUEST + "W999000A")
            self.assertRegex(peer.line(), r"^A")
            self.assertNotEqual(peer.close(), 0)
            self.assertIsNone(peer.line())

    def test_answers_while_thinking(self):
        with dxp("--stdio", "--hash", "1") as peer:
            peer.send(REQUEST + "W999000A")
            self.assertRegex(peer.line(), r"^A")
            peer.send("CHello", "B001W", "B002W", "M0000322800")
            self.assertEqual(peer.line(), "K0")
            self.assertEqual(peer.line(), "K2")
            self.assertRegex(peer.line(), r"^Cit is not your turn")
            peer.send("E21")
            self.assertEqual(peer.line(), "E01")
            self.assertEqual(peer.wait(), 0)

    def test_wrong_arguments(self):
        for arguments in ([], ["--stdio", "--listen", ":0"], ["--listen", "host:x"],
                          ["--stdio", "--color", "red"], ["--stdio", "--start", "W:W99"]):
            done = subprocess.run([HUFF, "dxp", *arguments], stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=PATIENCE)
            self.assertNotEqual(done.returncode, 0, arguments)
            self.assertNotEqual(done.stderr, b"", arguments)


class Network(unittest.TestCase):
    def test_one_peer_after_another(self):
        with Server(*QUICK) as server:
            for color in "WZ":
                with Socket(server.port) as peer:
                    peer.send(REQUEST + color + "005075A")
                    self.assertRegex(peer.message(), r"^A.{32}0$")
                    if color == "Z":
                        peer.send("M0001322800")
                    self.assertRegex(peer.message(), r"^M")
                    peer.send("E01")
                    self.assertEqual(peer.message(), "E01")
                    self.assertIsNone(peer.message())

    def test_peer_that_vanishes(self):
        with Server("--hash", "1") as server:
            for _ in range(2):
                with Socket(server.port) as peer:
                    peer.send(REQUEST + "W999000A")
                    self.assertRegex(peer.message(), r"^A")

    def match(self, listen, connect):
        with Server("--once", *QUICK, *listen) as server:
            guest = subprocess.run(
                [HUFF, "dxp", "--connect", f"127.0.0.1:{server.port}", *QUICK, *connect],
                stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)
            status, out, err = server.finish()
        self.assertEqual((status, guest.returncode), (0, 0), err + guest.stderr)
        self.assertEqual((out, guest.stdout), ("", ""))
        results = [re.findall(r"(?m)^game \d+: ([^,:]+), (.*); we had (\w+) .*?(\d+) plies$", text)
                   for text in (err, guest.stderr)]
        self.assertEqual(len(results[0]), len(results[1]), err + guest.stderr)
        for host, visitor in zip(*results):
            self.assertEqual((host[0], host[3]), (visitor[0], visitor[3]))
            self.assertNotEqual(host[2], visitor[2])
        return results[0]

    def test_match_of_whole_games(self):
        games = self.match(["--quiet"], ["--initiator", "--games", "2", "--quiet"])
        self.assertEqual([game[2] for game in games], ["Black", "White"])
        for game in games:
            self.assertIn(game[0], ("White wins", "draw", "Black wins"))

    def test_listener_asks_for_games(self):
        games = self.match(["--initiator", "--games", "1", "--moves", "3", "--color", "black",
                            "--start", "B:W31-50:B1-20"], [])
        self.assertEqual([(game[0], *game[2:]) for game in games], [("no result", "Black", "6")])

    def test_english_between_friends(self):
        games = self.match(["--quiet"], ["--initiator", "--games", "1", "--variant", "english",
                                         "--extensions", "--increment", "0.5"])
        self.assertEqual(len(games), 1)
        self.assertNotEqual(games[0][0], "refused")

    def test_nobody_there(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            port = taken.getsockname()[1]
            done = subprocess.run([HUFF, "dxp", "--listen", f"127.0.0.1:{port}"],
                                  stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  timeout=PATIENCE)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("cannot listen", done.stderr)
        done = subprocess.run([HUFF, "dxp", "--connect", f"127.0.0.1:{port}"],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=PATIENCE)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("cannot connect", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
