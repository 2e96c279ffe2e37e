// viewer/chart.js: the list of steps and the message chart beside it. Only the rows that can be
// seen are in the document: a trace of a hundred thousand steps scrolls like a short one.

const ROW = 26;
const MARGIN = 12;  // rows drawn beyond the edge
const BLOCK = 8;  // rows that come and go together: most frames of scrolling draw nothing new

class Chart {
  constructor(view) {
    this.view = view;
    this.scroll = byId("scroll");
    this.head = byId("head");
    this.list = byId("list");
    this.picture = svg("svg", { "aria-hidden": "true" });
    this.drawn = "";
    this.list.append(this.picture);
    this.scroll.addEventListener("scroll", () => this.request(), { passive: true });
    this.list.addEventListener("click", (event) => {
      const row = event.target.closest(".row");
      if (row) view.select(Number(row.dataset.row));
    });
    new ResizeObserver(() => this.layout()).observe(this.scroll);
  }

  // ------------------------------------------------------------------------------ geometry

  layout() {
    const { model, filter } = this.view;
    this.columns = model.order.filter((i) => filter.hasActor(i));
    const width = this.scroll.clientWidth;
    this.words = Math.round(Math.min(440, Math.max(Math.min(250, width * 0.55), width * 0.42)));
    const room = (width - this.words - 20) / Math.max(1, this.columns.length);
    this.pitch = Math.max(84, Math.min(200, room));
    this.width = Math.max(width, this.words + this.pitch * this.columns.length + 20);
    this.place = new Map(this.columns.map((actor, i) => [actor, this.words + this.pitch * (i + 0.5)]));
    this.drawHead();
    this.list.style.width = this.width + "px";
    this.list.style.height = Math.max(filter.shown.length * ROW, this.scroll.clientHeight - 36) + "px";
    this.picture.setAttribute("width", this.width);
    this.drawn = "";
    this.draw();
  }

  drawHead() {
    const corner = el("div", { class: "corner" }, "Step");
    corner.style.width = this.words + "px";
    this.head.style.width = this.width + "px";
    this.head.replaceChildren(corner, ...this.columns.map((actor) => {
      const { name, monitor } = this.view.model.actors[actor];
      const acts = this.view.row && this.view.row.who === actor;
      const column = el("div", { class: "column" + (monitor ? " monitor" : "") + (acts ? " acts" : ""), title: name }, name);
      column.style.left = this.place.get(actor) - this.pitch / 2 + "px";
      column.style.width = this.pitch + "px";
      return column;
    }));
  }

  request() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  // The part of the list that is seen; all of it on paper.
  range() {
    const last = this.view.filter.shown.length - 1;
    if (this.isPrinting) return [0, last];
    const top = this.scroll.scrollTop, height = this.scroll.clientHeight;
    return [Math.max(0, Math.floor(top / ROW / BLOCK) * BLOCK - MARGIN), Math.min(last, Math.ceil((top + height) / ROW / BLOCK) * BLOCK + MARGIN)];
  }

  reveal(index) {
    const at = this.view.filter.placeOf(index) * ROW, height = this.scroll.clientHeight - 34;
    const top = this.scroll.scrollTop;
    if (at < top + ROW || at > top + height - 3 * ROW)
      this.scroll.scrollTop = Math.max(0, at - height / 2);
    this.draw();
  }

  // ------------------------------------------------------------------------------- drawing

  draw() {
    if (!this.columns) return;
    const [first, last] = this.range();
    const key = [first, last, this.view.index, this.view.filter.version, this.width].join();
    if (key === this.drawn) return;
    this.drawn = key;
    const { shown } = this.view.filter;
    const rows = [], picture = document.createDocumentFragment();
    for (let i = first; i <= last; i++) rows.push(this.drawRow(i, shown[i]));
    if (last >= first) {
      this.drawLives(first, last, picture);
      for (let i = first; i <= last; i++) this.drawStep(i, shown[i], picture);
      this.drawLink(picture);
      this.drawLoop(first, last, picture);
    }
    this.picture.style.top = first * ROW + "px";
    this.picture.setAttribute("height", Math.max(0, last - first + 1) * ROW);
    this.picture.setAttribute("viewBox", `0 ${first * ROW} ${this.width} ${Math.max(1, (last - first + 1) * ROW)}`);
    this.picture.replaceChildren(picture);
    this.list.replaceChildren(this.picture, ...rows);
    const selected = this.view.filter.placeOf(this.view.index);
    if (selected >= first && selected <= last) this.list.setAttribute("aria-activedescendant", "row-" + this.view.index);
    else this.list.removeAttribute("aria-activedescendant");
  }

