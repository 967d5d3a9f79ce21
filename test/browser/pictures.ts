// `npm run pictures [-- <directory> [<part of a name>]]`: the screens at three widths and in both themes, of a
// story that is told the same each time.

import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { launchBrowser, openPage } from "./browser.ts";
import { everyScreen, openScreen } from "./every-screen.ts";
import { startScripted } from "./scripted-server.ts";
import { storyAnswers } from "./story.ts";

const out = resolve(process.argv[2] ?? "pictures");
const part = process.argv[3] ?? "";
const coloured = 'article[data-path$=".ts"], dialog .diff, [aria-label="Text and its authors"]';
mkdirSync(out, { recursive: true });
await using server = await startScripted(storyAnswers(), { isColoured: true });
const browser = await launchBrowser();
for (const [name, screen] of Object.entries(everyScreen)) {
  if (!name.includes(part)) continue;
  for (const theme of ["light", "dark"] as const) {
    for (const width of [375, 1024, 1600]) {
      const height = width === 375 ? 720 : 820;
      await using page = await openPage(browser, server.url, { width, height, theme });
      await openScreen(page, server.url, screen);
      await page.waitForLoadState("networkidle");
      // Colours come from a worker, a text at a time.
      for (const text of await page.locator(coloured).all())
        await text.locator("[class^=look-]").first().waitFor();
      await page.screenshot({ path: join(out, `${name}-${width}-${theme}.png`) });
    }
  }
}
await browser.close();
