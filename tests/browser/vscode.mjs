// tests/browser/vscode.mjs PLAIT CODE_SERVER VSIX: the extension in VS Code itself, which code-server (an
// npm package) shows in a browser: it starts, and diagnostics, colours, a correction, hover, formatting and
// "check this test" work as a user sees them. A target of its own, `make vscode-test`: VS Code is large.

import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { Browser } from "./browser.mjs";

const [plait, codeServer, vsix] = process.argv.slice(2);
const WAIT = { timeout: 120000 };
const PROGRAM = `event ePing: int;

// Counts what it is told.
machine Counter {
    var total: int;
    start state Counting {
        on ePing do (n: int) { total = total + n; assert total < 6, "too much"; }
    }
}

machine Main {
    var counter: Counter;
    start state Init {
        entry {
            counter = new Counter();
            send counter, ePing, 1;
            send counter, ePing,   2;
            sned counter, ePing, 3;
        }
    }
}

test tcCount [main = Main]: { Main, Counter };
`;

function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

async function startCode(folder) {
  const places = ["--user-data-dir", join(folder, "data"), "--extensions-dir", join(folder, "extensions")];
  const config = ["--config", join(folder, "config.yaml")];
  writeFileSync(join(folder, "config.yaml"), "auth: none\n");
  mkdirSync(join(folder, "data", "User"), { recursive: true });
  writeFileSync(join(folder, "data", "User", "settings.json"), JSON.stringify({
    "plait.command": resolve(plait), "security.workspace.trust.enabled": false, "workbench.startupEditor": "none",
  }));
  const installed = spawnSync("node", [codeServer, ...config, ...places, "--install-extension", resolve(vsix)], { encoding: "utf8" });
  if (!/successfully installed/.test(installed.stdout)) throw new Error(installed.stdout + installed.stderr);
  const port = await freePort();
  const server = spawn("node", [codeServer, ...config, ...places, "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry",
    "--disable-update-check"], { stdio: "ignore" });
  for (let i = 0; ; i++) {
    const good = await fetch(`http://127.0.0.1:${port}/healthz`).then((r) => r.ok, () => false);
    if (good) return { server, port };
    if (i > 600) throw new Error("code-server does not answer");
    await new Promise((r) => setTimeout(r, 200));
  }
}

async function command(page, name) {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input").fill(">" + name, WAIT);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first().click(WAIT);
}

async function openFile(page) {
  await page.locator(".explorer-folders-view .monaco-list-row", { hasText: "a.p" }).click(WAIT);
  await page.locator(".view-lines").waitFor(WAIT);
}

async function correct(page, browser, folder) {
  await page.locator(".squiggly-error").waitFor(WAIT);
  browser.check("a mistake is underlined", true);
  await command(page, "Go to Next Problem in Files");
  const zone = page.locator(".zone-widget", { hasText: "begins no statement" });
  await zone.waitFor(WAIT);
  browser.check("its message says what is meant", (await zone.textContent()).includes("did you mean `send`"));
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+.");
  await page.locator(".action-widget .monaco-list-row", { hasText: "send" }).first().waitFor(WAIT);
  await page.keyboard.press("Enter");
  await page.locator(".squiggly-error").waitFor({ state: "detached", ...WAIT });
  browser.check("the correction removes it", true);
  await command(page, "Format Document");
  await page.locator(".view-line", { hasText: /ePing,\s2;/ }).waitFor(WAIT);
  await page.keyboard.press("Control+s");
  const wanted = PROGRAM.replace("sned", "send").replace(",   2", ", 2");
  let text = "";
  for (let i = 0; i < 600 && text !== wanted; i++) {  // VS Code in a browser also saves by itself, later
    text = readFileSync(join(folder, "a.p"), "utf8");
    await page.waitForTimeout(100);
  }
  browser.check("the file is laid out and saved", text === wanted, text);
}

async function hover(page, browser) {
  await page.locator(".view-line span", { hasText: /^Counter$/ }).last().hover(WAIT);
  const shown = page.locator(".monaco-hover", { hasText: "Counts what it is told" });
  await shown.first().waitFor(WAIT);
  browser.check("hover shows the declaration and its comment", (await shown.first().textContent()).includes("machine Counter"));
}

async function checkTest(page, browser) {
  await page.locator(".codelens-decoration a", { hasText: "check this test" }).click(WAIT);
  const verdict = page.locator(".codelens-decoration a", { hasText: /bug|assert/i });
  await verdict.first().waitFor(WAIT);
  browser.check("the lens shows the verdict", true);
  await page.locator('[id="status.problems"] [aria-label*="Warnings: 1"]').waitFor(WAIT);
  browser.check("the bug is a problem of the file", true);
  return verdict.first().textContent();
}

const browser = new Browser(plait, false);
const folder = join(browser.folder, "work");
mkdirSync(folder);
writeFileSync(join(folder, "a.p"), PROGRAM);
await browser.open();
const code = await startCode(browser.folder);
try {
  const page = await browser.context.newPage();
  await page.goto(`http://127.0.0.1:${code.port}/?folder=${folder}`);
  await openFile(page);
  await page.locator(".codelens-decoration a", { hasText: "check this test" }).waitFor(WAIT);
  browser.check("the language server has started", true);
  await correct(page, browser, folder);
  await hover(page, browser);
  console.log("verdict:", await checkTest(page, browser));
  if (process.env.PICTURE) await page.screenshot({ path: process.env.PICTURE });
} catch (error) {
  if (process.env.PICTURE) await browser.context.pages().at(-1).screenshot({ path: process.env.PICTURE });
  throw error;
} finally {
  code.server.kill();
  await browser.close();
}
console.log(`${browser.passed} passed, ${browser.failed} failed`);
process.exit(browser.failed ? 1 : 0);
