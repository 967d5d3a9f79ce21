import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { launchBrowser, openPage } from "./browser.ts";
import { startScripted } from "./scripted-server.ts";
import { storyAnswers } from "./story.ts";

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

/** Goes on with the tab key until the focus is on what matches. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let n = 0; n < 60; n += 1) {
    await page.keyboard.press("Tab");
    const matches = `document.activeElement?.matches(${JSON.stringify(selector)}) === true`;
    if (await page.evaluate<boolean>(matches)) return;
  }
  assert.fail(`no tab leads to ${selector}`);
}

test("without a mouse one gets everywhere: into the list, a plan and its undo, each screen, a file", async () => {
  await using server = await startScripted(storyAnswers());
  await using page = await openPage(browser, `${server.url}?project=/home/ana/shop`);
  await page.locator("mark").first().waitFor();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate("document.activeElement.textContent"), "Skip to the content");
  await page.keyboard.press("Enter");
  await tabTo(page, "[data-entry=h9]");
  await page.keyboard.press("ArrowDown");
  await page.locator("[data-entry=h8]:focus").waitFor();
  await page.keyboard.press("k");
  await page.locator("[data-entry=h9]:focus").waitFor();
  await page.keyboard.press("ArrowRight");
  await tabTo(page, "[title='docs/cart.md']");
  await page.keyboard.press("Enter");
  await page.waitForURL(/open=h9/);
  await page.locator("[data-entry=h9]").focus();
  await page.keyboard.press("t");
  await page.getByRole("dialog").waitFor();
  await tabTo(page, "dialog .primary");
  await page.keyboard.press("Enter");
  await page.getByText("2 files put back").waitFor();
  await page.keyboard.press("u");
  await page.getByText("Undone: ").waitFor();

  await page.keyboard.press("?");
  await page.getByRole("heading", { name: "Keys" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });

  await page.keyboard.press("3");
  await page.waitForURL(/screen=deleted/);
  await tabTo(page, "[aria-label='Bring back docs/old.md']");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByText("1 file would change.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });

  await page.keyboard.press("4");
  await page.waitForURL(/screen=search/);
  await page.keyboard.type("legacyTotal");
  await page.keyboard.press("Enter");
  await page.getByText("still there").waitFor();
  await tabTo(page, "main li button");
  await page.keyboard.press("Enter");
  await page.waitForURL(/screen=file.*version=v12/);
  await page.getByText("1 of 3").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.waitForURL(/version=v80/);

  await page.keyboard.press("5");
  await page.waitForURL(/screen=safe/);
  await page.keyboard.press("2");
  await page.waitForURL(/screen=tree/);
  await tabTo(page, ".name");
  await page.keyboard.press("Enter");
  await page.waitForURL(/path=assets/);
  await page.keyboard.press("1");
  await page.locator("[data-entry]").first().waitFor();
});

test("nothing moves by itself, so that whoever wants less motion has it", () => {
  const assets = join(import.meta.dirname, "../../cli/dist/ui/assets");
  for (const file of readdirSync(assets).filter((name) => name.endsWith(".css"))) {
    assert.doesNotMatch(
      readFileSync(join(assets, file), "utf8"),
      /transition\s*:|animation\s*:|@keyframes|scroll-behavior\s*:\s*smooth/,
    );
  }
});
