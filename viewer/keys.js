// viewer/keys.js: keys, colours, and the width of the details.

const KEYS = [
  ["→ ↓ j", "next step", (view) => view.move(1), ["ArrowRight", "ArrowDown", "j"]],
  ["← ↑ k", "previous step", (view) => view.move(-1), ["ArrowLeft", "ArrowUp", "k"]],
  ["PgDn", "20 steps on", (view) => view.move(20), ["PageDown"]],
  ["PgUp", "20 steps back", (view) => view.move(-20), ["PageUp"]],
  ["Home", "first step", (view) => view.move(-Infinity), ["Home"]],
  ["End", "last step", (view) => view.move(Infinity), ["End"]],
  ["]", "next step of the same machine", (view) => view.moveAlong(1), ["]"]],
  ["[", "previous step of the same machine", (view) => view.moveAlong(-1), ["["]],
  ["s", "who sent this event, or who takes it", (view) => followMessage(view), ["s"]],
  ["e", "the bug", (view) => view.model.errorRow >= 0 && view.select(view.model.errorRow), ["e"]],
  ["/", "search", () => byId("search").focus(), ["/"]],
  ["n", "next that was found", (view) => view.filter.nextHit(1), ["n"]],
  ["N", "previous that was found", (view) => view.filter.nextHit(-1), ["N"]],
  ["f", "filter by machine and event", (view) => view.filter.toggle(), ["f"]],
  ["d", "state diagrams", (view) => view.diagrams.open(), ["d"]],
  ["?", "this list", () => openHelp(), ["?"]],
];

function followMessage(view) {
  const target = view.row.sentBy ?? view.row.takenBy;
  if (target !== undefined) view.select(target);
}

function openHelp() {
  byId("help").showModal();
}

function fillHelp() {
  const list = el("dl");
  for (const [keys, text] of KEYS)
    list.append(el("dt", {}, ...keys.split(" ").flatMap((key) => [el("kbd", {}, key), " "])), el("dd", {}, text));
  const close = el("button", { on: { click: () => byId("help").close() } }, "Close");
  byId("help").replaceChildren(el("h2", {}, "Keys"), list, close);
}

function isTyping(target) {
  return target.matches("select, textarea, input:not([type=range]):not([type=checkbox])") || target.closest("dialog");
}

function beginKeys(view) {
  const actions = new Map(KEYS.flatMap(([, , act, keys]) => keys.map((key) => [key, act])));
  fillHelp();
  byId("help-button").addEventListener("click", openHelp);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    // Panels that scroll, and the divider, keep the keys for themselves.
    if (event.target.closest(".code, .machines, .divider") && event.key.length > 1) return;
    const act = actions.get(event.key);
    if (!act) return;
    event.preventDefault();
    act(view);
  });
}

// ----------------------------------------------------------------------------------- colours

function beginTheme(view) {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  let chosen = null;
  try {
    chosen = localStorage.getItem("plait-theme");
  } catch {
    // A page from disk may have no storage.
  }
  const apply = () => {
    document.documentElement.dataset.theme = chosen || (system.matches ? "dark" : "light");
    if (view.model) view.refresh();
  };
  system.addEventListener("change", apply);
  byId("theme-button").addEventListener("click", () => {
    chosen = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    try {
      localStorage.setItem("plait-theme", chosen);
    } catch {
      // Then the choice lasts as long as the page.
    }
    apply();
  });
  apply();
}

// ------------------------------------------------------------------------------- the divider

function beginDivider(view) {
  const divider = byId("divider"), side = byId("side");
  const set = (share) => {
    const percent = Math.round(Math.max(20, Math.min(75, share)));
    side.style.width = percent + "%";
    divider.setAttribute("aria-valuenow", percent);
  };
  divider.addEventListener("pointerdown", (event) => divider.setPointerCapture(event.pointerId));
  divider.addEventListener("pointermove", (event) => {
    if (event.buttons) set(100 - (event.clientX / window.innerWidth) * 100);
  });
  divider.addEventListener("keydown", (event) => {
    const now = Number(divider.getAttribute("aria-valuenow"));
    if (event.key === "ArrowLeft") set(now + 2);
    if (event.key === "ArrowRight") set(now - 2);
  });
}
