#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hubmatch - headless match driver for international (10x10) draughts engines.

Plays two engines against each other over stdio.  Engines speak the Hub protocol,
version 1 (as Scan 2.0) or version 2 (as Scan 3.x / Hub 2.x); the version is found
out from the engine's answer to "hub".  The driver arbitrates by itself: it has its
own move generator and applies the drawing rules.  Python 3 standard library only.

  hubmatch.py perft [DEPTH] [FEN]           count move sequences (self-check)
  hubmatch.py selftest                      perft and rules checks
  hubmatch.py openings --plies N --count K  print K random distinct quiet openings
  hubmatch.py ballots [PLIES]               print every position after PLIES (2) plies
  hubmatch.py match --a SPEC --b SPEC [...] play

An engine SPEC is a shell-like string of key=value words:
  cmd="./scan hub"   the command line (required)
  dir=/path          its working directory
  name=scan2         the name in tables and PDN
  proto=auto|1|2     the Hub version (default auto)
  set.NAME=VALUE     an engine parameter, e.g. set.book=false set.bb-size=4
  time=0.2 nodes=N depth=N tc=60+0.5      overrides the match's limit for this engine

  hubmatch.py match --games 40 --movetime 0.1 --openings ballots.txt --pdn out.pdn \
     --a 'dir=PATH/TO/ENGINE cmd="./scan hub" name=A set.book=false' \
     --b 'dir=PATH/TO/ENGINE cmd="./scan hub" name=B set.book=false'

