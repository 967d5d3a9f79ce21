import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { until } from "../kit/index.ts";
import { launchBrowser, openPage } from "./browser.ts";
import { type Answer, type ScriptedServer, startScripted } from "./scripted-server.ts";
import { afternoon, diffFiles, storyAnswers } from "./story.ts";

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

/** Answers that wait until they are let go, each with the question that it is for. */
function holdAnswers() {
  const held: { readonly asked: string; readonly letGo: (answer: unknown) => void }[] = [];
  return {
    answer: (asked: object) => {
      const { promise, resolve } = Promise.withResolvers<unknown>();
      held.push({ asked: JSON.stringify(asked), letGo: resolve });
      return promise;
    },
    /** The newest question that has this in it. */
    of: (part: string) =>
      until(`a question with ${part}`, () => held.findLast(({ asked }) => asked.includes(part))),
  };
}

test("a difference that comes late is not shown under another happening", async () => {
  const diffs = holdAnswers();
  await using server = await startScripted({ ...storyAnswers(), diff: diffs.answer });
  await using page = await openPage(browser, `${server.url}?open=h9`);
  const slow = await diffs.of('"turn":"t9"');
  await page.locator("[data-entry=h4]").click();
  const fast = await diffs.of('"turn":"t4"');
  fast.letGo({ files: [{ ...diffFiles[0], path: "src/prices/list.ts" }] });
  await page.getByRole("article", { name: "src/prices/list.ts" }).waitFor();
  slow.letGo({ files: diffFiles });
  // The answer to a question that was asked after the late answer was sent is shown, and the late one still is not.
  await page.locator("[data-entry=h8]").click();
  (await diffs.of('"to":"2026-11-27T15:52:00.000Z"')).letGo({
    files: [{ ...diffFiles[0], path: "last.ts" }],
  });
  await page.getByRole("article", { name: "last.ts" }).waitFor();
  assert.equal(await page.getByRole("article").count(), 1);
});

test("while a happening is being compared, no file of the one before can be taken back under its name", async () => {
  const diffs = holdAnswers();
  await using server = await startScripted({ ...storyAnswers(), diff: diffs.answer });
  await using page = await openPage(browser, `${server.url}?open=h9`);
  (await diffs.of('"turn":"t9"')).letGo({ files: diffFiles });
  const takeBack = page.getByRole("button", { name: /^Take back file/ });
  await takeBack.first().waitFor();
  await page.locator("[data-entry=h8]").click();
  const next = await diffs.of('"to":"2026-11-27T15:52:00.000Z"');
  await page.getByText("Comparing…").waitFor();
  assert.equal(await takeBack.count(), 0);
  assert.equal(await page.getByRole("article").count(), 0);
  next.letGo({ files: diffFiles.slice(0, 1) });
  await takeBack.waitFor();
});

test("a list that comes late does not take the place of that of a newer filter, nor does a chart", async () => {
  const lists = holdAnswers();
  const charts = holdAnswers();
  await using server = await startScripted({
    ...storyAnswers(),
    happenings: lists.answer,
    density: charts.answer,
  });
  await using page = await openPage(browser, `${server.url}?text=slow`);
  const slow = await lists.of('"text":"slow"');
  const slowChart = await charts.of('"text":"slow"');
  await page.keyboard.press("/");
  await page.keyboard.type("quick");
  await page.keyboard.press("Enter");
  const list = (title: string) => ({
    happenings: [{ ...afternoon[0], title }],
    next: null,
    recording: true,
  });
  (await lists.of('"text":"quick"')).letGo(list("the quick one"));
  await page.locator(".title", { hasText: "the quick one" }).waitFor();
  const chart = (total: number) => {
    const span = { from: "2026-11-27T14:00:00.000Z", to: "2026-11-27T15:00:00.000Z" };
    return { ...span, buckets: [{ ...span, total, by: {}, human: total, unknown: 0 }] };
  };
  (await charts.of('"text":"quick"')).letGo(chart(7));
  await page.getByText("7 changes").waitFor();
  slow.letGo(list("the slow one"));
  slowChart.letGo(chart(99));
  server.tell("rows", { project: "p-1", cursor: "3" });
  const again = await until("the list is asked for again", () =>
    server.heard.filter(({ name }) => name === "happenings").length >= 3 ? true : undefined,
  );
  assert.ok(again);
  assert.deepEqual(await page.locator("[data-entry] .title").allTextContents(), ["the quick one"]);
  assert.equal(await page.getByText("99 changes").count(), 0);
});

