// viewer/panels.js: the selected step in words, and the queues and variables of every machine.

class StepPanel {
  constructor(view) {
    this.view = view;
    this.node = byId("step");
  }

  jump(index, text) {
    return el("button", { class: "link", on: { click: () => this.view.select(index) } }, text);
  }

  draw() {
    const { model, row, index } = this.view;
    const actor = row.who === undefined ? null : model.actors[row.who];
    const facts = [el("span", {}, `step ${row.n}`), row.turn ? el("span", {}, `turn ${row.turn}`) : null];
    if (row.at) facts.push(el("span", {}, `${model.files[row.at[0]].path}:${row.at[1]}:${row.at[2]}`));
    if (row.sentBy !== undefined) {
      const sent = model.rows[row.sentBy];
      const by = sent.who === undefined ? "outside" : model.actors[sent.who].name;
      facts.push(this.jump(row.sentBy, `sent by ${by} in step ${sent.n}`));
    }
    if (row.takenBy !== undefined) facts.push(this.jump(row.takenBy, `taken in step ${model.rows[row.takenBy].n}`));
    else if (row.what === "send" && model.data.values) facts.push(el("span", {}, model.data.live ? "not taken yet" : "never taken"));
    if (model.loopRow >= 0 && index >= model.loopRow) facts.push(el("span", {}, "in the loop that is repeated for ever"));
    const future = row.what === "error" ? null : model.futureAt(row.turn);
    if (future) facts.push(el("span", { title: `after turn ${future[0]}` }, `${Math.round((future[2] / future[1]) * 100)} % of ${future[1]} random futures end in this bug`));
    this.node.replaceChildren(...[
      el("h2", {}, (actor ? actor.name + " " : "") + row.text),
      el("div", { class: "facts-line" }, ...facts),
      row.payload && row.payload.length > 40 ? el("div", { class: "payload" }, row.payload) : null,
      row.message ? el("div", { class: "message" }, row.message) : null,
    ].filter(Boolean));
  }
}

class MachinesPanel {
  constructor(view) {
    this.view = view;
    this.node = byId("machines");
    this.onlyChanged = false;
    this.cards = new Map();  // by actor: {key, node}
  }

  begin() {
    this.cards.clear();
    const box = el("input", { type: "checkbox", checked: this.onlyChanged, on: { change: () => {
      this.onlyChanged = box.checked;
      this.draw();
    } } });
    this.bar = el("div", { class: "bar" }, el("h2", {}, "Machines after this step"), el("label", {}, box, "only what changed"));
    this.body = el("div");
    this.node.replaceChildren(this.bar, this.body);
  }

  draw() {
    const { model, row, index, filter } = this.view;
    if (!model.data.values) {
      this.body.replaceChildren(el("p", {}, "A trace of plait run has no variables and no queues."));
      return;
    }
    const now = model.stateAt(index), before = model.stateAt(index - 1);
    const changed = new Set((row.d || []).map(([actor]) => actor));
    const shown = model.order.filter((i) =>
      model.born[i] <= index && filter.hasActor(i) && (!this.onlyChanged || changed.has(i)));
    this.body.replaceChildren(...shown.map((i) => this.card(i, now[i], before[i], row.who === i)));
    if (!shown.length) this.body.append(el("p", {}, "Nothing changed in this step."));
  }

  // A card is only made again when what it shows is different.
  card(actor, now, before, acts) {
    const key = JSON.stringify([now, before, acts]);
    const kept = this.cards.get(actor);
    if (kept && kept.key === key) return kept.node;
    const node = this.makeCard(actor, now, before, acts);
    this.cards.set(actor, { key, node });
    return node;
  }

  makeCard(actor, now, before, acts) {
    const { model } = this.view;
    const { name, monitor, variables } = model.actors[actor];
    const color = now.state ? model.colorOf(actor, now.state, now.heat) : "c7";
    const state = now.halted ? "halted" : now.state || "not started";
    const isNew = now.state !== before.state || now.halted !== before.halted;
    const heat = now.heat && now.heat !== "warm" && !now.halted ? ` (${now.heat})` : "";
    const rows = now.halted ? [] : (variables || []).map((variable, i) => this.variable(variable, now.values[i], before.values[i]));
    return el("article", { class: "card" + (acts ? " acts" : "") + (monitor ? " monitor" : "") },
      el("div", { class: "title" }, el("span", { class: "swatch " + color }), el("h3", {}, name),
        el("span", { class: `pill ${now.heat || ""}${isNew ? " changed" : ""}` }, state + heat)),
      rows.length ? el("table", {}, el("tbody", {}, ...rows)) : null,
      this.queue(now, before));
  }

  variable(name, now, before) {
    const isNew = now !== before;
    const cell = el("td", {});
    if (isNew && before !== undefined) cell.append(el("del", {}, before), " → ");
    cell.append(now ?? "");
    return el("tr", { class: isNew ? "changed" : "" }, el("td", {}, name), cell);
  }

  // The queue, with what was taken just now in front.
  queue(now, before) {
    const had = new Set(before.queue), has = new Set(now.queue);
    const mails = [...before.queue.filter((sent) => !has.has(sent)).map((sent) => this.mail(sent, "gone")),
      ...now.queue.map((sent) => this.mail(sent, had.has(sent) ? "" : "new"))];
    if (!mails.length) return null;
    return el("div", { class: "queue" }, el("span", { class: "label" }, `queue (${now.queue.length})`), ...mails);
  }

  mail(sent, kind) {
    const { model } = this.view;
    const index = model.byStep.get(sent), row = index === undefined ? {} : model.rows[index];
    const text = (row.event || "?") + (row.payload ? " " + row.payload : "");
    const how = kind === "gone" ? "taken: " : kind === "new" ? "new: " : "";
    return el("button", { class: "mail " + kind, title: `${how}${text}, sent in step ${sent}`, "aria-label": how + text,
      on: { click: () => index !== undefined && this.view.select(index) } }, text);
  }
}
