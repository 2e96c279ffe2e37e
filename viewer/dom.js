// viewer/dom.js: elements. Text of the program only ever becomes text nodes and attribute values.

function el(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") for (const [event, act] of Object.entries(value)) node.addEventListener(event, act);
    else if (name === "class") node.className = value;
    else if (name in node && !name.startsWith("aria") && name !== "list") node[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

function svg(tag, attributes = {}, text) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

function byId(id) {
  return document.getElementById(id);
}

// "1 step", "12 steps"
function count(number, word) {
  return number.toLocaleString("en") + " " + word + (number === 1 ? "" : "s");
}

// The text with the parts that match in <mark>.
function marked(text, wanted) {
  if (!wanted) return [text];
  const parts = [], low = text.toLowerCase();
  let at = 0;
  for (let hit = low.indexOf(wanted); hit >= 0; hit = low.indexOf(wanted, at)) {
    parts.push(text.slice(at, hit), el("mark", {}, text.slice(hit, hit + wanted.length)));
    at = hit + wanted.length;
  }
  parts.push(text.slice(at));
  return parts;
}
