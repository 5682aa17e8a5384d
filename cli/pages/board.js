"use strict";
// Draws positions of a game: cards as shapes on a felt. Where piles lie is in the page's data; no rule is known here.
function drawingOn(board, data) {
  const SVG = "http://www.w3.org/2000/svg";
  const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
  const SUITS = [ // in a box of 100 by 100
    "M50 4a22 22 0 0 1 18 35a22 22 0 1 1-13 39q2 12 9 18H36q7-6 9-18a22 22 0 1 1-13-39A22 22 0 0 1 50 4z",
    "M50 2Q66 28 86 50Q66 72 50 98Q34 72 14 50Q34 28 50 2z",
    "M50 96Q8 58 8 32A21 21 0 0 1 50 26A21 21 0 0 1 92 32Q92 58 50 96z",
    "M50 2Q92 38 92 60A20 20 0 0 1 55 74Q57 90 65 97H35Q43 90 45 74A20 20 0 0 1 8 60Q8 38 50 2z",
  ];
  const W = data.card.width, H = data.card.height;
  const slow = matchMedia("(prefers-reduced-motion: reduce)");

  let game = null; // the one that is drawn
  let cards = []; // its drawn cards by number
  let outlines = []; // its drawn places
  let labels = [];
  let laid = null; // the form of the board that is drawn
  let shownAt = []; // where each card was drawn last

  function element(name, attributes, parent) {
    const made = document.createElementNS(SVG, name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    if (parent) parent.append(made);
    return made;
  }

  // --- cards -------------------------------------------------------------------------------------------------------

  function suitShape(suit, x, y, size, className, parent) {
    element("path", { d: SUITS[suit], class: className, transform: `translate(${x} ${y}) scale(${size / 100})` }, parent);
  }

  function corner(card, className, parent) {
    const rank = element("text", { x: 24, y: 33, class: className }, parent);
    rank.textContent = RANKS[card % 13];
    if (card % 13 === 9) rank.setAttribute("textLength", 36), rank.setAttribute("lengthAdjust", "spacingAndGlyphs");
    suitShape(Math.floor(card / 13), 48, 7, 27, className, parent);
  }

  function drawCard(card) {
    const suit = Math.floor(card / 13), red = suit === 1 || suit === 2;
    const drawn = element("g", { class: red ? "card red" : "card", "data-card": card });
    const box = { width: W, height: H, rx: 9 };
    element("rect", { ...box, class: "face" }, drawn);
    corner(card, "up", drawn);
    if (card % 13 > 9) {
      const letter = element("text", { x: W / 2, y: 112, class: "up large" }, drawn);
      letter.textContent = RANKS[card % 13];
    } else {
      suitShape(suit, 25, 60, 50, "up", drawn);
    }
    element("rect", { ...box, class: "back-side down" }, drawn);
    element("path", { class: "lattice down", d: "M10 10H90V130H10zM10 40L40 10M10 70L70 10M10 100L90 20M10 130L90 50M40 130L90 80"
      + "M70 130L90 110M90 40L60 10M90 70L30 10M90 100L10 20M90 130L10 50M60 130L10 80M30 130L10 110" }, drawn);
    corner(card, "hidden-face", drawn);
    element("rect", { x: 2, y: 2, width: W - 4, height: H - 4, rx: 8, class: "ring" }, drawn);
    return drawn;
  }

  // --- the board ---------------------------------------------------------------------------------------------------

  function open(opened) {
    game = opened;
    cards = [];
    laid = null;
  }

  function layBoard(form) {
    laid = form;
    for (const old of [...board.querySelectorAll("rect.place, path.empty, text.label, g.card")]) old.remove();
    board.setAttribute("viewBox", `-6 0 ${form.width + 12} ${form.height + 6}`);
    outlines = [];
    labels = [];
    shownAt = [];
    game.places.forEach(([name, role], n) => {
      const [x, y] = form.at[n];
      const outline = element("rect", { x, y, width: W, height: H, rx: 9, class: "place" }, board);
      outline.dataset.place = name;
      outlines.push(outline);
      if (role === "foundation") suitShape("CDHS".indexOf(name[1]), x + 25, y + 45, 50, "empty", board);
      if (role === "layout") outline.setAttribute("visibility", "hidden");
      labels.push(role === "layout" ? null : element("text", { x: x + W / 2, y: y - 8, class: "label" }, board));
    });
    if (!cards.length) {
      for (const [pile] of game.start) for (const card of pile) cards[card] = drawCard(card);
    }
    for (const card of cards) if (card) board.append(card);
  }

  function corners(form, n, pile, down) {
    const [x, y] = form.at[n], role = game.places[n][1];
    if (role === "waste") {
      const first = Math.max(pile.length - game.fan, 0);
      return pile.map((_, i) => [x + Math.max(i - first, 0) * data.fan.waste, y]);
    }
    if (role !== "column") return pile.map(() => [x, y]);
    return pile.map((_, i) => [x, y + Math.min(i, down) * data.fan.down + Math.max(i - down, 0) * data.fan.up]);
  }

  function labelText(n, pile) {
    const [name, role] = game.places[n];
    if (role === "stock") return `stock ${pile.length}`;
    if (role === "waste") return `waste ${pile.length}`;
    if (role === "foundation") return game.circular && pile.length ? `from ${RANKS[pile[0] % 13]}` : "";
    return name.slice(1);
  }

  // `marked`: kind (moved, back, refused), the cards and the places that it holds for
  function draw(form, state, marked, animated) {
    if (form !== laid) layBoard(form), animated = false;
    const moving = [];
    state.forEach(([pile, down], n) => {
      const role = game.places[n][1], spots = corners(form, n, pile, down);
      outlines[n].setAttribute("class", "place" + (marked.places.has(n) ? ` ${marked.kind === "moved" ? "from" : marked.kind}` : ""));
      if (role === "layout") outlines[n].setAttribute("visibility", marked.places.has(n) ? "visible" : "hidden");
      if (labels[n]) labels[n].textContent = labelText(n, pile);
      // of a pile whose cards lie on each other the top two are seen (one may be about to come or go)
      const from = role === "stock" || role === "foundation" ? pile.length - 2 : role === "waste" ? pile.length - game.fan - 2 : 0;
      pile.forEach((card, i) => {
        const drawn = cards[card], [x, y] = spots[i], red = [1, 2].includes(Math.floor(card / 13));
        const marks = marked.cards.has(card) && role !== "stock" ? ` ${marked.kind}` : "";
        drawn.setAttribute("class", `card${red ? " red" : ""}${i < down ? " turned" : ""}${marks}`);
        drawn.setAttribute("visibility", i >= from ? "visible" : "hidden");
        drawn.setAttribute("transform", `translate(${x} ${y})`);
        const old = shownAt[card];
        if (old && (old[0] !== x || old[1] !== y) && i >= from) moving.push([drawn, old, [x, y]]);
        shownAt[card] = [x, y];
        board.append(drawn);
      });
    });
    if (animated && !slow.matches && moving.length < 20) {
      for (const [drawn, [x, y], [newX, newY]] of moving) {
        board.append(drawn); // over what it passes
        drawn.animate(
          [{ transform: `translate(${x}px, ${y}px)` }, { transform: `translate(${newX}px, ${newY}px)` }],
          { duration: 180, easing: "ease-out" },
        );
      }
    }
  }

  return { open, draw, element, isLaid: (form) => form === laid };
}
