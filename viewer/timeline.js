// viewer/timeline.js: the slider, and the picture of the whole trace above it.

class Timeline {
  constructor(view) {
    this.view = view;
    this.slider = byId("slider");
    this.canvas = byId("overview");
    this.slider.addEventListener("input", () => view.select(view.filter.shown[Number(this.slider.value)] ?? 0));
    byId("first").addEventListener("click", () => view.move(-Infinity));
    byId("previous").addEventListener("click", () => view.move(-1));
    byId("forward").addEventListener("click", () => view.move(1));
    byId("last").addEventListener("click", () => view.move(Infinity));
    this.canvas.addEventListener("pointerdown", (event) => this.point(event));
    this.canvas.addEventListener("pointermove", (event) => event.buttons && this.point(event));
    new ResizeObserver(() => this.drawOverview()).observe(this.canvas);
  }

  point(event) {
    const { shown } = this.view.filter;
    const share = event.offsetX / this.canvas.clientWidth;
    this.view.select(shown[Math.max(0, Math.min(shown.length - 1, Math.round(share * (shown.length - 1))))]);
  }

  draw() {
    const { model, filter, index, row } = this.view;
    const place = filter.placeOf(index);
    this.slider.max = Math.max(0, filter.shown.length - 1);
    this.slider.value = place;
    const who = row.who === undefined ? "" : model.actors[row.who].name + " ";
    this.slider.setAttribute("aria-valuetext", `step ${row.n}: ${who}${row.text}`);
    byId("position").textContent = `step ${row.n.toLocaleString("en")} of ${model.data.steps.toLocaleString("en")}`;
    byId("first").disabled = byId("previous").disabled = place === 0;
    byId("last").disabled = byId("forward").disabled = place >= filter.shown.length - 1;
    this.drawOverview();
  }

  // The thumb of a slider does not reach the ends of its track: half its width is left.
  x(place) {
    const most = Math.max(1, this.view.filter.shown.length - 1);
    return 8 + (place / most) * (this.canvas.clientWidth - 16);
  }

  drawOverview() {
    const { model, filter, index } = this.view;
    if (!model || !filter.shown) return;
    const scale = window.devicePixelRatio || 1, width = this.canvas.clientWidth, height = this.canvas.clientHeight;
    const styles = getComputedStyle(document.documentElement);
    const color = (name) => styles.getPropertyValue(name).trim();
    this.canvas.width = width * scale;
    this.canvas.height = height * scale;
    const pen = this.canvas.getContext("2d");
    pen.scale(scale, scale);
    const bar = (row, wide, name, top = 0, tall = height) => {
      pen.fillStyle = color(name);
      pen.fillRect(this.x(filter.placeOf(row)) - wide / 2, top, wide, tall);
    };
    pen.fillStyle = color("--line");
    pen.fillRect(8, height - 1, width - 16, 1);
    if (model.loopRow >= 0) {
      const left = this.x(filter.placeOf(model.loopRow));
      pen.fillStyle = color("--loop");
      pen.fillRect(left, 0, width - 8 - left, height - 1);
      bar(model.loopRow, 2, "--loop-line");
    }
    this.drawActivity(pen, height, color);
    drawCurve(pen, this, model, filter, height, color);
    for (const hit of filter.hits) bar(hit, 2, "--c2", 0, 7);
    if (model.errorRow >= 0) bar(model.errorRow, 3, "--danger");
    bar(index, 2, "--accent");
  }

  // Which machine runs: a mark for each change of the machine, as far as they can be told apart.
  drawActivity(pen, height, color) {
    const { model, filter } = this.view;
    const step = Math.max(1, Math.floor(filter.shown.length / this.canvas.clientWidth));
    pen.fillStyle = color("--line");
    for (let i = step; i < filter.shown.length; i += step) {
      const a = model.rows[filter.shown[i - step]], b = model.rows[filter.shown[i]];
      if (a.turn !== b.turn) pen.fillRect(this.x(i), height - 6, 1, 5);
    }
  }
}

// The share of futures that end in the bug, from each turn on (docs/view.md).
function drawCurve(pen, timeline, model, filter, height, color) {
  const { futures } = model.data;
  if (!futures) return;
  const at = (turn) => timeline.x(filter.placeOf(model.rowOfTurn(turn)));
  pen.strokeStyle = pen.fillStyle = color("--danger");
  pen.lineWidth = 1.5;
  pen.beginPath();
  for (const [turn, tried, hits] of futures.points)
    if (tried) pen.lineTo(at(turn), height - 2 - (hits / tried) * (height - 4));
  pen.lineTo(timeline.x(filter.placeOf(model.errorRow)), 2);
  pen.stroke();
  pen.globalAlpha = 0.12;
  pen.lineTo(timeline.x(filter.placeOf(model.errorRow)), height - 2);
  pen.lineTo(at(futures.points[0][0]), height - 2);
  pen.fill();
  pen.globalAlpha = 1;
}