An opening line is a FEN ("W:W31-50:B1-20"), a 51-character Hub position, or a list
of moves from the start position; "FEN ; moves" gives both.  '#' starts a comment.
Every opening is played twice, colours swapped.
"""

import argparse
import math
import os
import queue
import random
import re
import shlex
import subprocess
import sys
import threading
import time

# ----------------------------------------------------------------------------- board

# Squares are numbered 1..50.  A position is (board, turn): board is a string of 51
# characters, index 0 unused, of 'e', 'w', 'b', 'W', 'B'; turn is 'w' or 'b'.

START_FEN = "W:W31-50:B1-20"


def _coords(sq):
    row = (sq - 1) // 5
    col = 2 * ((sq - 1) % 5) + (1 if row % 2 == 0 else 0)
    return row, col


def _build_rays():
    where = {_coords(s): s for s in range(1, 51)}
    rays = [None]
    for s in range(1, 51):
        r, c = _coords(s)
        four = []
        for dr, dc in ((-1, -1), (-1, 1), (1, -1), (1, 1)):  # the first two: up the board
            line, rr, cc = [], r + dr, c + dc
            while (rr, cc) in where:
                line.append(where[rr, cc])
                rr, cc = rr + dr, cc + dc
            four.append(tuple(line))
        rays.append(tuple(four))
    return rays


RAYS = _build_rays()
OPPOSITE = (3, 2, 1, 0)


class BadPosition(Exception):
    pass


def parse_fen(fen):
    parts = fen.strip().rstrip('.').split(':')
    if len(parts) != 3 or parts[0].strip().upper() not in ('W', 'B'):
        raise BadPosition(fen)
    board = ['e'] * 51
    for part in parts[1:]:
        part = part.strip()
        colour, rest = part[:1].upper(), part[1:]
        if colour not in ('W', 'B'):
            raise BadPosition(fen)
        for word in filter(None, (x.strip() for x in rest.split(','))):
            m = re.fullmatch(r'(K?)(\d+)(?:-(\d+))?', word)
            if not m:
                raise BadPosition(fen)
            lo, hi = int(m[2]), int(m[3] or m[2])
            for s in range(lo, hi + 1):
                if not 1 <= s <= 50 or board[s] != 'e':
                    raise BadPosition(fen)
                board[s] = colour if m[1] else colour.lower()
    return ''.join(board), parts[0].strip().lower()


def to_fen(pos):
    board, turn = pos

    def side(man):
        king = man.upper()
        return ','.join(('K' if board[s] == king else '') + str(s)
                        for s in range(1, 51) if board[s] in (man, king))
    return '%s:W%s:B%s' % (turn.upper(), side('w'), side('b'))


def parse_hub(text):
    if not re.fullmatch(r'[wbWB][ewbWB]{50}', text):
        raise BadPosition(text)
    return 'e' + text[1:], text[0].lower()


class Move:
    __slots__ = ('frm', 'to', 'caps', 'path')

    def __init__(self, frm, to, caps=(), path=None):
        self.frm, self.to, self.caps = frm, to, frozenset(caps)
        self.path = path or (frm, to)

    def key(self):
        return self.frm, self.to, self.caps

    def hub(self):
        if not self.caps:
            return '%d-%d' % (self.frm, self.to)
        return 'x'.join(str(x) for x in (self.frm, self.to, *sorted(self.caps)))


def legal_moves(pos):
    board, turn = pos
    king = turn.upper()
    foes = 'bB' if turn == 'w' else 'wW'
    found, most = {}, 1

    def jump(start, sq, is_king, came, caps, path):
        """Extends a capture that stands on sq; gives back whether it could go on."""
        nonlocal most, found
        went = False
        for d in range(4):
            if is_king and came is not None and d == OPPOSITE[came]:
                continue  # only empty squares and the piece just taken lie there
            line = RAYS[sq][d]
            i, n = 0, len(line)
            if is_king:
                while i < n and (board[line[i]] == 'e' or line[i] == start):
                    i += 1
            if i + 1 >= n:
                continue
            victim = line[i]
            if board[victim] not in foes or victim in caps:
                continue  # a taken piece stays on the board and blocks until the end
            j = i + 1
            while j < n and (board[line[j]] == 'e' or line[j] == start):
                went = True
                jump(start, line[j], is_king, d, caps | {victim}, path + (line[j],))
                if not is_king:
                    break
                j += 1
        if not went and caps and len(caps) >= most:
            if len(caps) > most:
                most, found = len(caps), {}
            m = Move(start, sq, caps, path)
            found.setdefault(m.key(), m)
        return went

    for s in range(1, 51):
        if board[s] == turn or board[s] == king:
            jump(s, s, board[s] == king, None, frozenset(), (s,))
    if found:
        return list(found.values())

    out = []
    forward = (0, 1) if turn == 'w' else (2, 3)
    for s in range(1, 51):
        if board[s] == turn:
            for d in forward:
                if RAYS[s][d] and board[RAYS[s][d][0]] == 'e':
                    out.append(Move(s, RAYS[s][d][0]))
        elif board[s] == king:
            for d in range(4):
                for t in RAYS[s][d]:
                    if board[t] != 'e':
                        break
                    out.append(Move(s, t))
    return out


def apply_move(pos, m):
    board, turn = list(pos[0]), pos[1]
    piece = board[m.frm]
    board[m.frm] = 'e'
    for c in m.caps:
        board[c] = 'e'
    if (piece == 'w' and m.to <= 5) or (piece == 'b' and m.to >= 46):
        piece = piece.upper()
    board[m.to] = piece
    return ''.join(board), 'b' if turn == 'w' else 'w'


def irreversible(pos, m):
    return bool(m.caps) or pos[0][m.frm] in 'wb'


def move_text(moves, m):
    """Standard notation; the whole path only where from and to leave a doubt."""
    if not m.caps:
        return '%d-%d' % (m.frm, m.to)
    same = [x for x in moves if x.frm == m.frm and x.to == m.to]
    return 'x'.join(map(str, m.path if len(same) > 1 else (m.frm, m.to)))


def find_move(moves, text):
    """The legal move that text names, or None.  Takes Hub (from x to x captured...),
    PDN short (from x to) and PDN long (every landing square) notation."""
    words = re.split(r'[-x:]', text.strip())
    if len(words) < 2 or not all(w.isdigit() for w in words):
        return None
    n = [int(w) for w in words]
    for m in moves:
        if m.frm == n[0] and m.to == n[1] and m.caps == frozenset(n[2:]):
            return m
    for m in moves:
        if m.caps and m.path == tuple(n):
            return m
    near = [m for m in moves if m.frm == n[0] and m.to == n[-1 if len(n) == 2 else 1]
            and frozenset(n[2:]) <= m.caps]
    return near[0] if len(near) == 1 else None


def perft(pos, depth):
    moves = legal_moves(pos)
    if depth <= 1:
        return len(moves) if depth == 1 else 1
    return sum(perft(apply_move(pos, m), depth - 1) for m in moves)


# ----------------------------------------------------------------------------- game

class Game:
    """A game in progress: position, history, and the drawing rules."""

    def __init__(self, pos, endgame_rules=True):
        self.start = pos
        self.pos = pos
        self.text = []            # moves in standard notation
        self.notes = []
        self.base = pos           # position after the last irreversible move
        self.since = []           # Hub moves since then (for the engines' own repetition check)
        self.seen = {pos: 1}
        self.quiet = 0            # plies without capture or man move
        self.endgame_rules = endgame_rules
        self.few = None           # (signature, plies) for the 16- and 5-move rules
        self.moves = legal_moves(pos)

    def play(self, m, note=''):
        self.text.append(move_text(self.moves, m))
        self.notes.append(note)
        if irreversible(self.pos, m):
            self.pos = apply_move(self.pos, m)
            self.base, self.since, self.quiet, self.seen = self.pos, [], 0, {}
        else:
            self.pos = apply_move(self.pos, m)
            self.since.append(m.hub())
            self.quiet += 1
        self.seen[self.pos] = self.seen.get(self.pos, 0) + 1
        self.moves = legal_moves(self.pos)
        sig = self.signature()
        if sig is None:
            self.few = None
        elif self.few and self.few[0] == sig:
            self.few = (sig, self.few[1] + 1)
        else:
            self.few = (sig, 0)

    def signature(self):
        """16 or 5 (moves for each side) where FMJD's few-piece rules apply, else None."""
        b = self.pos[0]
        n = {c: b.count(c) for c in 'wWbB'}
        for me, foe in (('w', 'b'), ('b', 'w')):
            mine = n[me] + n[me.upper()]
            if n[foe] == 0 and n[foe.upper()] == 1 and n[me.upper()] >= 1:
                if mine == 3:
                    return 16
                if mine <= 2:
                    return 5
        return None

    def over(self):
        """None, or (result, reason) with result 1 white won, 0 draw, -1 black won."""
        if not self.moves:
            return (-1 if self.pos[1] == 'w' else 1), 'no move left'
        if self.seen[self.pos] >= 3:
            return 0, 'threefold repetition'
        if self.quiet >= 50:
            return 0, '25-move rule'
        if self.endgame_rules and self.few and self.few[1] >= 2 * self.few[0]:
            return 0, '%d-move rule' % self.few[0]
        return None


