// tests/browser/view.mjs: the page of plait view.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// What the page has selected.
const selected = (page) => page.evaluate(() => ({
  step: plaitView.row.n, who: plaitView.model.actors[plaitView.row.who]?.name, text: plaitView.row.text,
}));
const settle = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

// Waits until the function, evaluated in the page, is true: the page's policy allows no other way.
async function until(page, condition) {
  for (let i = 0; i < 300 && !(await page.evaluate(condition)); i++) await page.waitForTimeout(50);
  return page.evaluate(condition);
}

const text = (page, where) => page.locator(where).innerText();

export async function testView(browser) {
  for (const name of ["tour", "loop", "network"]) browser.equal(`view ${name}`, browser.run("view", "-q", name + ".trace.jsonl").code, 0);
  await testTour(browser);
  await testNetwork(browser);
  await testLink(browser);
  await testSearchAndFilter(browser);
  await testLoop(browser);
  await testDiagrams(browser);
  await testHostile(browser);
  await testLong(browser);
  await testAccess(browser);
  await testNarrow(browser);
  await testPrint(browser);
}

async function testTour(browser) {
  const page = await browser.page("tour.html");
  browser.equal("it begins at the bug", (await selected(page)).text, "bug: assertion");
  browser.equal("title", await page.title(), "tcTour: assertion");
  browser.check("the verdict", (await text(page, "#verdict")).includes("an order was refused that could be filled"));
  browser.equal("a column for each machine", await page.locator(".head .column").allInnerTexts(),
    ["Street(1)", "Shop(2)", "Buyer(3)", "Buyer(4)", "Work"]);
  browser.equal("the marked line", await text(page, ".code .here > span:first-child"), "40");
  await browser.picture(page, "tour-bug");
  await testSigns(browser, page);

  // Keys, buttons and the slider.
  await page.keyboard.press("ArrowUp");
  await settle(page);
  browser.equal("one step back", (await selected(page)).text, "sends eRefused 1 to Buyer(3)");
  await page.keyboard.press("Home");
  await settle(page);
  browser.equal("the first step", (await selected(page)).step, 1);
  browser.check("no step before it", await page.locator("#previous").isDisabled());
  await page.click("#forward");
  await settle(page);
  browser.equal("the second row", (await selected(page)).text, "enters Idle (cold)");
  await page.locator("#slider").focus();
  await page.keyboard.press("End");
  await settle(page);
  browser.equal("the slider's end", (await selected(page)).text, "bug: assertion");

  // A click on a row; what changed; who sent this.
  const shop = page.locator(".card", { hasText: "Shop(2)" });
  await page.locator('.row[aria-label="Work enters Busy (hot)"]').first().click();
  await settle(page);
  browser.check("an assignment is marked with the old value", (await shop.locator("tr.changed").innerText()).replace(/\s+/g, " ").includes("refused () → (4)"),
    await shop.innerText());
  await page.locator('.row[aria-label^="Shop(2) takes eOrder"]').first().click();
  await settle(page);
  browser.equal("what was taken is struck through", await shop.locator(".mail.gone").count(), 2);
  await browser.picture(page, "tour-takes");
  const taken = (await selected(page)).step;
  await page.getByText(/^sent by Buyer\(4\) in step/).click();
  await settle(page);
  browser.check("who sent this", (await selected(page)).text.startsWith("sends eOrder"), (await selected(page)).text);
  browser.equal("by whom", (await selected(page)).who, "Buyer(4)");
  await page.keyboard.press("s");
  await settle(page);
  browser.equal("and back", (await selected(page)).step, taken);
  await page.keyboard.press("]");
  await settle(page);
  browser.equal("the same machine", (await selected(page)).who, "Shop(2)");

  // Dark colours.
  await page.click("#theme-button");
  await page.keyboard.press("e");
  await settle(page);
  await browser.picture(page, "tour-dark");
  await page.click("#theme-button");
  browser.equal("requests", page.requests, []);
  browser.equal("errors", page.errors, []);
  await page.close();
}