  drawRow(i, index) {
    const { model, filter } = this.view;
    const row = model.rows[index], before = i > 0 ? model.rows[filter.shown[i - 1]] : null;
    const isNew = !before || before.turn !== row.turn;
    const actor = row.who === undefined ? null : model.actors[row.who];
    const isRepeated = !isNew && before.who === row.who;
    const words = el("div", { class: "words" },
      el("span", { class: "number" }, isNew && row.turn ? String(row.turn) : ""),
      el("span", { class: "who" + (actor && actor.monitor ? " monitor" : "") }, isRepeated || !actor ? "" : actor.name),
      el("span", { class: "what" }, ...marked(row.text, filter.wanted)));
    words.style.width = this.words + "px";
    const classes = ["row", isNew ? "turn" : "", row.what === "error" ? "error" : "",
      model.loopRow >= 0 && index >= model.loopRow ? "loop" : "",
      row.what === "dequeue" || row.what === "entry" ? "quiet" : ""];
    const node = el("div", {
      class: classes.filter(Boolean).join(" "), id: "row-" + index, role: "option",
      "aria-selected": index === this.view.index ? "true" : "false", "aria-setsize": filter.shown.length,
      "aria-posinset": i + 1, "aria-label": (actor ? actor.name + " " : "") + row.text, title: row.text,
    }, words);
    node.dataset.row = index;
    node.style.top = i * ROW + "px";
    node.style.width = this.width + "px";
    return node;
  }

  drawLives(first, last, picture) {
    const { model, filter } = this.view;
    const from = filter.shown[first], to = filter.shown[last];
    const y = (index, bound) => Math.min(Math.max(filter.placeOf(index) + bound, first), last + 1) * ROW;
    for (const actor of this.columns) {
      const x = this.place.get(actor), born = model.born[actor], died = model.died[actor];
      if (born > to || died < from) continue;
      const top = y(Math.max(born, 0), 0.5);
      const bottom = died === Infinity ? (last + 1) * ROW : y(died, 0.5);
      picture.append(svg("line", { class: "life", x1: x, x2: x, y1: top, y2: Math.max(top, bottom) }));
      for (const span of model.spansIn(actor, from, to)) {
        const begin = y(span.row, 0.5) + 1, end = Math.max(begin + 4, (span.end >= model.rows.length ? (last + 1) * ROW : y(span.end, 0.5)) - 1);
        picture.append(svg("rect", { class: "span " + span.color, x: x - 4, y: begin, width: 8, height: end - begin }));
        const place = filter.placeOf(span.row);
        const label = span.heat && span.heat !== "warm" ? `${span.state} (${span.heat})` : span.state;
        if (span.row >= from && filter.shown[place] === span.row)
          picture.append(svg("text", { class: "state", x: x + 8, y: begin + 12 }, fit(label, this.pitch - 16)));
      }
    }
  }

  drawStep(i, index, picture) {
    const row = this.view.model.rows[index], y = (i + 0.5) * ROW;
    const from = this.place.get(row.who), to = this.place.get(row.to);
    const group = svg("g", index === this.view.index ? { class: "chosen" } : {});
    const draw = (tag, attributes, text) => group.append(svg(tag, attributes, text));
    const sender = this.place.get(row.from);
    if ((row.what === "send" || row.what === "create" || row.what === "enqueue" || row.what === "drop") && to !== undefined) {
      drawMessage(draw, row, from === undefined ? this.words + 6 : from, to, y);
    } else if (row.what === "deliver" && sender !== undefined && to !== undefined) {
      drawMessage(draw, row, sender, to, y);
    } else if ((row.what === "lost" || row.what === "cut") && from !== undefined && to !== undefined) {
      drawBroken(draw, row.what === "cut" ? "cut" : `${row.event} lost`, from, to, y);
    } else if (from !== undefined) {
      drawPoint(draw, row, from, y);
    }
    picture.append(group);
  }

