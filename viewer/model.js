// viewer/model.js: the data of the page, and the state of every machine at any row.
//
// A row is a step that is shown. `row.d` has what changed from it up to the next row, so the
// state at a row is the sum of all changes up to it. A copy is kept of every 200th state.

const CHECKPOINT = 200;

function emptyState(actors) {
  return actors.map(() => ({ state: null, heat: null, halted: false, values: [], queue: [] }));
}

function copyState(all) {
  return all.map((one) => ({ ...one, values: one.values.slice(), queue: one.queue.slice() }));
}

// Applies one change; returns the steps whose events were removed from the queue.
function applyChange(one, change) {
  let removed = [];
  if (change.s !== undefined) {
    one.state = change.s;
    one.heat = change.t || null;
  }
  for (const [variable, text] of change.v || []) one.values[variable] = text;
  if (change.q) {
    const [gone, added] = change.q;
    removed = gone.map((place) => one.queue[place]);
    const isGone = new Set(gone);
    if (gone.length) one.queue = one.queue.filter((_, place) => !isGone.has(place));
    one.queue = one.queue.concat(added);
  }
  if (change.h) {
    one.halted = true;
    one.queue = [];
  }
  return removed;
}

class Model {
  constructor(data) {
    this.data = data;
    this.rows = data.rows;
    this.actors = data.actors;
    this.files = data.files;
    this.byStep = new Map(this.rows.map((row, index) => [row.n, index]));
    this.spans = this.actors.map(() => []);     // by actor: {row, state, heat, color}
    this.born = this.actors.map(() => -1);      // by actor: the row that created it
    this.died = this.actors.map(() => Infinity);
    // Monitors stand to the right of the machines.
    const all = this.actors.map((_, i) => i);
    this.order = [...all.filter((i) => !this.actors[i].monitor), ...all.filter((i) => this.actors[i].monitor)];
    this.checkpoints = [];
    this.palettes = new Map();
    this.markTravelling();
    this.walk();
    this.loopRow = data.loop ? this.rowOfStep(data.loop) : -1;
    this.errorRow = this.rows.findIndex((row) => row.what === "error");
  }

  // The row of a step; for a step without a row, the row before it.
  rowOfStep(step) {
    if (this.byStep.has(step)) return this.byStep.get(step);
    let low = 0, high = this.rows.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.rows[middle].n <= step) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  // The last row that is not after the turn.
  rowOfTurn(turn) {
    let low = 0, high = this.rows.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.rows[middle].turn <= turn) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  // The share of futures that end in the bug after a turn: the last point that is not after it.
  futureAt(turn) {
    const points = (this.data.futures ? this.data.futures.points : []).filter(([at, tried]) => at <= turn && tried);
    return points.length ? points[points.length - 1] : null;
  }

  // States of one kind of machine get the colours in the order in which they appear.
  colorOf(actor, state, heat) {
    if (this.actors[actor].monitor) return heat || "warm";
    const kind = this.actors[actor].kind || this.actors[actor].name;
    if (!this.palettes.has(kind)) this.palettes.set(kind, new Map());
    const palette = this.palettes.get(kind);
    if (!palette.has(state)) palette.set(state, palette.size % 8);
    return "c" + palette.get(state);
  }

  // Between containers an event is in the queue of its target only when it was delivered.
  markTravelling() {
    if (!this.rows.some((row) => row.what === "deliver" || row.what === "lost")) return;
    const isPut = (row) => (row.d || []).some(([actor, change]) => actor === row.to && change.q && change.q[1].includes(row.n));
    for (const row of this.rows)
      row.travels = row.what === "send" && row.to !== row.who && !isPut(row);
  }

  // Goes over all rows once: spans of states, who sent what, and the checkpoints.
  walk() {
    const now = emptyState(this.actors);
    const waiting = new Map();  // without values: sends that were not taken, by target and event
    this.rows.forEach((row, index) => {
      if (row.what === "create") this.born[row.to ?? row.who] = index;
      let taken;
      for (const [actor, change] of row.d || []) {
        const removed = applyChange(now[actor], change);
        if (removed.length && actor === row.who) taken = removed[removed.length - 1];
        if (change.s !== undefined) this.addSpan(actor, index, change.s, change.t);
        if (change.h) this.died[actor] = index;
      }
      if (!this.data.values) taken = this.guess(row, waiting, index);
      if ((row.what === "dequeue" || row.what === "receive") && taken !== undefined)
        this.join(taken, index);
      if (index % CHECKPOINT === 0) this.checkpoints.push(copyState(now));
    });
  }

  addSpan(actor, index, state, heat) {
    const spans = this.spans[actor];
    const last = spans[spans.length - 1];
    const color = this.colorOf(actor, state, heat);
    if (last && last.row === index) Object.assign(last, { state, heat, color });
    else spans.push({ row: index, state, heat, color });
  }

  // The steps of a run have no queues: an event is taken by the oldest send of its name.
  guess(row, waiting, index) {
    const spanned = row.what === "entry" && row.who !== undefined;
    if (spanned) this.addSpan(row.who, index, row.state, null);
    if (row.what === "goto") this.addSpan(row.who, index, row.next, null);
    if (row.what === "halt" && row.who !== undefined) this.died[row.who] = index;
    const key = (row.what === "send" ? row.to : row.who) + " " + row.event;
    if (row.what === "send") {
      if (!waiting.has(key)) waiting.set(key, []);
      waiting.get(key).push(row.n);
    }
    if (row.what === "dequeue" || row.what === "receive") return (waiting.get(key) || []).shift();
    return undefined;
  }

  join(sent, index) {
    const from = this.byStep.get(sent);
    if (from === undefined) return;
    this.rows[index].sentBy = from;
    this.rows[from].takenBy = index;
  }

  // The state of all actors after the row; -1: before the first row.
  stateAt(index) {
    if (index < 0) return emptyState(this.actors);
    const place = Math.floor(index / CHECKPOINT);
    const state = copyState(this.checkpoints[place]);
    for (let i = place * CHECKPOINT + 1; i <= index; i++)
      for (const [actor, change] of this.rows[i].d || []) applyChange(state[actor], change);
    return state;
  }

  // The spans of an actor that touch the rows from `first` to `last`.
  spansIn(actor, first, last) {
    const spans = this.spans[actor];
    let low = 0, high = spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (spans[middle].row <= first) low = middle + 1;
      else high = middle;
    }
    const found = [];
    for (let i = Math.max(0, low - 1); i < spans.length && spans[i].row <= last; i++) {
      const end = i + 1 < spans.length ? spans[i + 1].row : Math.min(this.died[actor], this.rows.length);
      if (end >= first) found.push({ ...spans[i], end });
    }
    return found;
  }
}
