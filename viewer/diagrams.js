// viewer/diagrams.js: the state diagrams of the machines; plait draw makes the same pictures. Here
// they show what this trace has seen up to the selected step, and where each machine is.

class Diagrams {
  constructor(view) {
    this.view = view;
    this.dialog = byId("diagrams");
    this.button = byId("diagrams-button");
    this.button.addEventListener("click", () => this.open());
  }

  begin() {
    const { diagrams } = this.view.model.data;
    this.button.hidden = !diagrams;
    this.pictures = null;
    if (this.dialog.open) this.mark();
  }

  open() {
    if (!this.view.model.data.diagrams) return;
    if (!this.dialog.open) this.dialog.showModal();
    this.mark();
  }

  // The pictures are made by plait; they become elements when they are first looked at.
  make() {
    const kinds = new Set(this.view.model.actors.map((actor) => actor.kind));
    this.pictures = new Map();
    const parts = [];
    for (const text of this.view.model.data.diagrams) {
      const picture = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
      const name = picture.dataset.machine;
      if (!kinds.has(name)) continue;
      this.pictures.set(name, picture);
      parts.push(el("figure", {}, picture, el("figcaption", {})));
    }
    const close = el("button", { on: { click: () => this.dialog.close() } }, "Close");
    this.dialog.replaceChildren(el("div", { class: "bar" }, el("h2", {}, "States and transitions up to the selected step"), close),
      el("div", { class: "pictures", tabIndex: 0, role: "region", "aria-label": "Diagrams" }, ...parts));
  }

  mark() {
    if (!this.dialog.open) return;
    if (!this.pictures) this.make();
    const { model, index } = this.view;
    const now = model.stateAt(index);
    for (const [kind, picture] of this.pictures) this.markOne(picture, this.count(kind, index), now, kind);
  }

  // How often each state was entered, and each arrow taken, by all machines of the kind.
  count(kind, index) {
    const { model } = this.view;
    const counts = new Map();
    const add = (key) => counts.set(key, (counts.get(key) || 0) + 1);
    model.actors.forEach((actor, i) => {
      if (actor.kind !== kind) return;
      let before = null;
      for (const span of model.spans[i]) {
        if (span.row > index) break;
        add("state " + span.state);
        if (before !== null) add(`${before} > ${span.state}`);
        before = span.state;
      }
    });
    return counts;
  }

  markOne(picture, counts, now, kind) {
    const { model } = this.view;
    const here = new Set(), names = [];
    model.actors.forEach((actor, i) => {
      if (actor.kind !== kind || !now[i].state || now[i].halted) return;
      here.add(now[i].state);
      names.push(`${actor.name} in ${now[i].state}`);
    });
    for (const node of picture.querySelectorAll(".state")) {
      const seen = counts.get("state " + node.dataset.state) || 0;
      node.classList.toggle("unseen", seen === 0);
      node.classList.toggle("here", here.has(node.dataset.state));
      node.querySelector(".count").textContent = seen || "";
    }
    for (const edge of picture.querySelectorAll(".edge"))
      edge.classList.toggle("unseen", !counts.get(`${edge.dataset.from} > ${edge.dataset.to}`) && edge.dataset.from !== edge.dataset.to);
    picture.parentNode.querySelector("figcaption").textContent = names.join(", ");
  }
}