// Each step has its sign in the chart: all rows are drawn when the page is high enough.
async function testSigns(browser, page) {
  await page.setViewportSize({ width: 1100, height: 1600 });
  await settle(page);
  const { rows, signs } = await page.evaluate(() => {
    const count = (selector) => document.querySelectorAll("#list svg " + selector).length;
    const rows = {};
    for (const row of plaitView.model.rows) rows[row.what] = (rows[row.what] || 0) + 1;
    const arrows = [...document.querySelectorAll("#list svg line.message")].filter((line) => line.getAttribute("x1") !== line.getAttribute("x2"));
    return { rows, signs: { arrows: arrows.length, heads: count(".point"), created: count(".create"), taken: count(".dot"),
      choices: count(".choice"), bugs: count(".fail"), hot: count(".span.hot"), cold: count(".span.cold") } };
  });
  const created = rows.create - 2;  // the first machine and the monitor have no creator
  browser.equal("signs of all steps", signs, { arrows: rows.send + created, heads: rows.send + created, created,
    taken: rows.dequeue, choices: rows.choice, bugs: 1, hot: 1, cold: 2 });
  await page.setViewportSize({ width: 1100, height: 700 });
  await settle(page);
}

// Deliveries, lost events, a crash, a cut and a suspicion have signs of their own.
async function testNetwork(browser) {
  const page = await browser.page("network.html");
  await page.setViewportSize({ width: 1100, height: 1600 });
  await settle(page);
  const { rows, signs } = await page.evaluate(() => {
    const rows = {};
    for (const row of plaitView.model.rows) rows[row.what] = (rows[row.what] || 0) + 1;
    const count = (selector) => document.querySelectorAll("#list svg " + selector).length;
    const texts = [...document.querySelectorAll("#list svg text")].map((text) => text.textContent);
    const said = (text) => texts.filter((one) => one === text).length;
    return { rows, signs: { dashed: count(".create"), heads: count(".point"), crosses: count(".halt.lost"),
      crashes: said("crashes"), cuts: said("cut"), suspicions: said("?") } };
  });
  const created = rows.create - 1;
  browser.equal("signs of the network", signs, { dashed: rows.send + created, heads: rows.send + created + rows.deliver,
    crosses: rows.crash + rows.lost + rows.cut, crashes: 1, cuts: 1, suspicions: 1 });
}

async function testLink(browser) {
  const page = await browser.page("tour.html", "#step=33");
  browser.equal("a link to a step", (await selected(page)).step, 33);
  await page.keyboard.press("ArrowDown");
  await until(page, () => location.hash === "#step=" + plaitView.row.n);
  const { step } = await selected(page);
  await page.reload();
  browser.equal("the address follows", (await selected(page)).step, step);
  await page.evaluate(() => (location.hash = "#step=1"));
  await until(page, () => plaitView.row.n === 1);
  for (const [hash, wanted] of [["#step=999999", "bug: assertion"], ["#step=x", "bug: assertion"], ["#step=0", "begins to watch"]]) {
    const other = await browser.page("tour.html", hash);
    browser.equal(`address ${hash}`, (await selected(other)).text, wanted);
    browser.equal("errors", other.errors, []);
    await other.close();
  }
  await page.close();
}

async function testSearchAndFilter(browser) {
  const page = await browser.page("tour.html", "#step=1");
  await page.keyboard.press("/");
  await page.keyboard.type("eorder");
  await settle(page);
  browser.check("the first match is selected", (await selected(page)).text.startsWith("sends eOrder"));
  browser.equal("how many", await text(page, "#found"), "1 of 4");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await settle(page);
  browser.equal("the third", await text(page, "#found"), "3 of 4");
  browser.check("matches are marked", (await page.locator(".row mark").count()) >= 3);
  await page.keyboard.press("Escape");

  const rows = () => page.evaluate(() => plaitView.filter.shown.length);
  const all = await rows();
  await page.click("#filter-button");
  await page.locator("#filter").getByLabel(/^eNoise/).uncheck();
  browser.equal("without an event", await rows(), all - 2);
  await page.locator("#filter").getByLabel("Buyer(3)").uncheck();
  browser.check("without a machine", (await rows()) < all - 2);
  browser.equal("its column is gone", await page.locator(".head .column").count(), 4);
  await browser.picture(page, "tour-filter");
  await page.getByText("Show all").click();
  browser.equal("all again", await rows(), all);
  browser.equal("errors", page.errors, []);
  await page.close();
}

