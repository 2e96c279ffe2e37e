// tests/browser/browser.mjs: a browser without a network, and what the tests need of it.

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const HERE = dirname(fileURLToPath(import.meta.url));

export class Browser {
  constructor(plait, updates) {
    this.plait = resolve(plait);
    this.updates = updates;
    this.folder = mkdtempSync(join(tmpdir(), "plait-browser-"));
    cpSync(join(HERE, "programs"), this.folder, { recursive: true });
    this.passed = this.failed = 0;
  }

  async open() {
    const path = execFileSync("sh", ["-c", "command -v chromium"], { encoding: "utf8" }).trim();
    // A new folder for each browser: nothing of the user is read or written.
    this.context = await chromium.launchPersistentContext(join(this.folder, "profile"), {
      executablePath: path, headless: true, viewport: { width: 1100, height: 700 }, colorScheme: "light",
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", "--force-device-scale-factor=1", "--hide-scrollbars"],
    });
  }

  async close() {
    await this.context.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  // Runs plait in the folder of the programs.
  run(...words) {
    const done = spawnSync(this.plait, words, { cwd: this.folder, encoding: "utf8" });
    return { code: done.status, out: done.stdout, err: done.stderr };
  }

  // A page of a file; every request but the one for the file itself is noted.
  async page(file, hash = "") {
    const page = await this.context.newPage();
    const address = file.startsWith("http") ? file : "file://" + join(this.folder, file);
    page.setDefaultTimeout(15000);
    page.requests = [];
    page.errors = [];
    page.on("request", (request) => {
      const url = request.url();
      if (url.split("#")[0] !== address && !url.startsWith("data:")) page.requests.push(url);
    });
    page.on("pageerror", (error) => page.errors.push(String(error)));
    page.on("console", (message) => message.type() === "error" && page.errors.push(message.text()));
    await page.goto(address + hash);
    return page;
  }

  check(what, good, detail = "") {
    if (good) this.passed++;
    else {
      this.failed++;
      console.log(`FAILED: ${what}${detail === "" ? "" : ": " + detail}`);
    }
  }

  equal(what, found, wanted) {
    this.check(what, JSON.stringify(found) === JSON.stringify(wanted), `${JSON.stringify(found)}, expected ${JSON.stringify(wanted)}`);
  }

  // Compares with the stored picture. Fonts are drawn a little differently on other systems, so
  // blocks of 8 by 8 pixels are compared: few of them may differ clearly.
  async picture(page, name) {
    await page.bringToFront();  // a page behind another one is not drawn
    const now = await page.screenshot({ animations: "disabled", caret: "hide" });
    const path = join(HERE, "pictures", name + ".png");
    if (this.updates) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, now);
      return;
    }
    if (!existsSync(path)) return this.check(`picture ${name}`, false, "there is none: run with --update");
    const judge = await this.context.newPage();
    const share = await judge.evaluate(compareBlocks, [readFileSync(path).toString("base64"), now.toString("base64")]);
    await judge.close();
    const good = share <= 0.01;
    this.check(`picture ${name}`, good, `${(share * 100).toFixed(2)} % of the blocks differ`);
    if (!good) {
      const kept = join(tmpdir(), `plait-${name}.png`);
      writeFileSync(kept, now);
      console.log(`  what was seen: ${kept}`);
    }
  }
}

// In the browser: the share of blocks whose mean colour differs by more than 24 of 255.
async function compareBlocks([one, other]) {
  const SIZE = 8;
  const read = async (text) => {
    const image = new Image();
    image.src = "data:image/png;base64," + text;
    await image.decode();
    const canvas = document.createElement("canvas");
    const width = (canvas.width = Math.floor(image.width / SIZE)), height = (canvas.height = Math.floor(image.height / SIZE));
    const pen = canvas.getContext("2d");
    pen.imageSmoothingQuality = "high";
    pen.drawImage(image, 0, 0, width, height);
    return { width, height, data: pen.getImageData(0, 0, width, height).data };
  };
  const a = await read(one), b = await read(other);
  if (a.width !== b.width || a.height !== b.height) return 1;
  let differ = 0;
  for (let i = 0; i < a.data.length; i += 4)
    if (Math.max(...[0, 1, 2].map((k) => Math.abs(a.data[i + k] - b.data[i + k]))) > 24) differ++;
  return differ / (a.width * a.height);
}