# ----------------------------------------------------------------------------- engines

class EngineError(Exception):
    pass


class Spec:
    def __init__(self, text):
        self.cmd, self.dir, self.name, self.proto = None, None, None, 'auto'
        self.params, self.limit = {}, {}
        for word in shlex.split(text):
            key, eq, value = word.partition('=')
            if not eq:
                raise SystemExit('engine spec: %r is not key=value' % word)
            if key.startswith('set.'):
                self.params[key[4:]] = value
            elif key in ('cmd', 'dir', 'name', 'proto'):
                setattr(self, key, value)
            elif key in ('time', 'nodes', 'depth', 'tc'):
                self.limit[key] = value
            else:
                raise SystemExit('engine spec: unknown key %r' % key)
        if not self.cmd:
            raise SystemExit('engine spec: no cmd=')
        self.name = self.name or os.path.basename(shlex.split(self.cmd)[0])


def hub2_words(line):
    """'done move=1-7 pv="a b"' -> ('done', {'move': '1-7', 'pv': 'a b'})"""
    command, _, rest = line.strip().partition(' ')
    args = {}
    for m in re.finditer(r'([^\s=]+)\s*(?:=\s*("([^"]*)"|[^\s"]+))?', rest):
        args[m[1]] = m[3] if m[3] is not None else (m[2] or '')
    return command, args


