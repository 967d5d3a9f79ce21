import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { until } from "../kit/index.ts";
import { launchBrowser, openPage } from "./browser.ts";
import { startScripted } from "./scripted-server.ts";
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
    return { ...span, buckets: [{ ...span, total, by: {} }] };
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
  await page.waitForFunction("document.activeElement.dataset.entry === 'h8'");
  await page.keyboard.press("Enter");
  await page.waitForURL(/open=h8/);
  await page.getByRole("heading", { name: "src/cart/total.ts" }).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("is:turn");
  await page.keyboard.press("Enter");
  await page.waitForURL(/kinds=turn/);
});

test("the rest of a long list is read as one comes near its end", async () => {
  const [turn] = afternoon;
  const page60 = (from: number) =>
    Array.from({ length: 60 }, (_, n) => ({
      ...turn,
      id: `n${from + n}`,
      title: `turn ${from + n}`,
    }));
  await using server = await startScripted({
    ...storyAnswers(),
    happenings: ({ before }) => {
      const from = Number(before ?? 0);
      return {
        happenings: page60(from),
        next: from < 120 ? String(from + 60) : null,
        recording: true,
      };
    },
  });
  await using page = await openPage(browser, server.url);
  await page.locator("[data-entry=n0]").focus();
  const last = page.locator("[data-entry=n179]");
  await until("the end is reached", async () => {
    await page.mouse.move(100, 500);
    await page.mouse.wheel(0, 4000);
    return (await last.count()) > 0;
  });
  const drawn = await page.locator("[data-entry]").count();
  assert.ok(drawn < 60, `${drawn} of 180 are drawn`);
});
