// viewer/source.js: the program, with the line of the selected step marked.

const CODE_WORDS = new Set(("announce as assert assume break case choose cold continue creates default defer do else " +
  "entry enum event exit false foreach format fun goto halt hot if ignore in int bool float string any data machine map " +
  "module null observes on param pairwise print raise receive return seq send set sizeof spec start state test this true " +
  "type values keys var while with new compose union hidee hidei rename safe main is to eventset interface").split(" "));
const CODE_PARTS = /\/\/.*|\/\*[^]*?(?:\*\/|$)|"(?:\\.|[^"\\])*"?|[A-Za-z_][A-Za-z_0-9]*|[0-9]+(?:\.[0-9]+)?|[^]/g;
const NEAR = 250;  // lines before and after the marked one that are in the document

// A line as elements: words, texts, numbers, comments.
function colored(line) {
  const parts = [];
  let plain = "";
  for (const [part] of line.matchAll(CODE_PARTS)) {
    const kind = part.startsWith("//") || part.startsWith("/*") ? "comment" : part[0] === '"' ? "text"
      : /^[0-9]/.test(part) ? "number" : CODE_WORDS.has(part) ? "word" : "";
    if (!kind) plain += part;
    else {
      if (plain) parts.push(plain);
      parts.push(el("span", { class: kind }, part));
      plain = "";
    }
  }
  if (plain) parts.push(plain);
  return parts;
}

class SourcePanel {
  constructor(view) {
    this.view = view;
    this.node = byId("source");
    this.code = el("div", { class: "code", tabIndex: 0, role: "region", "aria-label": "Text of the program" });
    this.drawn = "";
  }

  begin() {
    const { files } = this.view.model;
    this.lines = files.map(() => null);
    this.drawn = "";
    this.select = el("select", { "aria-label": "File", on: { change: () => this.show(Number(this.select.value), 1) } },
      ...files.map((file, i) => el("option", { value: i }, file.path)));
    const bar = el("div", { class: "bar" }, files.length > 1 ? this.select : files.length ? files[0].path : "Source");
    this.node.replaceChildren(bar, this.code);
    if (!files.length) this.code.replaceChildren(el("p", { class: "nothing" }, "The text of the program is not part of this page."));
  }

  draw() {
    const { at } = this.view.row;
    if (at && this.view.model.files.length) this.show(at[0], at[1], at[2]);
    else for (const line of this.code.querySelectorAll(".here")) line.classList.remove("here");
  }

  linesOf(file) {
    if (!this.lines[file]) this.lines[file] = this.view.model.files[file].text.split("\n");
    return this.lines[file];
  }

  show(file, line, column) {
    const lines = this.linesOf(file);
    const first = Math.max(1, line - NEAR), last = Math.min(lines.length, line + NEAR);
    this.select.value = file;
    // The same part of the file stays: only the mark moves.
    const [shownFile, shownFirst, shownLast] = this.drawn || [];
    const isThere = shownFile === file && line - 40 >= shownFirst - 1 - (shownFirst === 1 ? 40 : 0) &&
      (line + 40 <= shownLast || shownLast === lines.length);
    if (!isThere) {
      this.code.replaceChildren(...lines.slice(first - 1, last).map((text, i) =>
        el("div", { class: "line" }, el("span", {}, String(first + i)), el("span", {}, ...colored(text)))));
      this.drawn = [file, first, last];
    }
    for (const old of this.code.querySelectorAll(".here")) old.classList.remove("here");
    const here = this.code.children[line - this.drawn[1]];
    if (!here || !column) return;
    here.classList.add("here");
    here.title = `column ${column}`;
    const top = here.offsetTop, height = this.code.clientHeight;
    if (top < this.code.scrollTop + 20 || top > this.code.scrollTop + height - 40)
      this.code.scrollTop = Math.max(0, top - height / 2);
  }
}
