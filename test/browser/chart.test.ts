import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { until } from "../kit/index.ts";
import { launchBrowser, openPage } from "./browser.ts";
import { type ScriptedServer, startScripted } from "./scripted-server.ts";
import { storyAnswers } from "./story.ts";

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

/** Minutes of the story's afternoon: from 14:00 on, for so long. */
const lasts = 122;

/** The chart: drags by parts of its width, and what the list is asked for after each. */
async function openChart(page: Page, server: ScriptedServer) {
  const chart = page.getByRole("slider", { name: "Time that is listed" });
  await chart.waitFor();
  const box = await chart.boundingBox();
  assert.ok(box);
  const { x, y, width } = box;
  /** In minutes of the afternoon; undefined where all of it is listed. */
  const range = () => {
    const { searchParams } = new URL(page.url());
    const [since, end] = [searchParams.get("since"), searchParams.get("until")];
    if (since === null || end === null) return undefined;
    const start = Date.UTC(2026, 10, 27, 14);
    return [since, end].map((at) => (Date.parse(at) - start) / 60_000) as [number, number];
  };
  /** Does it, waits until the address is another, and until the list of that time is asked for. */
  const after = async (act: () => Promise<void>) => {
    const before = page.url();
    await act();
    await page.waitForURL((url) => url.href !== before);
    const { searchParams } = new URL(page.url());
    await until("the list of that time is asked for", () => {
      const last = server.heard.filter(({ name }) => name === "happenings").at(-1)?.asked;
      return (last?.since ?? null) === searchParams.get("since");
    });
    return range();
  };
  return {
    chart,
    after,
    drag: (from: number, to: number) =>
      after(async () => {
        await page.mouse.move(x + width * from, y + 20);
        await page.mouse.down();
        await page.mouse.move(x + width * to, y + 20, { steps: 4 });
        await page.mouse.up();
      }),
    press: (key: string) => after(() => page.keyboard.press(key)),
    doubleClick: () => after(() => page.mouse.dblclick(x + width * 0.5, y + 20)),
  };
}

const near = (range: [number, number] | undefined, from: number, to: number) =>
  range !== undefined &&
  Math.abs(range[0] - from * lasts) < 1 &&
  Math.abs(range[1] - to * lasts) < 1;

test("on the chart a drag chooses the time, at an edge widens it, inside slides it, a double click ends it", async () => {
  await using server = await startScripted(storyAnswers());
  await using page = await openPage(browser, server.url);
  const { drag, doubleClick } = await openChart(page, server);
  const axis = await page.locator(".activity svg text").allTextContents();
  assert.deepEqual(axis.slice(0, 3), ["14:00", "14:10", "14:20"], "round times stand under it");
  await page.mouse.move(640, 150);
  await page.getByText(/^Fri 27 Nov, 15:01:\d\d · \d+ changes?$/).waitFor();
  const chosen = await drag(0.6, 0.4);
  assert.ok(near(chosen, 0.4, 0.6), `${chosen}`);
  const slid = await drag(0.5, 0.6);
  assert.ok(near(slid, 0.5, 0.7), `${slid}`);
  const wider = await drag(0.7, 0.9);
  assert.ok(near(wider, 0.5, 0.9), `${wider}`);
  const other = await drag(0.5, 0.3);
  assert.ok(near(other, 0.3, 0.9), `${other}`);
  const far = await drag(0.6, 0.9);
  assert.ok(near(far, 0.4, 1), `it stops at the end: ${far}`);
  const anew = await drag(0.1, 0.2);
  assert.ok(near(anew, 0.1, 0.2), `${anew}`);
  assert.equal(await doubleClick(), undefined);
  await page.goBack();
  await page.waitForURL(/since=/);
});

test("keys do on the chart what the mouse does", async () => {
  await using server = await startScripted(storyAnswers());
  await using page = await openPage(browser, server.url);
  const { chart, press } = await openChart(page, server);
  await chart.focus();
  const narrow = await press("+");
  assert.ok(near(narrow, 0.25, 0.75), `${narrow}`);
  const right = await press("ArrowRight");
  assert.ok(near(right, 0.3125, 0.8125), `${right}`);
  const left = await press("ArrowLeft");
  assert.ok(near(left, 0.25, 0.75), `${left}`);
  assert.match(String(await chart.getAttribute("aria-valuetext")), /14:30:30 to .*15:31:30/);
  assert.equal(await press("-"), undefined, "wider than everything is everything");
  await press("+");
  assert.equal(await press("0"), undefined);
});

test("you, each agent and nobody knows who have a look of their own that is not colour alone", async () => {
  const names = ["aider", "claude-code", "codex", "cursor", "gemini", "goose", "opencode", "pi"];
  const by = Object.fromEntries(names.map((name) => [name, 2]));
  const at = (minutes: number) =>
    new Date(Date.UTC(2026, 10, 27, 14) + minutes * 60_000).toISOString();
  const counts = { total: 20, by, human: 3, unknown: 1 };
  await using server = await startScripted({
    ...storyAnswers(),
    density: () => ({
      from: at(0),
      to: at(10),
      buckets: [{ from: at(0), to: at(10), ...counts }],
    }),
  });
  await using page = await openPage(browser, server.url);
  await page.locator("svg rect.you").first().waitFor();
  const looks = await page.evaluate<(string | null)[][]>(`
    [...document.querySelectorAll("[role=slider] > rect")].map((bar) => {
      const id = bar.getAttribute("fill")?.slice(5, -1);
      const pattern = id === undefined ? undefined : document.getElementById(id);
      const parts = [...(pattern?.children ?? [bar])];
      return [id ?? null, getComputedStyle(parts[0]).fill, parts[1]?.getAttribute("d") ?? null];
    })`);
  const ids = looks.map(([id]) => id);
  assert.deepEqual(ids, [null, ...names.map((_, n) => `agent${n + 1}`), "unknown"]);
  for (const part of [1, 2])
    assert.equal(new Set(looks.map((look) => look[part])).size, looks.length, `${looks}`);
  const legend = await page.locator(".legend .who").allTextContents();
  const shown = legend.map((text) => text.trim());
  assert.deepEqual(shown, ["you", ...names, "unknown"]);
});

test("the chosen time is shown closer, and a drag there chooses a part of it", async () => {
  await using server = await startScripted(storyAnswers());
  const range = "since=2026-11-27T14:30:00.000Z&until=2026-11-27T15:30:00.000Z";
  await using page = await openPage(browser, `${server.url}?${range}`);
  const closer = page.locator(".closer svg").first();
  await closer.waitFor();
  const asked = server.heard.filter(({ name }) => name === "density").map(({ asked }) => asked);
  const since = "2026-11-27T14:30:00.000Z";
  assert.deepEqual(asked.map((one) => one.since).sort(), [since, undefined]);
  const box = await closer.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width * 0.25, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + 10, { steps: 4 });
  await page.mouse.up();
  await page.waitForURL(/since=2026-11-27T14%3A4[45].*until=2026-11-27T1[45]%3A(59|00)/);
  await closer.dblclick();
  await page.waitForURL((url) => !url.search.includes("since="));
  await closer.waitFor({ state: "detached" });
});
