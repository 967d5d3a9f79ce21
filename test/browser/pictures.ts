// `npm run pictures [-- <directory>]`: the screens at three widths and in both themes, of a story that is told the same each time.

import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { launchBrowser, openPage } from "./browser.ts";
import { startScripted } from "./scripted-server.ts";
import { storyAnswers } from "./story.ts";

const screens = { now: "?open=h9" };

const out = resolve(process.argv[2] ?? "pictures");
mkdirSync(out, { recursive: true });
await using server = await startScripted(storyAnswers());
const browser = await launchBrowser();
for (const [name, search] of Object.entries(screens)) {
  for (const theme of ["light", "dark"] as const) {
    for (const width of [375, 1024, 1600]) {
      const height = width === 375 ? 720 : 820;
      await using page = await openPage(browser, server.url + search, { width, height, theme });
      await page.locator("#main :is(mark, li, svg)").first().waitFor();
      await page.screenshot({ path: join(out, `${name}-${width}-${theme}.png`) });
    }
  }
}
await browser.close();
