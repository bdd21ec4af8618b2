/* SPDX-License-Identifier: MIT
 *
 * Shows the games that stand in the page. Of a move: t text, f from, o to, x squares taken, k is
 * crowned; s score behind it, d depth, e expected result of White in thousandths, q 1 mistake or 2
 * blunder, l percent of a point lost, b left the book, g men of a missed shot, tb and ta what the
 * tables said before and after for the side that moved, p better line, ps its score, c comments. Of
 * a game: board w columns, h rows, r squares in a row, m mirrored, a letters. */
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = id => document.getElementById(id);
  const svgSpace = "http://www.w3.org/2000/svg";
  let game, ply = 0, line = null, step = 0, turned = false;

  function make(name, attributes, ...children) {
    const element = document.createElement(name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    element.append(...children);
    return element;
  }
  function draw(parent, name, attributes, text) {
    const element = document.createElementNS(svgSpace, name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    if (text !== undefined) element.textContent = text;
    parent.append(element);
    return element;
  }

  /* ---- positions ---- */

  function play(squares, move) {
    const piece = squares[move.f];
    squares[move.f] = "e";
    for (const square of move.x || []) squares[square] = "e";
    squares[move.o] = move.k ? piece.toUpperCase() : piece;
  }
  /* The letters of the squares, [0] unused, and the last move. */
  function position() {
    const squares = [...game.start], end = line ? ply - 1 : ply;
    let last = null;
    for (let i = 0; i < end; i++) play(squares, last = game.m[i]);
    for (let i = 0; line && i < step; i++) play(squares, last = line[i]);
    return {squares, last};
  }
  function place(square) {
    const b = game.board, row = Math.floor((square - 1) / b.r), at = (square - 1) % b.r;
    const column = b.r === b.w ? at : at * 2 + ((row % 2 === 0) !== !!b.m ? 1 : 0);
    return turned ? [b.w - 1 - column, b.h - 1 - row] : [column, row];
  }
  function squareName(square) {
    const b = game.board;
    if (!b.a) return String(square);
    const row = Math.floor((square - 1) / b.r), at = (square - 1) % b.r;
    const column = b.r === b.w ? at : at * 2 + ((row % 2 === 0) !== !!b.m ? 1 : 0);
    return "abcdefghij"[column] + (b.h - row);
  }

  /* ---- the board ---- */

  function describe(squares) {
    const parts = [];
    for (const [letter, name] of [["w", "White men"], ["W", "White kings"], ["b", "Black men"], ["B", "Black kings"]]) {
      const names = [];
      for (let i = 1; i < squares.length; i++) if (squares[i] === letter) names.push(squareName(i));
      if (names.length) parts.push(name + " " + names.join(", "));
    }
    return parts.join("; ");
  }
  function drawLabels(svg) {
    const b = game.board, style = {fill: "#fbeedb", "font-size": 2.9, "font-family": "sans-serif", "text-anchor": "middle"};
    for (let i = 0; i < b.w; i++)
      draw(svg, "text", {...style, x: 10 * (turned ? b.w - 1 - i : i) + 5, y: 10 * b.h + 3}, "abcdefghij"[i]);
    for (let i = 0; i < b.h; i++)
      draw(svg, "text", {...style, x: -2, y: 10 * (turned ? i : b.h - 1 - i) + 6}, String(i + 1));
  }
  function drawBoard() {
    const b = game.board, {squares, last} = position(), edge = b.a ? 4 : 2;
    const svg = document.createElementNS(svgSpace, "svg");
    svg.setAttribute("viewBox", `${-edge} ${-edge} ${10 * b.w + 2 * edge} ${10 * b.h + 2 * edge}`);
    svg.setAttribute("role", "img");
    draw(svg, "title", {}, describe(squares));
    draw(svg, "rect", {x: -edge, y: -edge, width: 10 * b.w + 2 * edge, height: 10 * b.h + 2 * edge, rx: 1, fill: "#5b3f28"});
    draw(svg, "rect", {width: 10 * b.w, height: 10 * b.h, fill: "#f3e3c3"});
    if (b.a) drawLabels(svg);
    for (let i = 1; i < squares.length; i++) {
      const [x, y] = place(i), full = b.r === b.w;
      const light = full && (x + y) % 2 === 0;
      draw(svg, "rect", {x: 10 * x, y: 10 * y, width: 10, height: 10, fill: light ? "#c99e72" : "#a9794f"});
      if (!b.a) draw(svg, "text", {x: 10 * x + .5, y: 10 * y + 2.4, fill: "#fbeedb", "font-size": 2.3, "font-family": "sans-serif"}, String(i));
    }
    for (const [square, strength] of last ? [[last.f, ".2"], [last.o, ".55"]] : []) {
      const [x, y] = place(square);
      draw(svg, "rect", {x: 10 * x + .5, y: 10 * y + .5, width: 9, height: 9, fill: "#f2d13d", "fill-opacity": strength, stroke: "#f2d13d"});
    }
    for (const square of last && last.x || []) {
      const [x, y] = place(square);
      draw(svg, "path", {d: `M${10 * x + 3} ${10 * y + 3}l4 4m0-4l-4 4`, stroke: "#f2d13d", "stroke-width": .8, "stroke-linecap": "round"});
    }
    const names = {w: "wm", W: "wk", b: "bm", B: "bk"};
    for (let i = 1; i < squares.length; i++)
      if (names[squares[i]]) {
        const [x, y] = place(i);
        draw(svg, "use", {href: "#draughts-" + names[squares[i]], x: 10 * x, y: 10 * y});
      }
    $("board").replaceChildren(svg);
  }

  /* ---- words ---- */

  const marks = ["", "?", "??"];
  const whiteBegins = () => game.first === "W" ? game.start[0] === "W" : game.start[0] === "B";
  function numberOf(index) {
    const half = index + (whiteBegins() ? 0 : 1);
    return {number: Math.floor(half / 2) + 1, begins: half % 2 === 0};
  }
  const moverOf = index => (index % 2 === 0) === (game.start[0] === "W") ? "White" : "Black";
  function moveName(index) {
    const {number, begins} = numberOf(index), move = game.m[index];
    return number + (begins ? ". " : "... ") + move.t + marks[move.q || 0];
  }
  const plain = text => text.replace(/\[%[^\]]*\]/g, "").trim();
  function men(count) { return count + (count === 1 ? " man" : " men"); }

  function remarks(move, index) {
    const list = [];
    if (move.b) list.push("Out of book.");
    if (move.tb && move.ta && move.tb !== move.ta) list.push(`By the tables ${moverOf(index)}'s game was ${move.tb} and now is ${move.ta}.`);
    else if (move.ta) list.push(`By the tables ${moverOf(index)}'s game is ${move.ta}.`);
    if (move.q) list.push(`Costs ${move.l} % of a point.`);
    if (move.g) list.push(`Missed a shot that wins ${men(move.g)}.`);
    return list;
  }
  function moveButton(text, quality, current, action) {
    const button = make("button", {class: "move" + (quality ? " q" + quality : ""), type: "button"}, text);
    if (current) button.setAttribute("aria-current", "true");
    button.addEventListener("click", action);
    return button;
  }
  function lineOf(move, index) {
    const p = make("p", {class: "line"}, (move.l >= 5 ? "Better: " : "The search prefers: "));
    move.p.forEach((m, i) => {
      const {number, begins} = numberOf(index + i);
      const text = (begins || i === 0 ? number + (begins ? ". " : "... ") : "") + m.t;
      p.append(moveButton(text, 0, line === move.p && step === i + 1, () => show(index + 1, move.p, i + 1)), " ");
    });
    if (move.ps) p.append(`(${move.ps})`);
    return p;
  }
  function showRemark() {
    const box = $("remark"), parts = [];
    if (ply === 0) {
      parts.push(make("h2", {}, "Start position ", make("small", {}, game.s ? "score " + game.s : "")));
      const facts = [game.event, game.round && "round " + game.round, game.date, game.variant].filter(Boolean);
      parts.push(make("p", {class: "soft"}, facts.join(" · ")));
      for (const c of game.c || []) if (plain(c)) parts.push(make("p", {}, plain(c)));
    } else {
      const move = game.m[ply - 1];
      const score = move.s ? `${move.s}, depth ${move.d}` : "the game is over";
      const heading = make("h2", {}, make("span", {class: move.q ? "q" + move.q : ""}, moveName(ply - 1)), make("small", {}, score));
      parts.push(heading);
      const list = remarks(move, ply - 1);
      if (list.length) parts.push(make("p", {}, list.join(" ")));
      if (move.p) parts.push(lineOf(move, ply - 1));
      for (const c of move.c || []) if (plain(c)) parts.push(make("p", {}, plain(c)));
    }
    box.replaceChildren(...parts);
  }

  /* ---- curve and moves ---- */

  function drawCurve() {
    const count = Math.max(game.m.length, 1), svg = document.createElementNS(svgSpace, "svg");
    svg.setAttribute("viewBox", `0 0 ${count} 1000`);
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("role", "img");
    draw(svg, "title", {}, "Expected result of White over the game");
    const values = [game.m.length ? game.m[0].e : 500, ...game.m.map(m => m.e)];
    let path = "M0 0";
    values.forEach((e, i) => { path += `L${i} ${e}`; });
    draw(svg, "path", {class: "area", d: path + `L${values.length - 1} 0Z`});
    draw(svg, "path", {class: "half", d: `M0 500H${count}`});
    game.m.forEach((m, i) => { if (m.q) draw(svg, "path", {class: "q" + m.q, d: `M${i + 1} ${Math.min(Math.max(m.e, 50), 950)}h.001`}); });
    draw(svg, "path", {class: "now", id: "now", d: "M0 0V1000"});
    svg.addEventListener("click", event => {
      const box = svg.getBoundingClientRect();
      show(Math.round((event.clientX - box.left) / box.width * count));
    });
    $("curve").replaceChildren(svg);
  }
  function listMoves() {
    const parts = [];
    game.m.forEach((move, i) => {
      const {number, begins} = numberOf(i);
      const button = moveButton(move.t + marks[move.q || 0], move.q, false, () => show(i + 1));
      button.id = "move-" + (i + 1);
      const label = make("span", {class: "number"}, number + (begins ? "." : "..."));
      parts.push(begins || i === 0 ? make("span", {class: "pair"}, label, button) : button);
    });
    $("moves").replaceChildren(...parts);
  }
  function markMove() {
    for (const old of $("moves").querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
    const button = $("move-" + ply), box = $("moves");
    if (!button || line) return;
    button.setAttribute("aria-current", "true");
    if (box.scrollHeight > box.clientHeight) {
      const top = button.offsetTop - box.offsetTop;
      if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 40) box.scrollTop = top - 60;
    }
  }

  /* ---- steps ---- */

  function show(newPly, newLine = null, newStep = 0) {
    ply = Math.min(Math.max(newPly, 0), game.m.length);
    line = newLine;
    step = newStep;
    drawBoard();
    showRemark();
    markMove();
    $("now").setAttribute("d", `M${ply} 0V1000`);
    $("ply").value = ply;
    $("ply").setAttribute("aria-valuetext", ply ? moveName(ply - 1) : "start position");
    $("first").disabled = $("back").disabled = ply === 0;
    $("last").disabled = $("on").disabled = !line && ply === game.m.length;
    history.replaceState(null, "", "#" + game.n + "." + ply);
  }
  function forward() {
    if (line && step < line.length) show(ply, line, step + 1);
    else if (!line) show(ply + 1);
  }
  function backward() {
    if (line && step > 1) show(ply, line, step - 1);
    else if (line) show(ply);
    else show(ply - 1);
  }
  function toFault() {
    for (let i = 1; i <= game.m.length; i++) {
      const index = (ply + i - 1) % game.m.length;
      if (game.m[index].q) return show(index + 1);
    }
  }
  function namePlayers() {
    const row = (color, name, points) => [make("i", {class: color}), make("span", {}, name), make("b", {}, points)];
    const upper = turned ? "white" : "black", lower = turned ? "black" : "white";
    const name = color => game[color] || (color === "white" ? "White" : "Black");
    $("upper").replaceChildren(...row(upper, name(upper), ""));
    $("lower").replaceChildren(...row(lower, name(lower), game.result || "*"));
  }
  function turn() {
    turned = !turned;
    namePlayers();
    drawBoard();
  }
  function listTally() {
    const head = make("tr", {}, ...["", "moves", "?", "??", "missed shots", "lost %"].map(t => make("th", {scope: "col"}, t)));
    const row = (name, t) => make("tr", {}, make("th", {scope: "row"}, name), ...t.map(n => make("td", {}, String(n))));
    $("tally").replaceChildren(head, row("White", game.tally[0]), row("Black", game.tally[1]));
  }
  function choose(index, newPly = 0) {
    game = data.games[index];
    $("game").value = index;
    $("game-back").disabled = index === 0;
    $("game-on").disabled = index === data.games.length - 1;
    const faults = game.faults.map(text => make("p", {}, text));
    if (faults.length) faults.unshift(make("p", {}, game.m ? "The rest of this game could not be followed:" : "This game cannot be played through:"));
    $("faults").replaceChildren(...faults);
    document.querySelector(".view").classList.toggle("unplayable", !game.m);
    if (!game.m)
      game = {...game, m: [], start: "W" + "e".repeat(50), board: {w: 10, h: 10, r: 5, m: 0, a: 0}, first: "W", tally: [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]]};
    $("ply").max = game.m.length;
    $("fault").disabled = !game.m.some(m => m.q);
    namePlayers();
    drawCurve();
    listMoves();
    listTally();
    show(newPly);
  }
  function optionOf(g) {
    const names = g.white || g.black ? `${g.white || "?"} – ${g.black || "?"}` : g.event || "game";
    const count = g.tally ? g.tally[0][1] + g.tally[1][1] : 0, bad = g.tally ? g.tally[0][2] + g.tally[1][2] : 0;
    const found = [count && count + "×?", bad && bad + "×??", g.faults.length && "faulty"].filter(Boolean).join(" ");
    return `${g.n}. ${names}  ${g.result || "*"}${found ? "  (" + found + ")" : ""}`;
  }

  $("title").textContent = document.title = data.title;
  $("how").textContent = data.how + "; scores in men, White's view";
  data.games.forEach((g, i) => $("game").append(make("option", {value: i}, optionOf(g))));
  $("game").addEventListener("change", event => choose(Number(event.target.value)));
  const current = () => Number($("game").value);
  $("game-back").addEventListener("click", () => choose(current() - 1));
  $("game-on").addEventListener("click", () => choose(current() + 1));
  $("first").addEventListener("click", () => show(0));
  $("last").addEventListener("click", () => show(game.m.length));
  $("back").addEventListener("click", backward);
  $("on").addEventListener("click", forward);
  $("fault").addEventListener("click", toFault);
  $("turn").addEventListener("click", turn);
  $("ply").addEventListener("input", event => show(Number(event.target.value)));
  document.addEventListener("keydown", event => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.tagName === "SELECT") return;
    const keys = {ArrowLeft: backward, ArrowRight: forward, Home: () => show(0), End: () => show(game.m.length), m: toFault, f: turn};
    if (!keys[event.key]) return;
    keys[event.key]();
    event.preventDefault();
  });
  const [, gameNumber, plyNumber] = /^#(\d+)(?:\.(\d+))?$/.exec(location.hash) || [];
  const found = data.games.findIndex(g => String(g.n) === gameNumber);
  choose(found < 0 ? 0 : found, found < 0 ? 0 : Number(plyNumber || 0));
})();
