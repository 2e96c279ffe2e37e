// viewer/main.js: the page: what is selected, and who draws it.

class View {
  constructor() {
    this.filter = new Filter(this);
    this.chart = new Chart(this);
    this.step = new StepPanel(this);
    this.source = new SourcePanel(this);
    this.machines = new MachinesPanel(this);
    this.timeline = new Timeline(this);
    this.diagrams = new Diagrams(this);
    this.index = 0;
  }

  get row() {
    return this.model ? this.model.rows[this.index] : null;
  }

  // Shows other data; `step` is selected.
  load(data, step) {
    this.model = new Model(data);
    this.index = Math.max(0, Math.min(this.model.rowOfStep(step), this.model.rows.length - 1));
    this.filter.begin();
    this.source.begin();
    this.machines.begin();
    this.diagrams.begin();
    this.drawHeading();
    this.chart.layout();
    this.show();
  }

  drawHeading() {
    const { data, rows, actors } = this.model;
    byId("test").textContent = data.test;
    const verdict = byId("verdict");
    const names = { quiescent: "no bug: nothing is left to do", "no-bug": "no bug in this execution",
      "assumption-failed": "no bug: an assumption does not hold", open: "it can go on" };
    verdict.classList.toggle("bug", Boolean(data.kind));
    verdict.replaceChildren(...(data.kind ? [el("b", {}, "bug: " + data.kind), " " + data.message] : [names[data.outcome] || data.outcome]));
    verdict.title = data.message || "";
    const turns = rows.length ? rows[rows.length - 1].turn : 0;
    byId("facts").textContent = [data.program === "." ? "" : data.program, count(turns, "turn"), count(data.steps, "step"),
      count(actors.filter((actor) => !actor.monitor).length, "machine"), data.trace].filter(Boolean).join(" · ");
  }

  select(index, isFromAddress) {
    this.index = Math.max(0, Math.min(index, this.model.rows.length - 1));
    if (!isFromAddress) this.writeAddress();
    if (this.waiting) return;
    this.waiting = true;  // keys may come faster than frames
    requestAnimationFrame(() => {
      this.waiting = false;
      this.show();
    });
  }

  show() {
    this.chart.drawHead();
    this.chart.reveal(this.index);
    this.step.draw();
    this.source.draw();
    this.machines.draw();
    this.timeline.draw();
    this.filter.tell();
    this.diagrams.mark();
  }

  // Something else than the selection has changed.
  refresh() {
    this.chart.layout();
    this.show();
  }

  // By so many rows of those that are shown.
  move(by) {
    const { shown } = this.filter;
    if (!shown.length) return;
    const place = this.filter.placeOf(this.index) + by;
    this.select(shown[Math.max(0, Math.min(shown.length - 1, place))]);
  }

  // To the next row of the same machine.
  moveAlong(way) {
    const { shown } = this.filter;
    const who = this.row.who;
    for (let i = this.filter.placeOf(this.index) + way; i >= 0 && i < shown.length; i += way)
      if (this.model.rows[shown[i]].who === who) return this.select(shown[i]);
  }

  // ---------------------------------------------------------------------------- the address

  writeAddress() {
    clearTimeout(this.addressTimer);
    this.addressTimer = setTimeout(() => history.replaceState(null, "", "#step=" + this.row.n), 120);
  }

  stepInAddress() {
    const found = /(?:^#|[#&])step=(\d+)/.exec(location.hash);
    return found ? Number(found[1]) : null;
  }
}

function begin() {
  const given = JSON.parse(byId("data").textContent);
  const data = given.data || given;
  const view = new View();
  beginTheme(view);
  beginKeys(view);
  beginDivider(view);
  const model = new Model(data);
  const error = model.errorRow >= 0 ? model.rows[model.errorRow].n : 1;
  view.load(data, view.stepInAddress() ?? error);
  window.addEventListener("hashchange", () => {
    const step = view.stepInAddress();
    if (step !== null) view.select(view.model.rowOfStep(step), true);
  });
  window.addEventListener("beforeprint", () => {
    view.chart.isPrinting = true;
    view.chart.layout();
  });
  window.addEventListener("afterprint", () => {
    view.chart.isPrinting = false;
    view.chart.layout();
  });
  if (data.live) beginExplore(view, given);
  window.plaitView = view;  // for the console and the tests
}

document.addEventListener("DOMContentLoaded", begin);
