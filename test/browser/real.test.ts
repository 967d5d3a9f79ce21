import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { startClaude } from "../e2e/claude.ts";
import { type Story, tellStory } from "../e2e/story.ts";
import { until } from "../kit/index.ts";
import { launchBrowser, openPage } from "./browser.ts";
import { startUi } from "./start-ui.ts";

let browser: Browser;
let story: Story;
let page: Awaited<ReturnType<typeof openPage>>;

const text = Array.from({ length: 30 }, (_, n) => `line ${n + 1}\n`).join("");

// One daemon and one page for all: to start them takes longer than what is tried with them.
before(async () => {
  browser = await launchBrowser();
  story = await tellStory((at) => {
    for (const path of ["a.txt", "b.txt"]) writeFileSync(at(path), text);
    mkdirSync(at("gone"));
    for (const n of [1, 2, 3]) writeFileSync(at(`gone/${n}.txt`), `${n}\n`);
    writeFileSync(at("c.txt"), "one\ntwo\nthree\n");
    writeFileSync(at("d.txt"), "plain\n");
  });
  await story.flush();
  page = await openPage(browser, await startUi(story));
});
after(async () => {
  await page[Symbol.asyncDispose]();
  await browser.close();
  await story[Symbol.asyncDispose]();
});

const entry = (title: string) => page.locator("[data-entry]", { hasText: title });

test("an agent's turn and a person's edit are seen as they come, taken back whole and in part, and undone", async () => {
  const read = (path: string) => readFileSync(story.at(path), "utf8");
  const dialog = page.getByRole("dialog");
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

test("filters, lines of a plan, times of a search, a directory that went and an instant are true of a real history", async () => {
  const claude = startClaude(story, "two");
  await claude.prompt("Whisper a word");
  await claude.bash("sed -i 's/two/TWO/' c.txt");
  await claude.stop();
  await story.flush();
  for (const text of ["needle\n", "plain\n", "needle\n"]) {
    writeFileSync(story.at("d.txt"), text);
    await story.flush();
  }
  rmSync(story.at("gone"), { recursive: true });
  await story.flush();

  const dialog = page.getByRole("dialog");
  await page.keyboard.press("1");
  await entry("Whisper a word").waitFor();
  const filter = async (typed: string) => {
    await page.locator("#filter").fill(typed);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: `Take the filter ${typed}` }).waitFor();
  };
  await filter("by:claude-code");
  await entry("gone").or(entry("d.txt")).first().waitFor({ state: "detached" });
  await entry("Whisper a word").waitFor();
  await page.goBack();
  await filter("is:turn");
  await filter("WHISPER");
  await entry("Whisper a word").waitFor();
  await until(
    "nothing else is listed",
    async () => (await page.locator("[data-entry]").count()) === 1,
  );
  assert.equal(await page.getByRole("alert").count(), 0);

  await page.getByRole("button", { name: "Take back", exact: true }).click();
  const lines = dialog.getByRole("button", { name: "Lines of c.txt" });
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
  await page.getByText("d.txt:1").click();
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