  // From the send to where its event is taken, for the selected step.
  drawLink(picture) {
    const { model, filter, index } = this.view;
    const row = model.rows[index];
    const sent = row.sentBy === undefined ? index : row.sentBy;
    const taken = row.sentBy === undefined ? row.takenBy : index;
    if (taken === undefined || model.rows[sent].to === undefined) return;
    const x = this.place.get(model.rows[sent].to), a = filter.placeOf(sent), b = filter.placeOf(taken);
    if (x === undefined || filter.shown[a] !== sent || filter.shown[b] !== taken) return;
    const y1 = (a + 0.5) * ROW, y2 = (b + 0.5) * ROW, bow = Math.min(26, 8 + (b - a) * 2);
    picture.append(svg("path", { class: "link", d: `M${x - 6},${y1} C${x - bow},${y1} ${x - bow},${y2} ${x - 6},${y2}` }));
  }

  drawLoop(first, last, picture) {
    const { model, filter } = this.view;
    if (model.loopRow < 0) return;
    const top = filter.placeOf(model.loopRow) * ROW + 4, bottom = filter.shown.length * ROW - 4, x = this.words + 8;
    if (bottom < first * ROW || top > (last + 1) * ROW) return;
    picture.append(svg("path", { class: "loop-line", d: `M${x + 6},${top} H${x} V${bottom} H${x + 6}` }));
    picture.append(svg("text", { class: "loop-text", x: x + 8, y: Math.max(top, first * ROW) + 12 }, "for ever"));
  }
}

// ------------------------------------------------------------------------------------ signs

function fit(text, width) {
  const most = Math.max(3, Math.floor(width / 6));
  return text.length > most ? text.slice(0, most - 1) + "…" : text;
}

// An event that never arrives, or two containers that are cut off from each other.
function drawBroken(draw, label, from, to, y) {
  const way = to > from ? 1 : -1, middle = (from + to) / 2;
  draw("line", { class: "message lost", x1: from + way * 5, x2: middle - way * 6, y1: y, y2: y });
  if (label === "cut") draw("line", { class: "message lost", x1: middle + way * 6, x2: to - way * 5, y1: y, y2: y });
  draw("path", { class: "halt lost", d: `M${middle - 5},${y - 5} l10,10 m0,-10 l-10,10` });
  draw("text", { x: middle, y: y - 7, "text-anchor": "middle" }, fit(label, Math.abs(to - from) - 26));
}

function drawMessage(draw, row, from, to, y) {
  const kind = "message" + (row.what === "create" || row.travels ? " create" : row.what === "drop" ? " lost" : "");
  const label = row.what === "create" ? "new" : row.what === "drop" ? "lost" : row.event;
  if (from === to) {
    draw("path", { class: kind, d: `M${from + 5},${y - 5} h16 q6,0 6,5 t-6,5 h-11` });
    draw("path", { class: "point", d: `M${from + 5},${y + 5} l8,-4 v8 z` });
    draw("text", { x: from + 32, y: y + 4 }, label);
    return;
  }
  const way = to > from ? 1 : -1, end = to - way * 6;
  draw("line", { class: kind, x1: from + way * 5, x2: end, y1: y, y2: y });
  draw("path", { class: "point", d: `M${end},${y} l${-way * 8},-4 v8 z` });
  const text = fit(label, Math.abs(to - from) - 26);
  draw("text", { x: (from + to) / 2, y: y - 3, "text-anchor": "middle" }, text);
}

function drawPoint(draw, row, x, y) {
  if (row.what === "dequeue" || row.what === "receive") draw("circle", { class: "dot", cx: x, cy: y, r: 4.5 });
  else if (row.what === "choice") draw("path", { class: "choice", d: `M${x},${y - 6} l6,6 l-6,6 l-6,-6 z` });
  else if (row.what === "crash" || row.what === "lost") {
    draw("path", { class: "halt lost", d: `M${x - 7},${y - 7} l14,14 m0,-14 l-14,14` });
    draw("text", { x: x + 12, y: y + 4 }, row.what === "crash" ? "crashes" : "never created");
  } else if (row.what === "suspect") {
    draw("circle", { class: "dot", cx: x, cy: y, r: 7 });
    draw("text", { x, y: y + 4, "text-anchor": "middle" }, "?");
  } else if (row.what === "halt") draw("path", { class: "halt", d: `M${x - 5},${y - 5} l10,10 m0,-10 l-10,10` });
  else if (row.what === "announce") draw("circle", { class: "message", cx: x, cy: y, r: 7 });
  else if (row.what === "error") {
    draw("circle", { class: "fail", cx: x, cy: y, r: 9 });
    draw("path", { class: "cross", d: `M${x - 4},${y - 4} l8,8 m0,-8 l-8,8` });
  }
}