class Engine:
    def __init__(self, spec, log=None):
        self.spec, self.log = spec, log
        self.proc, self.lines, self.version = None, None, None

    def start(self):
        self.proc = subprocess.Popen(
            shlex.split(self.spec.cmd), cwd=self.spec.dir, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self._pump, args=(self.proc, self.lines), daemon=True).start()
        self.version = {'1': 1, '2': 2}.get(self.spec.proto)
        self.send('hub')
        while True:
            line = self.read(30)
            word = line.split(' ', 1)[0]
            if self.version is None and word in ('id', 'param'):
                self.version = 2
            elif self.version is None and word in ('name', 'author'):
                self.version = 1
            if word == 'wait':
                break
        self.version = self.version or 2
        for name, value in self.spec.params.items():
            self.send('set %s %s' % (name, value) if self.version == 1 else
                      'set-param name=%s value="%s"' % (name, value))
        self.send('init')
        while self.read(300).strip() != 'ready':
            pass

    @staticmethod
    def _pump(proc, lines):
        for line in proc.stdout:
            lines.put(line.rstrip('\r\n'))
        lines.put(None)

    def send(self, line):
        if self.log:
            self.log('%s < %s' % (self.spec.name, line))
        try:
            self.proc.stdin.write(line + '\n')
            self.proc.stdin.flush()
        except (OSError, ValueError):
            raise EngineError('engine gone')

    def read(self, timeout):
        try:
            line = self.lines.get(timeout=timeout)
        except queue.Empty:
            raise EngineError('no answer in %.1f s' % timeout)
        if line is None:
            raise EngineError('engine gone')
        if self.log:
            self.log('%s > %s' % (self.spec.name, line))
        return line

    def new_game(self):
        self.send('new' if self.version == 1 else 'new-game')

    def think(self, game, limit, clock, patience):
        """-> (move text, info): info has depth, score (men, side to move), nodes, time."""
        board, turn = game.base
        if self.version == 1:
            self.send('pos ' + turn + board[1:])
            for m in game.since:
                self.send('move ' + m)
            if 'depth' in limit:
                self.send('depth %d' % int(limit['depth']))
            if 'nodes' in limit:
                raise EngineError('Hub 1 has no node limit')
            if clock:
                self.send('level 0 %d %d' % (max(1, clock[0] * 1000), clock[1] * 1000))
            elif 'time' in limit:
                self.send('time %d' % max(1, round(float(limit['time']) * 1000)))
            began = time.perf_counter()
            self.send('go')
        else:
            moves = ' moves="%s"' % ' '.join(game.since) if game.since else ''
            self.send('pos pos=' + turn.upper() + board[1:] + moves)
            words = []
            if 'depth' in limit:
                words.append('depth=%d' % int(limit['depth']))
            if 'nodes' in limit:
                words.append('nodes=%d' % int(limit['nodes']))
            if clock:
                words.append('time=%.3f inc=%.3f' % (clock[0], clock[1]))
            elif 'time' in limit:
                words.append('move-time=%s' % limit['time'])
            self.send('level ' + ' '.join(words))
            began = time.perf_counter()
            self.send('go think')
        info, end = {}, began + patience
        while True:
            line = self.read(max(0.05, end - time.perf_counter()))
            if self.version == 1:
                w = line.split()
                if w[:1] == ['info'] and len(w) >= 7:
                    info = {'depth': int(w[1]), 'score': int(w[3]) / 100, 'nodes': int(w[4]),
                            'time': float(w[5])}
                elif w[:1] == ['move'] and len(w) >= 2:
                    answer = w[1]
                    break
                elif w[:1] == ['error']:
                    raise EngineError(line)
            else:
                command, args = hub2_words(line)
                if command == 'info':
                    for key, conv in (('depth', int), ('score', float), ('nodes', int),
                                      ('time', float)):
                        try:
                            info[key] = conv(args[key])
                        except (KeyError, ValueError):
                            pass
                elif command == 'done':
                    answer = args.get('move', '')
                    break
                elif command == 'error':
                    raise EngineError(line)
        info['wall'] = time.perf_counter() - began
        return answer, info

    def stop(self):
        if self.proc is None:
            return
        try:
            self.send('quit')
            self.proc.wait(timeout=2)
        except (EngineError, subprocess.TimeoutExpired):
            self.proc.kill()          # our own child, by its handle
            self.proc.wait()
        for stream in (self.proc.stdin, self.proc.stdout):
            try:
                stream.close()
            except OSError:
                pass
        self.proc = None


# ----------------------------------------------------------------------------- openings

def parse_opening(line):
    """-> position after the opening's moves."""
    line = line.split('#')[0].strip()
    if not line:
        return None
    head, _, tail = line.partition(';')
    head = head.strip()
    if re.fullmatch(r'[wbWB][ewbWB]{50}', head):
        pos = parse_hub(head)
    elif ':' in head:
        pos = parse_fen(head)
    else:
        pos, tail = parse_fen(START_FEN), head
    for word in tail.split():
        if re.fullmatch(r'\d+\.+', word):
            continue
        word = re.sub(r'^\d+\.+', '', word)
        m = find_move(legal_moves(pos), word)
        if m is None:
            raise BadPosition('%s: illegal move %s' % (line, word))
        pos = apply_move(pos, m)
    if not legal_moves(pos):
        raise BadPosition(line + ': no legal move')
    return pos


def is_quiet(pos):
    """No capture pending for either side."""
    other = (pos[0], 'b' if pos[1] == 'w' else 'w')
    return not any(m.caps for p in (pos, other) for m in legal_moves(p)[:1])


