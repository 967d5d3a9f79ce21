// `npm run pictures [-- <directory> [<part of a name>]]`: the screens at three widths and in both themes, of a
// story that is told the same each time.

import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import type { Page } from "playwright-core";
import { launchBrowser, openPage } from "./browser.ts";
import { startScripted } from "./scripted-server.ts";
import { storyAnswers } from "./story.ts";

interface Screen {
  readonly search: string;
  /** Its place in the page that is there when the screen is whole. */
  readonly whole: string;
  readonly act?: (page: Page) => Promise<void>;
}

const shop = "project=/home/ana/shop";
const file = `?${shop}&screen=file&path=src/cart/total.ts`;
const screens: Readonly<Record<string, Screen>> = {
  list: { search: "", whole: "[data-entry]" },
  now: { search: "?open=h9", whole: "mark" },
  plan: {
    search: "?open=h9",
    whole: "mark",
    act: async (page) => {
      await page.getByRole("button", { name: "Take back", exact: true }).click();
      await page.getByRole("button", { name: "Lines of src/cart/total.ts" }).click();
      await page.locator("dialog .came").first().waitFor();
    },
  },
  filter: {
    search:
      "?kinds=turn&include=src/**&since=2026-11-27T14:30:00.000Z&until=2026-11-27T15:20:00.000Z",
    whole: "[data-entry]",
    act: async (page) => {
      await page.locator("#filter").pressSequentially("src");
      await page.getByRole("option").first().waitFor();
    },
  },
  file: { search: file, whole: "mark" },
  text: { search: `${file}&version=v80&against=text`, whole: ".line" },
  tree: { search: `?${shop}&screen=tree&at=2026-11-27T15:00:00.000Z`, whole: "main li" },
  deleted: { search: `?${shop}&screen=deleted`, whole: "main li" },
  search: { search: `?${shop}&screen=search&find=legacyTotal`, whole: "main li" },
  safe: { search: `?${shop}&screen=safe`, whole: "main article" },
};

const out = resolve(process.argv[2] ?? "pictures");
const part = process.argv[3] ?? "";
mkdirSync(out, { recursive: true });
await using server = await startScripted(storyAnswers());
const browser = await launchBrowser();
for (const [name, { search, whole, act }] of Object.entries(screens)) {
  if (!name.includes(part)) continue;
  for (const theme of ["light", "dark"] as const) {
    for (const width of [375, 1024, 1600]) {
      const height = width === 375 ? 720 : 820;
      await using page = await openPage(browser, server.url + search, { width, height, theme });
      await page.locator(whole).first().waitFor();
      await act?.(page);
      await page.waitForLoadState("networkidle");
      await page.screenshot({ path: join(out, `${name}-${width}-${theme}.png`) });
    }
  }
}
await browser.close();
