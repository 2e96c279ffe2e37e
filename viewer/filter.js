// viewer/filter.js: which rows are shown, and the search.

class Filter {
  constructor(view) {
    this.view = view;
    this.version = 0;
    this.wanted = "";
    this.hits = [];
    this.panel = byId("filter");
    this.button = byId("filter-button");
    this.button.addEventListener("click", () => this.toggle());
    this.input = byId("search");
    this.input.addEventListener("input", () => this.search());
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.nextHit(event.shiftKey ? -1 : 1);
      if (event.key === "Escape") {
        this.input.value = "";
        this.search();
        byId("list").focus();
      }
    });
  }

  // New data: the choices of the user are kept by name.
  begin() {
    const { model } = this.view;
    const before = this.hidden || new Set();
    this.events = new Map();
    for (const row of model.rows)
      if (row.event) this.events.set(row.event, (this.events.get(row.event) || 0) + 1);
    this.hidden = new Set(before);  // "machine NAME", "event NAME"
    this.apply();
  }

  hasActor(actor) {
    return !this.hidden.has("machine " + this.view.model.actors[actor].name);
  }

  isShown(row) {
    if (row.what === "error" || row.what === "loop") return true;
    if (row.event && this.hidden.has("event " + row.event)) return false;
    if (row.who === undefined) return row.to === undefined || this.hasActor(row.to);
    const isBetween = row.what === "send" || row.what === "lost" || row.what === "cut";
    return this.hasActor(row.who) || (row.to !== undefined && isBetween && this.hasActor(row.to)) ||
      (row.from !== undefined && this.hasActor(row.from));
  }

  apply() {
    const { rows } = this.view.model;
    this.shown = [];
    this.places = new Int32Array(rows.length);  // by row: the first place at or after it
    rows.forEach((row, index) => {
      this.places[index] = this.shown.length;
      if (this.isShown(row)) this.shown.push(index);
    });
    this.version++;
    this.search(true);
  }

  // Where a row stands in the list; for a hidden row, where it would be.
  placeOf(index) {
    return Math.min(this.places[Math.min(index, this.places.length - 1)], Math.max(0, this.shown.length - 1));
  }

  // ---------------------------------------------------------------------------- the panel

  toggle() {
    this.panel.hidden = !this.panel.hidden;
    this.button.setAttribute("aria-expanded", String(!this.panel.hidden));
    if (!this.panel.hidden) this.drawPanel();
    this.view.chart.layout();
  }

  box(key, name, number) {
    const input = el("input", { type: "checkbox", checked: !this.hidden.has(key), on: {
      change: () => {
        if (input.checked) this.hidden.delete(key);
        else this.hidden.add(key);
        this.apply();
        this.view.refresh();
      },
    } });
    return el("label", {}, input, name, number === undefined ? null : el("span", { class: "count" }, String(number)));
  }

  drawPanel() {
    const group = (title, boxes) => el("fieldset", {}, el("legend", {}, title), ...boxes);
    const all = el("button", { on: { click: () => {
      this.hidden.clear();
      this.apply();
      this.drawPanel();
      this.view.refresh();
    } } }, "Show all");
    const machines = this.view.model.actors.map((actor) => this.box("machine " + actor.name, actor.name));
    const events = [...this.events].sort().map(([name, number]) => this.box("event " + name, name, number));
    this.panel.replaceChildren(group("Machines", machines), group("Events", events), all);
  }

  // --------------------------------------------------------------------------- the search

  search(isQuiet) {
    const { model } = this.view;
    this.wanted = this.input.value.trim().toLowerCase();
    this.hits = [];
    if (this.wanted)
      this.hits = this.shown.filter((index) => {
        const row = model.rows[index];
        const who = row.who === undefined ? "" : model.actors[row.who].name;
        return (who + " " + row.text + " " + (row.payload || "")).toLowerCase().includes(this.wanted);
      });
    this.version++;
    this.tell();
    if (isQuiet) return;
    const next = this.hits.find((index) => index >= this.view.index) ?? this.hits[0];
    if (next !== undefined) this.view.select(next);
    this.view.refresh();
  }

  nextHit(way) {
    if (!this.hits.length) return;
    const { index } = this.view;
    const after = this.hits.filter((hit) => (way > 0 ? hit > index : hit < index));
    const target = way > 0 ? after[0] ?? this.hits[0] : after[after.length - 1] ?? this.hits[this.hits.length - 1];
    this.view.select(target);
  }

  tell() {
    const at = this.hits.indexOf(this.view.index);
    byId("found").textContent = !this.wanted ? "" : at >= 0 ? `${at + 1} of ${this.hits.length}` : `${this.hits.length} found`;
  }
}