def random_openings(plies, count, seed):
    rng, out, seen, tries = random.Random(seed), [], set(), 0
    while len(out) < count and tries < 1000 * count:
        tries += 1
        pos = parse_fen(START_FEN)
        for _ in range(plies):
            moves = legal_moves(pos)
            if not moves:
                break
            pos = apply_move(pos, rng.choice(moves))
        else:
            level = (pos[0].count('w') + 3 * pos[0].count('W')
                     == pos[0].count('b') + 3 * pos[0].count('B'))
            if level and pos not in seen and is_quiet(pos):
                seen.add(pos)
                out.append(pos)
    return out


def ballots(plies):
    level = {parse_fen(START_FEN): None}
    for _ in range(plies):
        level = {apply_move(p, m): None for p in level for m in legal_moves(p)}
    return list(level)


# ----------------------------------------------------------------------------- statistics

def elo_of(score):
    score = min(max(score, 1e-6), 1 - 1e-6)
    return -400 * math.log10(1 / score - 1)


def summary(results, pairs):
    """results: list of 1/0/-1 from A's view; pairs: list of pair scores (0..2)."""
    n = len(results)
    if not n:
        return 'no game'
    w, d, l = results.count(1), results.count(0), results.count(-1)
    s = (w + d / 2) / n
    var = (w * (1 - s) ** 2 + d * (0.5 - s) ** 2 + l * s ** 2) / n
    se = math.sqrt(var / n)
    text = 'A: +%d =%d -%d of %d, score %.1f%%, draws %.1f%%, ' % (
        w, d, l, n, 100 * s, 100 * d / n)
    if var == 0:
        text += 'Elo %s (no variance yet)' % ('%+.1f' % elo_of(s) if 0 < s < 1 else
                                             'inf' if s == 1 else '-inf')
    else:
        text += 'Elo %+.1f [%+.1f, %+.1f] 95%%' % (
            elo_of(s), elo_of(s - 1.96 * se), elo_of(s + 1.96 * se))
    if len(pairs) >= 2:
        p = [x / 2 for x in pairs]
        mean = sum(p) / len(p)
        pse = math.sqrt(sum((x - mean) ** 2 for x in p) / (len(p) - 1) / len(p))
        if pse > 0:
            text += ', by pairs [%+.1f, %+.1f]' % (elo_of(mean - 1.96 * pse),
                                                   elo_of(mean + 1.96 * pse))
    if w + l:
        text += ', LOS %.1f%%' % (50 * (1 + math.erf((w - l) / math.sqrt(2 * (w + l)))))
    return text


def sprt_llr(results, elo0, elo1):
    """Normal approximation of the log-likelihood ratio of elo1 against elo0."""
    n = len(results)
    if n < 2:
        return 0.0
    x = [(r + 1) / 2 for r in results]
    mean = sum(x) / n
    var = sum((v - mean) ** 2 for v in x) / n
    if var == 0:
        return 0.0
    s0, s1 = (1 / (1 + 10 ** (-e / 400)) for e in (elo0, elo1))
    return n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * var)


# ----------------------------------------------------------------------------- match

def parse_tc(text):
    base, _, inc = text.partition('+')
    return float(base), float(inc or 0)


def play_game(white, black, pos, opt):
    """-> (game, result for white, reason, per-side list of infos)."""
    game = Game(pos, opt.endgame_rules)
    players = {'w': white, 'b': black}
    limits, clocks, infos = {}, {}, {'w': [], 'b': []}
    for side, eng in players.items():
        limits[side] = dict(eng.spec.limit) or dict(opt.limit)
        if 'tc' in limits[side]:
            clocks[side] = list(parse_tc(limits[side]['tc']))
        eng.new_game()
    bad = {'w': 0, 'b': 0}      # consecutive hopeless scores, for resignation
    level = 0                   # consecutive plies both see as equal, for the draw adjudication
    while True:
        end = game.over()
        if end:
            return game, end[0], end[1], infos
        if opt.max_plies and len(game.text) >= opt.max_plies:
            return game, 0, 'ply limit', infos
        side = game.pos[1]
        lose = -1 if side == 'w' else 1
        eng, clock = players[side], clocks.get(side)
        budget = clock[0] if clock else float(limits[side].get('time', 60))
        try:
            answer, info = eng.think(game, limits[side], clock, budget * 3 + opt.patience)
        except EngineError as e:
            eng.stop()
            return game, lose, 'forfeit: ' + str(e), infos
        m = find_move(game.moves, answer)
        if m is None:
            return game, lose, 'forfeit: illegal move %r' % answer, infos
        infos[side].append(info)
        if clock:
            clock[0] += clock[1] - info['wall']
            if clock[0] < -opt.grace:
                return game, lose, 'forfeit: time', infos
        note = ''
        if 'score' in info:
            note = '%+.2f/%d %.2fs' % (info['score'], info.get('depth', 0), info['wall'])
        game.play(m, note)
        score = info.get('score')
        if opt.resign and score is not None:
            bad[side] = bad[side] + 1 if score <= -opt.resign else 0
            other = 'b' if side == 'w' else 'w'
            theirs = infos[other][-1].get('score') if infos[other] else None
            if bad[side] >= opt.resign_count and theirs is not None and theirs >= opt.resign:
                return game, lose, 'adjudicated: both engines agree', infos
        if opt.draw_score is not None:
            level = level + 1 if score is not None and abs(score) <= opt.draw_score else 0
            if level >= 2 * opt.draw_count and len(game.text) >= 2 * opt.draw_after:
                return game, 0, 'adjudicated: level', infos


