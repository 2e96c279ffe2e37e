// viewer/explore.js: the user decides what happens next (plait explore). The server stores nothing:
// each request sends all turns so far.

class Explore {
  constructor(view, first) {
    this.view = view;
    this.node = byId("next");
    this.node.hidden = false;
    this.undone = [];  // states before, to go back to
    this.seed = 1;
    this.way = "run random";
    this.isWhole = true;
    this.take(first);
  }

  async ask(path, request) {
    const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request) });
    if (path === "trace" && answer.ok) return answer.blob();
    const body = await answer.json().catch(() => ({ error: `the server says ${answer.status}` }));
    if (!answer.ok) throw new Error(body.error);
    return body;
  }

  // Does something that may fail; only one thing at a time.
  async act(work) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.say("");
    try {
      await work();
    } catch (error) {
      this.say(error.message === "Failed to fetch" ? "plait explore has ended" : error.message);
    } finally {
      this.isBusy = false;
    }
  }

  take(state) {
    this.state = state;
    this.draw();
  }

  async go(doing) {
    await this.act(async () => {
      const state = await this.ask("state", { turns: this.state.turns, ...doing });
      this.undone.push(this.state);
      this.show(state);
    });
  }

  show(state) {
    this.take(state);
    const { rows } = state.data;
    this.view.load(state.data, rows.length ? rows[rows.length - 1].n : 1);
  }

  back() {
    if (this.undone.length && !this.isBusy) this.show(this.undone.pop());
  }

  // Forgets all turns after that of the selected step; with `isBefore` that turn as well.
  async cut(isBefore) {
    const turn = this.view.row.turn - (isBefore ? 1 : 0);
    await this.act(async () => {
      const state = await this.ask("state", { turns: this.state.turns.slice(0, Math.max(0, turn)) });
      this.undone.push(this.state);
      this.show(state);
    });
  }

  async futures() {
    await this.act(async () => {
      this.say("…");
      const { tried, bugs, quiet, cut, discarded } = await this.ask("futures", { turns: this.state.turns, count: 200, steps: 5000, seed: this.seed++ });
      const found = Object.entries(bugs).map(([kind, number]) => `${kind} in ${number}`);
      const rest = [quiet ? `${quiet} ended without a bug` : "", cut ? `${cut} took more than 5,000 steps` : "", discarded ? `${discarded} do not count` : ""];
      this.say(`Of ${count(tried, "random future")}: ${[...found, ...rest].filter(Boolean).join(", ")}.`);
    });
  }

  async save() {
    await this.act(async () => {
      const blob = await this.ask("trace", { turns: this.state.turns });
      const link = el("a", { href: URL.createObjectURL(blob), download: "explored.trace.jsonl" });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
      this.say("Saved: plait replay explored.trace.jsonl");
    });
  }

  say(text) {
    this.message.textContent = text;
  }

  // ------------------------------------------------------------------------------- drawing

  button(text, act, title, disabled) {
    return el("button", { title, disabled, on: { click: act } }, text);
  }

  draw() {
    const { next, over, data } = this.state;
    this.message = el("p", { class: "said", role: "status" });
    const whole = el("input", { type: "checkbox", checked: this.isWhole, on: { change: () => (this.isWhole = whole.checked) } });
    this.node.replaceChildren(
      el("div", { class: "bar" }, el("h2", {}, "What can happen next"), el("label", {}, whole, "whole handlers")),
      over ? el("p", { class: "over" }, data.kind ? `The execution has ended with a bug: ${data.kind}.` : "Nothing can happen any more.")
        : el("ol", {}, ...next.flatMap((one) => this.steps(one))),
      el("div", { class: "acts" },
        this.button("Back", () => this.back(), "the state before", !this.undone.length),
        this.button("Random step", () => this.go({ do: { run: "random" }, steps: 1, seed: this.seed++ }), "one step of any machine", over),
        this.runner(over),
        this.button("Futures?", () => this.futures(), "do random futures from here end in a bug?", over),
        this.button("From the step before", () => this.cut(true), "forget the turn of the selected step and all after it"),
        this.button("From here", () => this.cut(false), "forget all turns after that of the selected step"),
        this.button("Save trace", () => this.save(), "a file for plait replay")),
      this.message);
  }

  // Runs on as a sampler or an explorer of plait check does: the same seed, the same schedule.
  runner(over) {
    const group = (label, kind, names) => el("optgroup", { label }, ...names.map((name) =>
      el("option", { value: kind + " " + name, selected: this.way === kind + " " + name }, name)));
    const { samplers, explorers } = this.state.ways;
    const way = el("select", { "aria-label": "How to run on", on: { change: () => (this.way = way.value) } },
      group("samplers", "run", samplers), group("explorers", "explorer", explorers));
    const seed = el("input", { type: "number", min: 0, value: this.seed, "aria-label": "Seed", title: "seed", class: "seed",
      on: { change: () => (this.seed = Math.max(0, Math.floor(Number(seed.value)) || 0)) } });
    const run = () => {
      const [kind, name] = this.way.split(" ");
      this.go({ do: { [kind]: name }, steps: 1000, seed: this.seed++ });
    };
    return el("span", { class: "runner" }, this.button("Run", run, "1,000 steps, or to the end", over), way, seed);
  }

  // A machine that must choose has one entry for each alternative.
  steps({ machine, name, does, alternatives, words, choices }) {
    const entry = (text, doing) => el("li", {}, el("button", { class: "step-button", on: {
      click: () => this.go({ do: { machine, whole: this.isWhole, ...doing } }),
    } }, el("b", {}, name), " " + text));
    if (choices) return [entry(does, { choices })];
    if (!alternatives) return [entry(does, {})];
    const most = Math.min(alternatives, 100);
    const all = Array.from({ length: most }, (_, choice) => entry(words ? words[choice] : `chooses ${choice} of ${alternatives}`, { choices: [choice] }));
    if (most < alternatives) all.push(el("li", {}, `… and ${alternatives - most} more: run at random`));
    return all;
  }
}

function beginExplore(view, first) {
  view.explore = new Explore(view, first);
}