async function testLoop(browser) {
  const page = await browser.page("loop.html");
  browser.check("the loop is set apart", (await page.locator(".row.loop").count()) === 6);
  browser.check("and named", (await text(page, "#step")).includes("in the loop that is repeated for ever"));
  browser.check("the monitor is hot", (await page.locator(".card.monitor .pill.hot").innerText()) === "Waiting (hot)");
  await browser.picture(page, "loop");
  await page.close();
}

// State diagrams, with what the trace has seen up to the selected step; the point of no return.
async function testDiagrams(browser) {
  const page = await browser.page("tour.html");
  await page.keyboard.press("Home");
  await page.click("#diagrams-button");
  await settle(page);
  const state = (name) => page.locator(`.diagrams [data-machine="Shop"] .state[data-state="${name}"]`);
  browser.equal("a picture for each kind", await page.locator(".diagrams svg").evaluateAll((all) => all.map((one) => one.dataset.machine).sort()),
    ["Buyer", "Shop", "Street", "Work"]);
  browser.check("not seen yet", (await state("Open").getAttribute("class")).includes("unseen"));
  await page.getByText("Close").first().click();
  await page.keyboard.press("End");
  await settle(page);
  await page.keyboard.press("d");
  await settle(page);
  browser.check("where it is now", (await state("Short").getAttribute("class")).includes("here"));
  browser.equal("how often it was entered", await state("Open").locator(".count").textContent(), "1");
  browser.check("the arrow is seen", !(await page.locator('.diagrams [data-machine="Shop"] .edge').getAttribute("class")).includes("unseen"));
  await browser.picture(page, "tour-diagrams");
  await page.keyboard.press("Escape");
  browser.equal("errors", page.errors, []);

  const points = await page.evaluate(() => plaitView.model.data.futures.points);
  browser.check("the curve rises to one", points[0][2] < points[0][1] && points.at(-1)[1] === points.at(-1)[2], JSON.stringify(points));
  await page.evaluate(() => (location.hash = "#step=33"));
  await until(page, () => plaitView.row.n === 33);
  await settle(page);
  browser.check("each step says its figure", /100 % of 100 random futures end in this bug/.test(await text(page, "#step")), await text(page, "#step"));
  await page.close();
}

// Names and strings of a program stay text, whatever they say.
async function testHostile(browser) {
  browser.run("check", "-q", "--view", "--out", "hostile", "hostile.p");
  const page = await browser.page("hostile/tcHostile-assertion.html");
  await page.keyboard.press("/");
  await page.keyboard.type("<b>");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Home");
  for (let i = 0; i < 40; i++) await page.keyboard.press("j");
  await settle(page);
  browser.equal("nothing of it ran", await page.evaluate(() => window.hacked), undefined);
  browser.equal("no element of it", await page.locator("img, b.evil, iframe").count(), 0);
  browser.check("it is shown", (await text(page, "#verdict")).includes('<img src=x onerror="window.hacked=1">'));
  browser.equal("requests", page.requests, []);
  await page.close();
}

