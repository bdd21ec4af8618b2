# SPDX-License-Identifier: MIT
"""Diagrams, the pictures decoded by others than us: test_diagram.py HUFF DATA_FOLDER"""

import os
import struct
import subprocess
import sys
import tempfile
import unittest
import xml.dom.minidom
import zlib

HUFF = sys.argv[1]
PATIENCE = 100
PDN = '[Event "x"]\n\n1. 32-28 17-22 2. 28x17 12x21 *\n\n[FEN "W:W50:B1"]\n\n1. 50-44 *\n\n1. 32-27 99-1 *\n'


def run(*arguments):
    return subprocess.run([HUFF, "diagram", *arguments], capture_output=True, timeout=PATIENCE,
                          check=False, stdin=subprocess.DEVNULL)


class Picture:
    """A PNG of eight-bit colours."""

    def __init__(self, data):
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        chunks, at, packed = {}, 8, b""
        while at < len(data):
            length, kind = struct.unpack(">I4s", data[at:at + 8])
            body = data[at + 8:at + 8 + length]
            assert zlib.crc32(kind + body) == struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0]
            chunks[kind] = body
            packed += body if kind == b"IDAT" else b""
            at += 12 + length
        self.width, self.height, depth, color = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
        assert (depth, color) == (8, 2)
        self.rows = self.unfilter(zlib.decompress(packed))

    def unfilter(self, raw):
        rows, above, stride = [], bytes(3 * self.width), 3 * self.width + 1
        for y in range(self.height):
            kind, row = raw[y * stride], bytearray(raw[y * stride + 1:(y + 1) * stride])
            for i in range(len(row)):
                left = row[i - 3] if i >= 3 else 0
                corner = above[i - 3] if i >= 3 else 0
                guess = left + above[i] - corner
                nearest = min((left, above[i], corner), key=lambda value: abs(guess - value))
                row[i] = (row[i] + [0, left, above[i], (left + above[i]) // 2, nearest][kind]) % 256
            rows.append(row)
            above = row
        return rows

    def pixel(self, x, y):
        return tuple(self.rows[y][3 * x:3 * x + 3])


class Diagram(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.games = self.path("games.pdn")
        with open(self.games, "w", encoding="utf-8") as file:
            file.write(PDN)

    def path(self, name):
        return os.path.join(self.folder, name)

    def good(self, *arguments):
        result = run(*arguments)
        self.assertEqual((result.returncode, result.stderr), (0, b""), arguments)
        return result.stdout.decode()

    def test_text(self):
        self.assertEqual(self.good("--variant", "russian", "W:Wc3:Bd4").splitlines()[4:],
                         ["   .   b   .   .  4", " .   w   .   .    3", "   .   .   .   .  2",
                          " .   .   .   .    1", " a b c d e f g h", "White to move"])
        self.assertIn("\u26c0", self.good("--format", "unicode"))
        self.assertIn("last move 32-28", self.good("start", "32-28"))

    def test_games(self):
        self.assertIn("last move 12x21", self.good(self.games))
        self.assertIn("last move 17-22", self.good(self.games, "--ply", "2"))
        self.assertNotIn("last move", self.good(self.games, "--ply", "0"))
        self.assertIn("last move 50-44", self.good(self.games, "--game", "2"))
        self.assertIn("last move 32-27", self.good(self.games, "--game", "3"))

    def test_svg(self):
        for variant in ("international", "english", "russian", "italian", "turkish"):
            out = self.path(variant + ".svg")
            self.assertEqual(self.good("--variant", variant, "--arrow", "1-9", "-o", out), "")
            picture = xml.dom.minidom.parse(out).documentElement
            self.assertEqual(picture.tagName, "svg")
            letters = [t.firstChild.data for t in picture.getElementsByTagName("text")]
            self.assertEqual("a" in letters, variant in ("russian", "turkish"))
        self.assertNotIn("<text", self.good("--format", "svg", "--plain"))

    def test_png(self):
        result = run("--format", "png", "--size", "208", "W:W46,K1:B5,K50")
        if result.returncode:
            self.assertIn(b"libpng-dev", result.stderr)
            self.skipTest("built without libpng")
        picture = Picture(result.stdout)
        self.assertEqual((picture.width, picture.height), (208, 208))
        # Two pixels a unit: the frame is 4 wide, a square 20.
        self.assertEqual(picture.pixel(4 + 20 * 0 + 10, 4 + 20 * 9 + 10), (0xff, 0xf8, 0xea))  # 46
        self.assertEqual(picture.pixel(4 + 20 * 9 + 10, 4 + 10), (0x26, 0x21, 0x1e))  # 5
        self.assertEqual(picture.pixel(4 + 20 * 1 + 10, 4 + 10), (0xf2, 0xd1, 0x3d))  # crown on 1
        self.assertEqual(picture.pixel(4 + 20 * 3 + 10, 4 + 10), (0xa9, 0x79, 0x4f))  # 2, empty
        self.assertEqual(picture.pixel(4 + 10, 4 + 10), (0xf3, 0xe3, 0xc3))  # light
        self.assertEqual(picture.pixel(0, 0), (0x5b, 0x3f, 0x28))
        turned = Picture(run("--format", "png", "--size", "208", "--flip", "W:W46:B5").stdout)
        self.assertEqual(turned.pixel(4 + 20 * 9 + 10, 4 + 10), (0xff, 0xf8, 0xea))

    def test_wrong_use(self):
        for status, arguments, text in (
                (2, ["--format", "gif"], "none of text"),
                (2, ["--size", "9"], "outside"),
                (1, ["--arrow", "32-99"], "no such square"),
                (1, ["--ply", "1"], "for a PDN file"),
                (1, [self.games, "--game", "4"], "has 3 games"),
                (1, [self.games, "--ply", "5"], "4 plies"),
                (1, [self.path("none.pdn")], "cannot open"),
                (1, ["W:W99:B1"], "no square 99"),
                (1, ["start", "32-27", "32-27"], "ply 2"),
                (1, ["-o", self.path("no/such.svg")], "no/such.svg"),
        ):
            result = run(*arguments)
            self.assertEqual(result.returncode, status, arguments)
            self.assertEqual(result.stdout, b"")
            self.assertEqual(result.stderr.count(b"\n"), 1, result.stderr)
            self.assertIn(text, result.stderr.decode())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
