import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { startClaude } from "../e2e/claude.ts";
import { tellStory } from "../e2e/story.ts";
import { launchBrowser, openPage } from "./browser.ts";
import { startUi } from "./start-ui.ts";

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

const text = Array.from({ length: 30 }, (_, n) => `line ${n + 1}\n`).join("");

test("an agent's turn and a person's edit are seen as they come, taken back whole and in part, and undone", async () => {
  await using story = await tellStory((at) => {
    for (const path of ["a.txt", "b.txt"]) writeFileSync(at(path), text);
  });
  const read = (path: string) => readFileSync(story.at(path), "utf8");
  await story.flush();
  await using page = await openPage(browser, await startUi(story));
  const dialog = page.getByRole("dialog");
  const entry = (title: string) => page.locator("[data-entry]", { hasText: title });
  await entry("recording began").waitFor();

  // The turn of an agent and the edit of a person come while the page stands open.
  const claude = startClaude(story);
  await claude.prompt("Shout a little");
  await claude.bash("sed -i 's/line 2$/LINE 2/' a.txt");
  await claude.stop();
  await entry("Shout a little").waitFor();
  await story.flush();
  const shouted = text.replace("line 2\n", "LINE 2\n");
  const edited = text.replace("line 3\n", "third\n").replace("line 25\n", "late\n");
  writeFileSync(story.at("b.txt"), edited);
  await entry("b.txt").waitFor();
  const carryOut = async () => {
    await dialog.getByRole("button", { name: "Do it" }).click();
    await dialog.waitFor({ state: "detached" });
  };

  // The agent's turn, whole.
  await entry("Shout a little").click();
  await page.locator(".line.came", { hasText: "LINE 2" }).waitFor();
  await page.getByRole("button", { name: "Take back", exact: true }).click();
  await dialog.getByText("1 file would change.").waitFor();
  assert.equal(read("a.txt"), shouted, "a plan changes nothing");
  await carryOut();
  assert.equal(read("a.txt"), text);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Undone: ").waitFor();
  assert.equal(read("a.txt"), shouted);

  // One file of it, on a disk that changes while the plan is looked at.
  await page.getByRole("button", { name: "Take back file a.txt" }).click();
  await dialog.waitFor();
  writeFileSync(story.at("a.txt"), "mine\n");
  await dialog.getByRole("button", { name: "Do it" }).click();
  await dialog.getByText("nothing was done").waitFor();
  assert.equal(read("a.txt"), "mine\n");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  // A person's edit: the second part of it, and then the file.
  await entry("b.txt").last().click();
  await page.getByRole("button", { name: "Take back part 2 of b.txt" }).click();
  await carryOut();
  assert.equal(read("b.txt"), edited.replace("late\n", "line 25\n"));
  await page.getByRole("button", { name: "Take back file b.txt" }).click();
  await carryOut();
  assert.equal(read("b.txt"), text);

  // Its versions: the second is the edit.
  await page.getByRole("button", { name: "Versions of b.txt" }).click();
  await page.getByText("2 of 4").waitFor();
  await page.getByRole("button", { name: "Text and authors" }).click();
  await page.locator(".line", { hasText: "third" }).waitFor();
  await page.getByRole("button", { name: "Bring this version back" }).click();
  await carryOut();
  assert.equal(read("b.txt"), edited);

  // Deleted files are listed, and come back; a text that stood there once is found.
  rmSync(story.at("b.txt"));
  await story.flush();
  await page.getByRole("button", { name: "Deleted" }).click();
  await page.getByRole("button", { name: "Bring back b.txt" }).click();
  await carryOut();
  assert.equal(read("b.txt"), edited);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByLabel("Text to look for").fill("LINE 2");
  await page.keyboard.press("Enter");
  await page.getByText("a.txt:2").first().waitFor();
  await page.getByText(/went /).first().waitFor();

  await page.getByRole("button", { name: "Is it safe?" }).click();
  await page.getByRole("heading", { name: "✓ Recording" }).waitFor();
  await page.getByText("of history").waitFor();
  assert.equal(await page.getByRole("alert").count(), 0);
  await page.getByRole("button", { name: "Files", exact: true }).click();
  await page.getByRole("button", { name: "a.txt" }).click();
  await page.locator(".line", { hasText: "mine" }).waitFor();
});
