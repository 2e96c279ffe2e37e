// bench/view/frames.mjs PLAIT: how many frames chromium draws in a second while the page of a trace with more than 10,000
// steps scrolls, and beside it a page with nothing but stripes, which shows what this machine can do at all.
//
// A frame counts when the browser has presented it (the events of its own timeline), not when a script asked for it. The
// processor time is that of all threads of the browser: with less than 33 ms for a frame one processor alone draws 30 frames
// per second. On a busy machine that figure says more than the frames.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Browser } from "../../tests/browser/browser.mjs";

const SECONDS = 4, LAPS = 3, TICK = 1000 / Number(execFileSync("getconf", ["CLK_TCK"]));
const EMPTY = `<!doctype html><title>empty</title><div id="scroll" style="height:600px;overflow:auto"><div style="height:270000px;background:repeating-linear-gradient(#fff 0 20px,#ddd 20px 40px)"></div></div>`;

// Scrolls as a wheel does, a little in each frame; resolves with the times between the frames.
function scroll(seconds) {
  return new Promise((resolve) => {
    const node = document.getElementById("scroll"), times = [], end = performance.now() + seconds * 1000;
    const step = (now) => {
      times.push(now);
      node.scrollTop += 57;
      if (node.scrollTop + node.clientHeight >= node.scrollHeight - 1) node.scrollTop = 0;
      if (now < end) requestAnimationFrame(step);
      else resolve(times);
    };
    requestAnimationFrame(step);
  });
}

// Milliseconds of processor time of all processes below this one.
function processorTime() {
  const below = new Map();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    try {
      const text = readFileSync(`/proc/${pid}/stat`, "utf8"), fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
      below.set(fields[1], [...(below.get(fields[1]) ?? []), { pid, time: (Number(fields[11]) + Number(fields[12])) * TICK }]);
    } catch {
      // it has ended
    }
  const sum = (pid) => (below.get(pid) ?? []).reduce((all, one) => all + one.time + sum(one.pid), 0);
  return sum(String(process.pid));
}

async function measure(context, page) {
  await page.bringToFront();
  const session = await context.newCDPSession(page);
  const presented = [];
  session.on("Tracing.dataCollected", ({ value }) => presented.push(...value.filter(({ name }) => name === "DrawFrame")));
  const done = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.start", { categories: "disabled-by-default-devtools.timeline.frame", transferMode: "ReportEvents" });
  const before = processorTime(), times = await page.evaluate(scroll, SECONDS), spent = processorTime() - before;
  await session.send("Tracing.end");
  await done;
  await session.detach();
  const between = times.slice(1).map((time, i) => time - times[i]).sort((a, b) => a - b);
  const seconds = (times[times.length - 1] - times[0]) / 1000;
  return { frames: presented.length / seconds, cost: spent / Math.max(1, presented.length), median: between[between.length >> 1], late: between[Math.floor(between.length * 0.95)] };
}

const browser = new Browser(process.argv[2], false);
try {
  await browser.open();
  browser.run("check", "-q", "--view", "--search", "random", "--no-shrink", "--out", "long", "long.p");
  writeFileSync(join(browser.folder, "empty.html"), EMPTY);
  const page = await browser.page("long/tcLong-assertion.html"), empty = await browser.page("empty.html");
  const steps = await page.evaluate(() => plaitView.model.data.steps);
  console.log(`the trace page, ${steps.toLocaleString("en")} steps, while it scrolls (${LAPS} times ${SECONDS} s each)`);
  for (let lap = 0; lap < LAPS; lap++) {
    const ours = await measure(browser.context, page), base = await measure(browser.context, empty);
    const text = ({ frames, cost, median, late }) => `${cost.toFixed(1)} ms of processor time for a frame, ${frames.toFixed(0)} frames per second, ${median.toFixed(1)} ms between two, 95 % within ${late.toFixed(1)} ms`;
    console.log(`  trace page: ${text(ours)}; an empty page: ${text(base)}`);
  }
} finally {
  await browser.close();
}