def pdn_of(number, game, white, black, result, reason, opt):
    res = {1: '2-0', 0: '1-1', -1: '0-2'}[result]
    tags = [('Event', opt.event), ('Date', time.strftime('%Y.%m.%d')), ('Round', str(number)),
            ('White', white), ('Black', black), ('Result', res), ('GameType', '20'),
            ('Termination', reason)]
    if game.start != parse_fen(START_FEN):
        tags += [('SetUp', '1'), ('FEN', to_fen(game.start))]
    words, turn, n = [], game.start[1], 1
    for i, text in enumerate(game.text):
        if turn == 'w':
            words.append('%d.' % n)
        elif i == 0:
            words.append('%d...' % n)
        words.append(text)
        if opt.comments and game.notes[i]:
            words.append('{%s}' % game.notes[i])
        if turn == 'b':
            n += 1
        turn = 'b' if turn == 'w' else 'w'
    words.append(res)
    lines, line = [], ''
    for w in words:
        if len(line) + len(w) + 1 > 100:
            lines.append(line)
            line = w
        else:
            line = (line + ' ' + w).strip()
    lines.append(line)
    return ''.join('[%s "%s"]\n' % t for t in tags) + '\n'.join(lines) + '\n\n'


def run_match(opt):
    spec_a, spec_b = Spec(opt.a), Spec(opt.b)
    if spec_a.name == spec_b.name:
        spec_b.name += '-2'
    opt.limit = {}
    if opt.tc:
        opt.limit['tc'] = opt.tc
    if opt.movetime:
        opt.limit['time'] = repr(opt.movetime)
    if opt.nodes:
        opt.limit['nodes'] = opt.nodes
    if opt.depth:
        opt.limit['depth'] = opt.depth
    if not opt.limit:
        opt.limit['time'] = '0.1'

    if opt.openings:
        with open(opt.openings) as f:
            book = [p for p in map(parse_opening, f) if p]
        if opt.shuffle:
            random.Random(opt.seed).shuffle(book)
    elif opt.ballots:
        book = ballots(opt.ballots)
        if opt.shuffle:
            random.Random(opt.seed).shuffle(book)
    else:
        book = random_openings(opt.random_plies, max(1, (opt.games + 1) // 2), opt.seed)
    if not book:
        raise SystemExit('no opening')
    total = opt.games or 2 * len(book)

    log_lock = threading.Lock()
    log_file = open(opt.log, 'w') if opt.log else None

    def log(line):
        with log_lock:
            log_file.write('%.3f %s\n' % (time.time(), line))
            log_file.flush()

    todo, lock = queue.Queue(), threading.Lock()
    for i in range(total):
        todo.put(i)
    outcome, reasons, stop = {}, {}, threading.Event()
    stats = {spec_a.name: [], spec_b.name: []}
    pdn = open(opt.pdn, 'w') if opt.pdn else None
    began = time.time()

    def results_and_pairs():
        res = [outcome[i] for i in sorted(outcome)]
        pairs = [(outcome[i] + 1) / 2 + (outcome[i + 1] + 1) / 2
                 for i in range(0, total - 1, 2) if i in outcome and i + 1 in outcome]
        return res, pairs

    def worker():
        a, b = (Engine(s, log if log_file else None) for s in (spec_a, spec_b))
        try:
            while not stop.is_set():
                try:
                    i = todo.get_nowait()
                except queue.Empty:
                    break
                for eng in (a, b):
                    if eng.proc is None or eng.proc.poll() is not None:
                        eng.start()
                pos = book[(i // 2) % len(book)]
                white, black = (a, b) if i % 2 == 0 else (b, a)
                game, result, reason, infos = play_game(white, black, pos, opt)
                with lock:
                    outcome[i] = result if i % 2 == 0 else -result
                    key = re.sub(r"illegal move '.*'", 'illegal move', reason)
                    reasons[key] = reasons.get(key, 0) + 1
                    stats[white.spec.name] += infos['w']
                    stats[black.spec.name] += infos['b']
                    if pdn:
                        pdn.write(pdn_of(i + 1, game, white.spec.name, black.spec.name,
                                         result, reason, opt))
                        pdn.flush()
                    res, pairs = results_and_pairs()
                    if not opt.quiet:
                        print('game %d/%d  %s - %s  %s  %d plies, %s' % (
                            len(res), total, white.spec.name, black.spec.name,
                            {1: '2-0', 0: '1-1', -1: '0-2'}[result], len(game.text), reason))
                        if len(res) % 10 == 0 or opt.verbose:
                            print('   ', summary(res, pairs))
                        sys.stdout.flush()
                    if opt.sprt and len(res) >= 20 and not stop.is_set():
                        llr = sprt_llr(res, *opt.sprt)
                        bound = math.log(19)        # alpha = beta = 5%
                        if abs(llr) >= bound:
                            print('SPRT %s: LLR %.2f' % ('accepts elo1' if llr > 0
                                                         else 'accepts elo0', llr))
                            stop.set()
        except EngineError as e:
            print('cannot start an engine:', e, file=sys.stderr)
            stop.set()
        finally:
            a.stop()
            b.stop()

    threads = [threading.Thread(target=worker) for _ in range(opt.concurrency)]
    for t in threads:
        t.start()
    try:
        for t in threads:
            t.join()
    except KeyboardInterrupt:
        stop.set()
        for t in threads:
            t.join()
    if pdn:
        pdn.close()

    res, pairs = results_and_pairs()
    def shown(spec):
        return spec.name + ' ' + ' '.join('%s=%s' % x for x in (spec.limit or opt.limit).items())

    print('A = %s, B = %s, took %.0f s' % (shown(spec_a), shown(spec_b), time.time() - began))
    print(summary(res, pairs))
    if opt.sprt:
        print('LLR %.2f for Elo %g against %g' % (sprt_llr(res, *opt.sprt), opt.sprt[1],
                                                  opt.sprt[0]))
    print('ends: ' + ', '.join('%s %d' % x for x in sorted(reasons.items())))
    for name, infos in stats.items():
        walls = [x['wall'] for x in infos]
        depths = [x['depth'] for x in infos if x.get('depth')]
        nodes = sum(x.get('nodes', 0) for x in infos)
        spent = sum(x.get('time', 0) for x in infos)
        if walls:
            print('%s: %d moves, wall mean %.3f max %.3f s, depth mean %.1f, %.2f Mn/s' % (
                name, len(walls), sum(walls) / len(walls), max(walls),
                sum(depths) / len(depths) if depths else 0,
                nodes / spent / 1e6 if spent else 0))
    return 0 if res else 1


# ----------------------------------------------------------------------------- commands

def selftest():
    start = parse_fen(START_FEN)
    failures = 0

    def check(what, got, want):
        nonlocal failures
        ok = got == want
        failures += not ok
        print('%-44s %s%s' % (what, 'ok' if ok else 'FAIL', '' if ok else
                              ' got %r, want %r' % (got, want)))

    for d, want in enumerate((9, 81, 658, 4265, 27117, 167140), 1):
        check('perft %d, start' % d, perft(start, d), want)
    wold = parse_fen('W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26')
    for d, want in enumerate((6, 12, 30, 73, 215, 590, 1944, 6269), 1):
        check('perft %d, Woldouby' % d, perft(wold, d), want)
    check('FEN round trip', parse_fen(to_fen(wold)), wold)
    check('Hub round trip', parse_hub(start[1] + start[0][1:]), start)
    # majority rule: 38x29 takes one piece, 38x16 two
    check('majority rule', [m.hub() for m in legal_moves(parse_fen('W:W38:B32,21,33'))],
          ['38x16x21x32'])
    check('king captures', sorted(m.hub() for m in legal_moves(parse_fen('W:WK48:B37,28,19'))),
          ['48x26x37', '48x31x37'])
    check('notation', [find_move(legal_moves(parse_fen('W:WK50:B39,28,18,9')), t).hub()
                       for t in ('50x4', '50x33x22x13x4', '50x4x9x18x28x39')],
          ['50x4x9x18x28x39'] * 3)
    # a man that passes the last row without stopping there does not promote
    p = parse_fen('W:W14:B9,8,17')
    moves = legal_moves(p)
    after = apply_move(p, moves[0])
    check('passing the king row', (len(moves), moves[0].path, after[0][moves[0].to]),
          (1, (14, 3, 12, 21), 'w'))
    # a taken piece may not be jumped twice, and leaves the board only at the end
    p = parse_fen('W:WK48:B37,28,19,23,32')
    check('no piece taken twice', all(len(m.caps) == len(m.path) - 1 for m in legal_moves(p)), True)
    # repetition
    g = Game(parse_fen('W:WK46,K5:BK1,6'))
    for text in ('46-41', '1-7', '41-46', '7-1') * 2:
        m = find_move(g.moves, text)
        if m is None:
            break
        g.play(m)
    check('threefold repetition', g.over() and g.over()[1], 'threefold repetition')
    print('%d failed' % failures)
    return 1 if failures else 0


def main():
    ap = argparse.ArgumentParser(description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    sub = ap.add_subparsers(dest='what', required=True)
    p = sub.add_parser('perft')
    p.add_argument('depth', type=int, nargs='?', default=6)
    p.add_argument('fen', nargs='?', default=START_FEN)
    sub.add_parser('selftest')
    p = sub.add_parser('openings')
    p.add_argument('--plies', type=int, default=8)
    p.add_argument('--count', type=int, default=50)
    p.add_argument('--seed', type=int, default=1)
    p = sub.add_parser('ballots')
    p.add_argument('plies', type=int, nargs='?', default=2)
    p = sub.add_parser('match')
    p.add_argument('--a', required=True, help='spec of engine A')
    p.add_argument('--b', required=True, help='spec of engine B')
    p.add_argument('--games', type=int, default=0, help='default: twice the openings')
    p.add_argument('--movetime', type=float, help='seconds a move')
    p.add_argument('--nodes', type=int)
    p.add_argument('--depth', type=int)
    p.add_argument('--tc', help='BASE+INC seconds, e.g. 60+0.6')
    p.add_argument('--openings', help='file with an opening a line')
    p.add_argument('--ballots', type=int, help='all positions after this many plies')
    p.add_argument('--random-plies', type=int, default=8, help='without the two above')
    p.add_argument('--shuffle', action='store_true')
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--concurrency', type=int, default=1, help='games at once')
    p.add_argument('--pdn', help='file for the games')
    p.add_argument('--comments', action='store_true', help='score/depth in the PDN')
    p.add_argument('--event', default='hubmatch')
    p.add_argument('--log', help='file for the whole engine dialogue')
    p.add_argument('--max-plies', type=int, default=400, help='then a draw; 0 for none')
    p.add_argument('--no-endgame-rules', dest='endgame_rules', action='store_false',
                   help="without FMJD's 16- and 5-move rules")
    p.add_argument('--resign', type=float, help='adjudicate a loss at this score in men ...')
    p.add_argument('--resign-count', type=int, default=4, help='... for this many moves')
    p.add_argument('--draw-score', type=float, help='adjudicate a draw within this score ...')
    p.add_argument('--draw-count', type=int, default=20, help='... for this many moves each ...')
    p.add_argument('--draw-after', type=int, default=40, help='... from this move on')
    p.add_argument('--grace', type=float, default=0.1, help='seconds past a clock')
    p.add_argument('--patience', type=float, default=20, help='seconds before a hung engine loses')
    p.add_argument('--sprt', type=float, nargs=2, metavar=('ELO0', 'ELO1'))
    p.add_argument('--quiet', action='store_true')
    p.add_argument('--verbose', action='store_true')
    opt = ap.parse_args()

    if opt.what == 'perft':
        pos = parse_fen(opt.fen)
        for d in range(1, opt.depth + 1):
            t = time.time()
            print('perft(%d) = %d  %.2f s' % (d, perft(pos, d), time.time() - t), flush=True)
        return 0
    if opt.what == 'selftest':
        return selftest()
    if opt.what == 'openings':
        for pos in random_openings(opt.plies, opt.count, opt.seed):
            print(to_fen(pos))
        return 0
    if opt.what == 'ballots':
        for pos in ballots(opt.plies):
            print(to_fen(pos))
        return 0
    return run_match(opt)


if __name__ == '__main__':
    sys.exit(main())