// Many steps: only what is seen is in the document, and scrolling keeps up.
async function testLong(browser) {
  browser.run("check", "-q", "--view", "--search", "random", "--no-shrink", "--out", "long", "long.p");
  const page = await browser.page("long/tcLong-assertion.html");
  const { rows, steps } = await page.evaluate(() => ({ rows: plaitView.model.rows.length, steps: plaitView.model.data.steps }));
  browser.check("it has ten thousand rows", rows > 10000, rows);
  const most = await page.evaluate(async () => {
    const scroll = document.getElementById("scroll");
    let elements = 0;
    for (let i = 0; i < 40; i++) {
      scroll.scrollTop = (scroll.scrollHeight * i) / 40;
      await new Promise(requestAnimationFrame);
      elements = Math.max(elements, document.querySelectorAll("#chart *").length);
    }
    return elements;
  });
  browser.check("few elements at any time", most < 2500, most);
  // What a frame costs: processor time of the page's thread, which does not depend on what else the
  // machine does. 30 frames per second need less than 33 ms for each.
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
  const begin = await spent();
  const { frames, seconds } = await page.evaluate(async () => {
    const scroll = document.getElementById("scroll");
    const begin = performance.now();
    for (let i = 0; i < 90; i++) {
      scroll.scrollTop += 173;
      if (scroll.scrollTop + scroll.clientHeight >= scroll.scrollHeight - 1) scroll.scrollTop = 0;
      await new Promise(requestAnimationFrame);
    }
    return { frames: 90, seconds: (performance.now() - begin) / 1000 };
  });
  const cost = (((await spent()) - begin) * 1000) / frames;
  browser.check("a frame costs less than 33 ms", cost > 0 && cost < 33, cost.toFixed(1));
  console.log(`scrolling ${rows} rows of ${steps} steps: ${cost.toFixed(1)} ms of processor time for a frame, ` +
    `${(frames / seconds).toFixed(0)} frames per second on this machine, at most ${most} elements`);
  await page.keyboard.press("Home");
  await page.keyboard.press("End");
  await settle(page);
  browser.equal("from end to end", (await selected(page)).text, "bug: assertion");
  await page.close();
}

export async function expectAccessible(browser, page, what) {
  // A tool of the test, not of the page: the page's own policy runs no other script.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  browser.equal(`accessible: ${what}`, violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 90)).slice(0, 3).join(" | ")}`), []);
}

async function testAccess(browser) {
  for (const [file, act] of [["tour.html", null], ["tour.html", "f"], ["tour.html", "?"], ["tour.html", "d"], ["tour.html", "theme"], ["loop.html", null]]) {
    const page = await browser.page(file);
    if (act === "theme") await page.click("#theme-button");
    else if (act) await page.keyboard.press(act);
    await settle(page);
    await expectAccessible(browser, page, `${file} ${act ?? ""}`);
    await page.close();
  }
  const page = await browser.page("tour.html");
  browser.equal("the list says which row", await page.locator("#list").getAttribute("aria-activedescendant"),
    await page.locator('.row[aria-selected="true"]').getAttribute("id"));
  await page.close();
}

// On narrow screens everything has its place: nothing covers anything else, and nothing is wider than the screen.
async function testNarrow(browser) {
  for (const [width, height] of [[420, 800], [760, 700]]) {
    const page = await browser.page("tour.html");
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: "light" });
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await settle(page);
    browser.check(`the selected step and its line are seen, ${width} wide`, await page.evaluate(() => [[".row[aria-selected=true]", "#scroll"], [".line.here", ".source .code"]].every(([one, around]) => {
      const inner = document.querySelector(one).getBoundingClientRect(), outer = document.querySelector(around).getBoundingClientRect();
      return inner.top >= outer.top && inner.bottom <= outer.bottom + 1;
    })));
    const boxes = await page.evaluate(() => Object.fromEntries([".heading", ".tools", "#scroll", "#side", ".timeline"].map((name) => {
      const { left, top, right, bottom } = document.querySelector(name).getBoundingClientRect();
      return [name, { left, top, right, bottom }];
    })));
    const all = Object.entries(boxes);
    for (const [name, box] of all) {
      browser.check(`${name} is on the screen, ${width} wide`, box.left >= 0 && box.right <= width + 1 && box.bottom <= height + 1 && box.bottom - box.top > 20, JSON.stringify(box));
      for (const [other, its] of all)
        browser.check(`${name} and ${other} do not meet, ${width} wide`, name >= other || box.right <= its.left + 1 || its.right <= box.left + 1 ||
          box.bottom <= its.top + 1 || its.bottom <= box.top + 1, JSON.stringify([box, its]));
    }
    await browser.picture(page, `tour-${width}`);
    await page.close();
  }
}

async function testPrint(browser) {
  const page = await browser.page("tour.html");
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  const { drawn, all } = await page.evaluate(() => ({ drawn: document.querySelectorAll(".row").length, all: plaitView.model.rows.length }));
  browser.equal("all rows on paper", drawn, all);
  browser.check("no tools on paper", !(await page.locator(".tools").isVisible()));
  await page.close();
}