test("the list is at hand while everything else is still being answered", async () => {
  const never = () => new Promise(() => undefined);
  const slow = { diff: never, density: never, projects: never, self: never };
  await using server = await startScripted({ ...storyAnswers(), ...slow });
  await using page = await openPage(browser, server.url);
  await page.getByLabel("Files of Make the total robust").click();
  await page.getByTitle("docs/cart.md").waitFor();
  await page.locator("[data-entry=h9]").focus();
  await page.keyboard.press("ArrowDown");
  await page.locator("[data-entry=h8]:focus").waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/open=h8/);
  await page.getByRole("heading", { name: "src/cart/total.ts" }).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("is:turn");
  await page.keyboard.press("Enter");
  await page.waitForURL(/kinds=turn/);
});

/** So many turns, newest first, in pages of 60. */
function longHistory() {
  const [turn] = afternoon;
  const history = { length: 180 };
  const at = (n: number) => new Date(Date.UTC(2026, 10, 1) + n * 60_000).toISOString();
  const entry = (n: number) => ({
    ...turn,
    ...{ id: `n${n}`, turn: `t${n}`, title: `turn ${n}`, from: at(n), to: at(n) },
  });
  const happenings: Answer = ({ before, until }) => {
    const from = until === undefined ? Number(before ?? history.length) : 21;
    const some = Array.from({ length: Math.min(60, from) }, (_, n) => entry(from - 1 - n));
    return { happenings: some, next: from > 60 ? String(from - 60) : null, recording: true };
  };
  return { history, happenings, at };
}

test("the rest of a long list is read as one comes near its end, also when more than a page of news came", async () => {
  const { history, happenings } = longHistory();
  await using server = await startScripted({ ...storyAnswers(), happenings });
  await using page = await openPage(browser, server.url);
  await page.locator("[data-entry=n179]").focus();
  const seen = new Set<string>();
  const scrollTo = (wanted: string) =>
    until(`${wanted} is reached`, async () => {
      await page.mouse.move(100, 500);
      await page.mouse.wheel(0, 600);
      const ids = await page.evaluate<string[]>(
        "[...document.querySelectorAll('[data-entry]')].map((one) => one.dataset.entry)",
      );
      for (const id of ids) seen.add(id);
      return seen.has(wanted);
    });
  await scrollTo("n100");
  const drawn = await page.locator("[data-entry]").count();
  assert.ok(drawn < 60, `${drawn} of 180 are drawn`);
  history.length = 280;
  server.tell("rows", { project: "p-1", cursor: "2" });
  await until("it is asked for anew", () => server.heard.filter(isFirstPage).length >= 2);
  await page.mouse.wheel(0, -100_000);
  await page.locator("[data-entry=n279]").waitFor();
  seen.clear();
  await scrollTo("n0");
  const missing = Array.from({ length: 280 }, (_, n) => `n${n}`).filter((id) => !seen.has(id));
  assert.deepEqual(missing, [], "there is no hole between the news and what was listed");
});

function isFirstPage({ name, asked }: ScriptedServer["heard"][number]): boolean {
  return name === "happenings" && asked.before === undefined;
}

test("a link opens what is far down the list, and says so when it leads to nothing", async () => {
  const { happenings, at } = longHistory();
  await using server = await startScripted({ ...storyAnswers(), happenings });
  await using page = await openPage(browser, `${server.url}?open=n20&openTo=${at(20)}`);
  await page.getByRole("heading", { name: "turn 20" }).waitFor();
  assert.equal(server.heard.filter(({ asked }) => asked.until === at(20)).length, 1);
  await page.locator("[data-entry=n179]").click();
  await page.getByRole("heading", { name: "turn 179" }).waitFor();
  await page.goto(`${server.url}?open=gone&openTo=${at(20)}`);
  await page.getByText("not in the history any more").waitFor();
  await page.getByRole("button", { name: "Back to the list" }).click();
  await page.waitForURL((url) => !url.search.includes("open"));
});
