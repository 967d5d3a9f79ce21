import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { startClaude } from "../e2e/claude.ts";
import { tellStory } from "../e2e/story.ts";
import { until } from "../kit/index.ts";
import { launchBrowser, openPage } from "./browser.ts";
import { startUi } from "./start-ui.ts";

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

test("filters, lines of a plan, times of a search, a directory that went and an instant are true of a real history", async () => {
  await using story = await tellStory((at) => {
    mkdirSync(at("gone"));
    for (const n of [1, 2, 3]) writeFileSync(at(`gone/${n}.txt`), `${n}\n`);
    writeFileSync(at("a.txt"), "one\ntwo\nthree\n");
    writeFileSync(at("b.txt"), "plain\n");
  });
  await story.flush();
  const claude = startClaude(story);
  await claude.prompt("Shout a little");
  await claude.bash("sed -i 's/two/TWO/' a.txt");
  await claude.stop();
  await story.flush();
  for (const text of ["needle\n", "plain\n", "needle\n"]) {
    writeFileSync(story.at("b.txt"), text);
    await story.flush();
  }
  rmSync(story.at("gone"), { recursive: true });
  await story.flush();

  await using page = await openPage(browser, await startUi(story));
  const dialog = page.getByRole("dialog");
  const entry = (text: string) => page.locator("[data-entry]", { hasText: text });
  await entry("Shout a little").waitFor();
  const filter = async (typed: string) => {
    await page.locator("#filter").fill(typed);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: `Take the filter ${typed}` }).waitFor();
  };
  await filter("by:claude-code");
  await entry("gone").or(entry("b.txt")).first().waitFor({ state: "detached" });
  await entry("Shout a little").waitFor();
  await page.goBack();
  await filter("is:turn");
  await filter("SHOUT");
  await entry("Shout a little").waitFor();
  await until(
    "nothing else is listed",
    async () => (await page.locator("[data-entry]").count()) === 1,
  );
  assert.equal(await page.getByRole("alert").count(), 0);

  await page.getByRole("button", { name: "Take back", exact: true }).click();
  const lines = dialog.getByRole("button", { name: "Lines of a.txt" });
  await lines.getByText("+1 −1").waitFor();
  await lines.click();
  await dialog.locator(".went", { hasText: "TWO" }).waitFor();
  await dialog.locator(".came", { hasText: "two" }).waitFor();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Deleted" }).click();
  await page.getByRole("button", { name: "Bring back 3 files of gone/" }).click();
  await dialog.getByRole("button", { name: "Lines of gone/2.txt" }).click();
  await dialog.locator(".came", { hasText: "2" }).first().waitFor();
  await dialog.getByRole("button", { name: "Do it" }).click();
  await page.getByText("3 files put back").waitFor();
  assert.equal(readFileSync(story.at("gone/2.txt"), "utf8"), "2\n");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Undone: ").waitFor();
  assert.equal(existsSync(story.at("gone")), false);

  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByLabel("Text to look for").fill("needle");
  await page.keyboard.press("Enter");
  await page.locator("ol").first().waitFor();
  const times = (await page.locator("ol").first().textContent()) ?? "";
  assert.match(times, /came.*went.*back.*still there/s);
  await page.getByText("b.txt:1").click();
  await page.locator(".line mark", { hasText: "needle" }).waitFor();
  await page.getByLabel("Compare with").selectOption({ index: 2 });
  await page.locator(".line.went, .line.came").first().waitFor();

  await page.getByRole("button", { name: "Files", exact: true }).click();
  await page.getByRole("button", { name: "‹ Earlier" }).click();
  await page.locator("li.gone, li.changed").first().waitFor();
  await page.getByRole("button", { name: "Is it safe?" }).click();
  await page.getByRole("heading", { name: /✓ \d+ checks? passed/ }).waitFor();
  await page.getByText(/Nothing would go; \d+ versions would stay/).waitFor();
  assert.equal(await page.getByRole("alert").count(), 0);
});
