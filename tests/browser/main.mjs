// tests/browser/main.mjs: all tests of the pages.

import { Browser } from "./browser.mjs";
import { testExplore } from "./explore.mjs";
import { testView } from "./view.mjs";

const [plait, option] = process.argv.slice(2);
if (!plait) {
  console.error("usage: tests/browser/run PLAIT [--update]");
  process.exit(2);
}
const browser = new Browser(plait, option === "--update");
try {
  await browser.open();
  await testExplore(browser);
  await testView(browser);
} catch (error) {
  browser.check("the tests ran to their end", false, error.stack);
} finally {
  await browser.close();
}
console.log(`${browser.passed} passed, ${browser.failed} failed`);
process.exit(browser.failed ? 1 : 0);
