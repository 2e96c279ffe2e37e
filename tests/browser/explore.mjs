// tests/browser/explore.mjs: plait explore, driven by clicks.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expectAccessible } from "./view.mjs";

// Starts plait explore; resolves with its address.
function start(browser, ...words) {
  const server = spawn(browser.plait, ["explore", "-q", ...words], { cwd: browser.folder, stdio: ["ignore", "pipe", "inherit"] });
  const address = new Promise((resolve, reject) => {
    let text = "";
    server.stdout.on("data", (part) => {
      text += part;
      if (text.includes("\n")) resolve(text.trim());
    });
    server.on("exit", () => reject(new Error("plait explore has ended: " + text)));
  });
  return { server, address };
}

const steps = (page) => page.locator(".step-button").allInnerTexts();

// Clicks, and waits until the page shows another state.
async function act(page, locator) {
  const before = await page.evaluate(() => JSON.stringify(plaitView.explore.state.turns));
  await locator.click();
  for (let i = 0; i < 300; i++) {
    const [turns, isBusy] = await page.evaluate(() => [JSON.stringify(plaitView.explore.state.turns), plaitView.explore.isBusy]);
    if (turns !== before && !isBusy) return;
    await page.waitForTimeout(30);
  }
  throw new Error("nothing happened");
}

const take = (page, text) => act(page, page.locator(".step-button", { hasText: text }).first());

export async function testExplore(browser) {
  const { server, address } = start(browser, "tour.p");
  try {
    const base = await address;
    const one = await browser.page(base), two = await browser.page(base);
    browser.equal("what can happen first", await steps(one), ["Street(1) starts"]);
    await take(one, "Street(1)");
    await take(two, "Street(1)");
    browser.equal("all machines that can run", (await steps(one)).map((text) => text.split(" ")[0]), ["Shop(2)", "Buyer(3)", "Buyer(4)", "Buyer(5)"]);

    await one.bringToFront();

    // To the bug by hand: the second buyer wants more than there is, then the first is refused.
    await take(one, "Buyer(4) starts");
    browser.equal("the alternatives of a choice", (await steps(one)).length, 4);
    await take(one, "chooses 3 of 4");
    for (const step of ["Buyer(3) starts", "chooses 0 of 2", "Shop(2) starts", "Shop(2) takes eOrder"]) await take(one, step);
    const before = await steps(one);
    await take(one, "Shop(2) takes eOrder");
    browser.check("the bug", (await one.locator("#verdict").innerText()).includes("an order was refused that could be filled"));
    browser.check("nothing can happen after it", (await steps(one)).length === 0);
    await browser.picture(one, "explore-bug");

    await expectAccessible(browser, one, "explore");
    await save(browser, one);
    await act(one, one.getByText("Back", { exact: true }));
    browser.equal("back", await steps(one), before);
    await one.getByText("Futures?").click();
    await one.getByText(/Of 200 random futures: assertion in 200/).waitFor();
    browser.check("what happens from here", true);

    // The other window did not move; it runs to an end.
    await two.bringToFront();
    browser.equal("the other window", (await steps(two)).length, 4);
    await act(two, two.getByRole("button", { name: "Run", exact: true }));
    browser.equal("it is over", (await steps(two)).length, 0);
    await two.keyboard.press("Home");
    await two.keyboard.press("PageDown");
    await two.evaluate(() => new Promise(requestAnimationFrame));
    await act(two, two.getByText("From here", { exact: true }));
    browser.check("on from a step of the past", (await steps(two)).length > 0);
    for (const page of [one, two]) {
      browser.equal("only this server was asked", page.requests.filter((url) => !url.startsWith(base) && !url.startsWith("blob:" + new URL(base).origin)), []);
      browser.equal("errors", page.errors, []);
      await page.close();
    }
  } finally {
    server.kill("SIGTERM");
  }
}

async function save(browser, page) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByText("Save trace").click()]);
  const path = join(browser.folder, "explored.trace.jsonl");
  await download.saveAs(path);
  browser.check("the file has a schedule", readFileSync(path, "utf8").includes('"what":"turn"'));
  const replayed = browser.run("replay", "-q", "explored.trace.jsonl");
  browser.equal("plait replay accepts it", [replayed.code, replayed.out.split("\n")[0]], [1, "bug: assertion: an order was refused that could be filled"]);
}
