// Shows recorded games. All positions, sentences and scores were computed by solit; nothing here knows a rule.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const RANK_WORDS = ["ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"];
  const SUIT_WORDS = ["clubs", "diamonds", "hearts", "spades"];
  const STEADY_MS = 1000;
  const PACES = [[1, "as recorded"], [2, "twice as fast"], [5, "five times"], [20, "twenty times"], [0, "steady"]];
  const NARROW = 560; // pixels of the board, below which a narrow form is drawn
  const $ = (id) => document.getElementById(id);
  const drawing = drawingOn($("board"), data);

  let game = null; // the one that is shown
  let states = []; // its positions: for each place [cards, face-down ones]
  let lastIndex = 0; // of the slider: the refused entry is one more than the positions
  let at = 0;
  let timer = 0, ticker = 0, playing = false;

  function words(name, text, parent, className) {
    const made = document.createElement(name);
    made.textContent = text;
    if (className) made.className = className;
    if (parent) parent.append(made);
    return made;
  }

  // --- the game ----------------------------------------------------------------------------------------------------

  function open(number, entry) {
    pause();
    game = data.games[number];
    $("game").value = number;
    states = [game.start];
    for (const step of game.steps) {
      const after = states[states.length - 1].slice();
      for (const [place, keep, more, down] of step) after[place] = [after[place][0].slice(0, keep).concat(more), down];
      states.push(after);
    }
    lastIndex = states.length - 1 + (game.refused ? 1 : 0);
    $("name").textContent = game.name;
    $("title").textContent = [game.title, game.where].filter(Boolean).join(" · ");
    document.title = `${game.name} · solit replay`;
    $("slider").max = lastIndex;
    fillPaces();
    fillEntries();
    fillFacts();
    drawAnalysis();
    drawing.open(game);
    $("verdict").textContent = sentence(game.verdict);
    $("verdict").className = game.outcome === "illegal" ? "bad" : "";
    show(Math.min(entry || 0, lastIndex));
  }

  function sentence(text) {
    return text.charAt(0).toUpperCase() + text.slice(1) + ".";
  }

  function fillPaces() {
    const chosen = $("pace").value;
    $("pace").replaceChildren();
    for (const [factor, name] of PACES) {
      if (factor && !game.clock) continue;
      words("option", name, $("pace")).value = factor;
    }
    if (chosen && [...$("pace").options].some((option) => option.value === chosen)) $("pace").value = chosen;
  }

  function fillEntries() {
    const undone = new Set(game.undone);
    $("entries").replaceChildren();
    game.moves.forEach((move, entry) => {
      const item = words("li", `${move} — ${game.told[entry]}`, $("entries"), undone.has(entry) ? "undone" : "");
      item.dataset.at = entry + 1;
    });
    if (game.refused) words("li", `${game.refused.move} — refused`, $("entries"), "refused").dataset.at = lastIndex;
  }

  function pairs(list, rows) {
    list.replaceChildren();
    for (const [name, value] of rows) {
      words("dt", name, list);
      words("dd", value, list);
    }
  }

  function fillFacts() {
    pairs($("facts"), game.facts);
  }

  function drawAnalysis() {
    const bar = $("analysis"), told = game.analysis;
    bar.replaceChildren();
    bar.toggleAttribute("hidden", !told);
    $("mistake").hidden = !(told && told.lost_at !== undefined);
    if (!told) return;
    const size = Math.max(lastIndex, 1);
    bar.setAttribute("viewBox", `0 0 ${size} 16`);
    const height = { won: 16, unwinnable: 6, unknown: 10, gone: 3 };
    let from = 0;
    for (const [verdict, count] of told.verdicts) { // a verdict reaches half way to its neighbours
      const left = Math.max(from - 0.5, 0), right = Math.min(from + count - 0.5, size);
      const tall = height[verdict];
      drawing.element("rect", { x: left, y: 16 - tall, width: Math.max(right - left, 0.05 * size), height: tall, class: verdict }, bar);
      from += count;
    }
    if (told.lost_at !== undefined) {
      drawing.element("rect", { x: told.lost_at + 0.5 - size / 400, y: 0, width: size / 200, height: 16, class: "mark" }, bar);
    }
    bar.setAttribute("aria-label", analysisWords(told));
  }

  function analysisWords(told) {
    const means = { won: "can be won", unwinnable: "can't be won", unknown: "undecided", gone: "taken back" };
    let from = 0;
    const parts = told.verdicts.map(([verdict, count]) => {
      const last = from + count - 1;
      const part = `${from === last ? `after ${from}` : `after ${from} to ${last}`} entries: ${means[verdict]}`;
      from = last + 1;
      return part;
    });
    return `Analysis. ${parts.join("; ")}.`;
  }

  function verdictAt(index) {
    let from = 0;
    for (const [verdict, count] of game.analysis.verdicts) {
      from += count;
      if (index < from) return verdict;
    }
    return null;
  }

  // --- the board ---------------------------------------------------------------------------------------------------

  function fitting() {
    const width = $("table").clientWidth;
    return game.boards[width && width < NARROW ? game.boards.length - 1 : 0];
  }

  function marks(index) {
    const refused = game.refused && index === lastIndex;
    if (refused) return { kind: "refused", cards: new Set(game.refused.cards), places: new Set(game.refused.places) };
    const moved = new Set(), places = new Set();
    if (index > 0) {
      const before = whereAll(states[index - 1]), after = whereAll(states[index]);
      game.steps[index - 1].forEach(([place]) => {
        const [pile, down] = states[index][place], old = states[index - 1][place];
        for (const card of pile) if (before[card] !== after[card]) moved.add(card);
        if (old[0].length > pile.length) places.add(place);
        for (const card of pile.slice(down, old[1])) moved.add(card); // turned up
      });
    }
    return { kind: game.moves[index - 1] === "u" ? "back" : "moved", cards: moved, places };
  }

  function whereAll(state) {
    const where = [];
    state.forEach(([pile], n) => pile.forEach((card) => { where[card] = n; }));
    return where;
  }

  function drawPosition(index, animated) {
    drawing.draw(fitting(), states[Math.min(index, states.length - 1)], marks(index), animated);
  }

  // --- the side ----------------------------------------------------------------------------------------------------

  function clockText(ms) {
    const seconds = Math.floor(ms / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  function timeRow(ms) {
    const limit = game.clock.limit;
    return limit ? `${clockText(ms)} of ${clockText(1000 * limit)}` : clockText(ms);
  }

  function stateRows(index) {
    const position = Math.min(index, states.length - 1), rows = [];
    if (game.clock) {
      rows.push(["Clock", timeRow(game.clock.at[position])]);
      if (index === lastIndex && game.clock.end !== null) rows.push(["Left at", clockText(game.clock.end)]);
    }
    if (game.passes.length) {
      rows.push(["Pass", `${game.passes[position]}${game.passes_allowed ? ` of ${game.passes_allowed}` : ""}`]);
    }
    if (game.undo_allowed) {
      const backs = game.moves.slice(0, position).filter((move) => move === "u").length;
      rows.push(["Taken back", `${backs} (at most ${game.undo_allowed} in a row)`]);
    }
    return rows;
  }

  function scoreAt(index) {
    let n = Math.min(index, states.length - 1);
    while (game.scores[n] === 0) n -= 1;
    return game.scores[n];
  }

  function fillScore(index) {
    const [total, items] = scoreAt(index), rows = $("score").tBodies[0];
    $("score").caption.textContent = `Score ${total} (${game.sheet})`;
    rows.replaceChildren();
    for (const [code, count, points] of items) {
      const row = words("tr", "", rows);
      words("td", code.replaceAll("-", " "), row);
      words("td", `${count} ×`, row, "number");
      words("td", points > 0 ? `+${points}` : `${points}`, row, "number");
    }
    return total;
  }

  function fillPosition(index) {
    const names = { s: "Stock", w: "Waste" };
    const rows = states[Math.min(index, states.length - 1)].map(([pile, down], n) => {
      const [name, role] = game.places[n];
      const title = names[name] || (role === "foundation" ? `Foundation of ${SUIT_WORDS["CDHS".indexOf(name[1])]}` : name[0] === "t"
        ? `Column ${name[1]}` : `Pyramid ${name[1]}, ${{ c: "centre", a: "left", b: "right", t: "top" }[name[2]]}`);
      if (!pile.length) return [title, "empty"];
      if (role === "stock") return [title, `${pile.length} cards`];
      const up = pile.slice(down).map((card) => `${RANK_WORDS[card % 13]} of ${SUIT_WORDS[Math.floor(card / 13)]}`);
      if (role === "foundation") return [title, up[up.length - 1]];
      return [title, [down ? `${down} face down` : "", ...up].filter(Boolean).join(", ")];
    });
    pairs($("position"), rows);
  }

  function fillSide(index) {
    const refused = game.refused && index === lastIndex, position = Math.min(index, states.length - 1);
    $("where").textContent = refused ? `Entry ${position}, ${game.refused.move}: refused`
      : index === 0 ? (lastIndex ? `Start of ${lastIndex} entries` : "The deal")
        : `Entry ${index - 1}, ${game.moves[index - 1]} (${index} of ${lastIndex})`;
    const total = fillScore(index);
    const told = [];
    if (refused) told.push(`Entry ${position}, ${game.refused.move}, is refused.`);
    else if (index === 0) told.push(`Start. ${game.name}.`);
    else {
      told.push(`${game.told[index - 1]}.`);
      if (game.undone.includes(index - 1)) told.push("(It is taken back later.)");
      told.push(`Score ${total}.`);
    }
    if (index === lastIndex && !refused && game.outcome !== "illegal") told.push(sentence(game.verdict));
    const after = refused && game.refused.after ? ` ${game.refused.after} more entries follow, which don't count.` : "";
    $("told").textContent = told.join(" ");
    $("wrong").hidden = !refused;
    $("wrong").textContent = refused ? `${sentence(game.refused.message)}${after}` : "";
    pairs($("state"), stateRows(index));
    fillPosition(index);
    $("judgement").hidden = !game.analysis;
    if (game.analysis) fillJudgement(position);
    const list = $("entries");
    const before = list.querySelector(".now");
    if (before) before.classList.remove("now");
    const now = index ? list.children[index - 1] : null;
    if (now) {
      now.classList.add("now");
      list.scrollTop = Math.max(now.offsetTop - list.offsetTop - list.clientHeight / 2, 0);
    }
  }

  function fillJudgement(position) {
    const told = game.analysis, verdict = verdictAt(position);
    const texts = { won: "The game can still be won.", unwinnable: "The game can't be won any more.",
      unknown: "Whether the game can be won is undecided.", gone: "This position was taken back." };
    let text = texts[verdict] || "";
    if (told.lost_at === position - 1) text = `Entry ${told.lost_at}${told.lost_move ? `, ${told.lost_move},` : ""} threw the win away.`;
    else if (told.lost_at === position && told.better) text += ` The next entry throws that away; ${told.better} keeps it.`;
    $("judgement").textContent = text;
    $("judgement").className = verdict;
  }

  // --- going through -----------------------------------------------------------------------------------------------

  function show(index, animated) {
    at = Math.max(0, Math.min(index, lastIndex));
    $("slider").value = at;
    $("slider").setAttribute("aria-valuetext", `${at} of ${lastIndex}`);
    $("first").disabled = $("previous").disabled = at === 0;
    $("next").disabled = $("last").disabled = at === lastIndex;
    drawPosition(at, animated);
    fillSide(at);
    const hash = `#game=${Number($("game").value) + 1}&entry=${at}`;
    try { history.replaceState(null, "", hash); } catch { /* some browsers refuse it for files */ }
  }

  function step(by) {
    pause();
    show(at + by, Math.abs(by) === 1);
  }

  function pause() {
    clearTimeout(timer);
    clearInterval(ticker);
    playing = false;
    $("play").classList.remove("playing");
    $("play").setAttribute("aria-label", "Play");
  }

  function play() {
    if (at === lastIndex) show(0);
    playing = true;
    $("play").classList.add("playing");
    $("play").setAttribute("aria-label", "Pause");
    wait();
  }

  function wait() {
    clearTimeout(timer);
    clearInterval(ticker);
    if (at === lastIndex) return pause();
    const factor = Number($("pace").value), timed = game.clock && factor > 0 && at + 1 < states.length;
    const from = timed ? game.clock.at[at] : 0;
    const pauseMs = timed ? (game.clock.at[at + 1] - from) / factor : STEADY_MS;
    const began = performance.now();
    if (timed) {
      ticker = setInterval(() => {
        const clock = $("state").querySelector("dd");
        clock.textContent = timeRow(from + Math.min((performance.now() - began) * factor, game.clock.at[at + 1] - from));
      }, 200);
    }
    timer = setTimeout(() => {
      show(at + 1, pauseMs > 150);
      wait();
    }, Math.min(pauseMs, 2 ** 31 - 1));
  }

  function toggle() {
    playing ? pause() : play();
  }

  function turn(by) {
    const number = Number($("game").value) + by;
    if (number >= 0 && number < data.games.length) open(number, 0);
  }

  function toMistake() {
    if (game.analysis && game.analysis.lost_at !== undefined) pause(), show(game.analysis.lost_at + 1, false);
  }

  function reveal() {
    $("board").classList.toggle("revealed", $("reveal").checked);
  }

  const KEYS = {
    ArrowLeft: () => step(-1), ArrowRight: () => step(1), PageUp: () => step(-10), PageDown: () => step(10),
    Home: () => step(-at), End: () => step(lastIndex - at), " ": toggle, n: () => turn(1), p: () => turn(-1), m: toMistake,
    h: () => { $("reveal").checked = !$("reveal").checked; reveal(); },
  };

  function onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (!KEYS[name]) return;
    if (event.target.closest("select")) return;
    if (name === " " && event.target.closest("button, input[type=checkbox], summary")) return;
    event.preventDefault();
    KEYS[name]();
  }

  function fromAddress() {
    const found = /^#game=([0-9]{1,9})(?:&entry=([0-9]{1,9}))?$/.exec(location.hash);
    const number = found ? Math.min(Math.max(Number(found[1]), 1), data.games.length) - 1 : 0;
    return [number, found && found[2] ? Number(found[2]) : 0];
  }

  data.games.forEach((one, n) => {
    words("option", `${n + 1}. ${one.name} · ${one.verdict}`, $("game")).value = n;
  });
  $("choose").hidden = data.games.length < 2;
  $("replay").hidden = false;
  $("reveal").checked = data.reveal;
  reveal();
  open(...fromAddress());
  $("first").onclick = () => step(-at);
  $("previous").onclick = () => step(-1);
  $("next").onclick = () => step(1);
  $("last").onclick = () => step(lastIndex - at);
  $("play").onclick = toggle;
  $("mistake").onclick = toMistake;
  $("reveal").onchange = reveal;
  $("pace").onchange = () => { if (playing) wait(); };
  $("slider").oninput = () => { const index = Number($("slider").value); pause(); show(index, Math.abs(index - at) === 1); };
  $("game").onchange = () => open(Number($("game").value), 0);
  $("entries").onclick = (event) => {
    const item = event.target.closest("li");
    if (item) pause(), show(Number(item.dataset.at), false);
  };
  document.addEventListener("keydown", onKey);
  window.addEventListener("hashchange", () => open(...fromAddress()));
  new ResizeObserver(() => { if (!drawing.isLaid(fitting())) drawPosition(at, false); }).observe($("table"));
})();
