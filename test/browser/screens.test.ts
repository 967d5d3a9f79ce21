import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { until } from "../kit/index.ts";
import { launchBrowser, openPage } from "./browser.ts";
import { Refusal, startScripted } from "./scripted-server.ts";
import { storyAnswers } from "./story.ts";

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

test("a file's versions are gone through by keys, compared, read with their authors, and brought back", async () => {
  await using server = await startScripted(storyAnswers());
  await using page = await openPage(browser, server.url);
  await page.getByRole("button", { name: "Versions of src/cart/total.ts" }).click();
  await page.getByText("3 of 3").waitFor();
  await page.locator(".line.came").first().waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.waitForURL(/version=v80/);
  await page.getByText("2 of 3").waitFor();
  await page.getByRole("button", { name: "Against now" }).click();
  await page.waitForURL(/against=now/);
  await page.getByRole("button", { name: "Text and authors" }).click();
  await page.getByText("export function total").waitFor();
  await page.getByRole("button", { name: /^you, .*15:40:00, v80$/ }).waitFor();
  await page.getByLabel("Compare with").selectOption("v12");
  await page.waitForURL(/against=v12/);
  await page.locator(".line").first().waitFor();
  await page.getByRole("button", { name: "Bring this version back" }).click();
  await page.getByRole("dialog").waitFor();
  const [path, version] = ["/home/ana/shop/src/cart/total.ts", "v80"];
  const of = (wanted: string) => server.heard.filter(({ name }) => name === wanted).at(-1)?.asked;
  const project = "/home/ana/shop";
  assert.deepEqual(of("plan/restore"), { project, paths: [path], version });
  const blamed = server.heard.find(({ name }) => name === "blame")?.asked;
  assert.deepEqual(blamed, { project, path, at: version });
  const compared = server.heard.flatMap(({ name, asked }) =>
    name === "diff" && "from" in asked ? [asked] : [],
  );
  assert.deepEqual(compared.slice(0, 2), [
    { project, from: version, paths: [path], context: 3 },
    { project, from: "v12", to: version, paths: [path], context: 3 },
  ]);
});

test("a deleted file is brought back with one click and its plan, and a text is found with its times", async () => {
  await using server = await startScripted(storyAnswers());
  await using page = await openPage(browser, `${server.url}?project=/home/ana/shop`);
  await page.getByRole("button", { name: "Deleted" }).click();
  await page.getByRole("button", { name: "Bring back docs/old.md" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("1 file would change.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Bring back .env" }).count(), 0);
  const planned = server.heard.find(({ name }) => name === "plan/bring-back");
  assert.deepEqual(planned?.asked, { project: "/home/ana/shop", deletions: ["v70"] });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByLabel("Text to look for").fill("legacyTotal");
  await page.keyboard.press("Enter");
  await page.waitForURL(/screen=search.*find=legacyTotal/);
  const [went, back] = await page.locator("ol").allTextContents();
  assert.match(went ?? "", /came .*14:02:00.*went .*14:58:00/s);
  assert.match(back ?? "", /came .*14:02:00.*went .*14:31:00.*back .*15:00:00.*still there/s);
  assert.equal(await page.locator("mark", { hasText: /^legacyTotal$/ }).count(), 2);
  await page.getByText("src/cart/total.ts:7").click();
  await page.waitForURL(/screen=file.*version=v12.*against=text/);
});

test("whether it is safe is said in cards: recording, gaps, checks that fail and those that passed, and room", async () => {
  const answers = storyAnswers();
  await using server = await startScripted(answers);
  await using page = await openPage(browser, `${server.url}?project=/home/ana/shop&screen=safe`);
  await page.getByRole("heading", { name: "✓ Recording" }).waitFor();
  await page.getByRole("heading", { name: "✓ No open gap" }).waitFor();
  await page.getByText("inotify is nearly used up").waitFor();
  await page.getByText("It is recorded, with 1 thing to look at.").waitFor();
  await page.getByRole("heading", { name: "✓ 1 check passed" }).waitFor();
  await page.getByText("Which they are").click();
  await page.getByText("the daemon is of this version").waitFor();
  await page.getByText("17 MiB of history").waitFor();
  server.tell("rows", { project: "p-1", cursor: "1" });
  const count = (wanted: string) => server.heard.filter(({ name }) => name === wanted).length;
  await until("how it stands is asked for again", () => count("status") === 2);
  assert.deepEqual([count("doctor"), count("du")], [1, 1], "what takes long is asked for once");
  server.answers.doctor = () => {
    throw new Refusal(500, "failed", "the disk is gone");
  };
  await page.reload();
  await page.getByRole("heading", { name: "✓ Recording" }).waitFor();
  await page.getByText("the disk is gone").waitFor();
});

test("the slider of retention says what would go, and nothing goes", async () => {
  await using server = await startScripted(storyAnswers());
  await using page = await openPage(browser, `${server.url}?project=/home/ana/shop&screen=safe`);
  await page.getByText("Nothing would go; 4,810 versions would stay.").waitFor();
  const slider = page.getByRole("slider", { name: "How long history is kept" });
  await slider.focus();
  for (let n = 0; n < 5; n += 1) await page.keyboard.press("ArrowRight");
  await page.getByText("1,200 versions").waitFor();
  assert.equal(await slider.getAttribute("aria-valuetext"), "30 days");
  await page.getByText("unf prune --older-than 30d").waitFor();
  await slider.fill("7");
  await page.getByText("2 operations could no more be undone.").waitFor();
  const asked = server.heard.filter(({ name }) => name === "prune").map(({ asked }) => asked);
  const project = "/home/ana/shop";
  assert.deepEqual(asked[0], { project });
  assert.deepEqual(asked.at(-1), { project, olderThan: "7d" });
  assert.ok(!server.heard.some(({ name }) => /^(plan|apply)/.test(name)));
});

test("the files before a happening are gone through, say what became of them, and come back", async () => {
  await using server = await startScripted(storyAnswers());
  await using page = await openPage(browser, server.url);
  await page.getByRole("button", { name: "Files before it" }).click();
  await page.locator("li.changed", { hasText: "src/" }).getByText("changed since").waitFor();
  await page.locator("li.gone", { hasText: "old.md" }).getByText("gone since").waitFor();
  await page.locator("li.new", { hasText: "notes.md" }).getByText("not there then").waitFor();
  await page.getByRole("button", { name: "src/", exact: true }).click();
  await page.waitForURL(/path=src/);
  const asked = await until("the directory is asked for", () =>
    server.heard.find(({ name, asked }) => name === "tree" && "path" in asked),
  );
  const at = "2026-11-27T15:57:59.999Z";
  const src = "/home/ana/shop/src";
  assert.deepEqual(asked.asked, { project: "/home/ana/shop", path: src, at, limit: 1000 });
  const planned = () => server.heard.filter(({ name }) => name === "plan/restore").at(-1)?.asked;
  await page.getByRole("button", { name: "Bring back package.json" }).click();
  await page.getByRole("dialog").waitFor();
  const back = { project: "/home/ana/shop", at, deletions: "remove" };
  assert.deepEqual(planned(), { ...back, paths: ["/home/ana/shop/package.json"] });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Bring all of this back" }).click();
  await page.getByRole("heading", { name: "Bring src back" }).waitFor();
  assert.deepEqual(planned(), { ...back, paths: ["/home/ana/shop/src"] });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "old.md" }).first().click();
  await page.waitForURL(/screen=file.*version=v60/);
});

test("the instant of the files goes from happening to happening, or is typed, and nothing is offered for now", async () => {
  await using server = await startScripted(storyAnswers());
  await using page = await openPage(browser, `${server.url}?project=/home/ana/shop`);
  await page.locator("[data-entry]").first().waitFor();
  await page.getByRole("button", { name: "Files", exact: true }).click();
  await page.getByRole("heading", { name: "Files as they are" }).waitFor();
  await page.getByText("after “Make the total robust against empty carts”").waitFor();
  assert.equal(await page.getByRole("button", { name: /^Bring/ }).count(), 0);
  await page.getByRole("button", { name: "‹ Earlier" }).click();
  await page.waitForURL(/at=2026-11-27T15%3A52/);
  await page.getByText("after “src/cart/total.ts”").waitFor();
  await page.getByRole("button", { name: "‹ Earlier" }).click();
  await page.waitForURL(/at=2026-11-27T15%3A00/);
  await page.getByRole("button", { name: "Later ›" }).click();
  await page.waitForURL(/at=2026-11-27T15%3A52/);
  await page.getByLabel("Instant").fill("2026-11-27T14:05:00");
  await page.waitForURL(/at=2026-11-27T14%3A05%3A00/);
  await page.getByRole("heading", { name: "14:05:00" }).waitFor();
  await page.getByLabel("Instant").fill("2026-11-27T14:40:00");
  await page.getByText("after “Rename price to amount everywhere”").waitFor();
  await page.getByRole("button", { name: "‹ Earlier" }).click();
  await page.waitForURL(/at=2026-11-27T14%3A30%3A59/);
  await page.getByRole("button", { name: "‹ Earlier", disabled: true }).waitFor();
  await page.getByRole("button", { name: "Now" }).click();
  await page.waitForURL((url) => !url.search.includes("at="));
});

test("files that went together come back together, or one of them", async () => {
  await using server = await startScripted(storyAnswers());
  await using page = await openPage(browser, `${server.url}?project=/home/ana/shop&screen=deleted`);
  const planned = () => server.heard.filter(({ name }) => name === "plan/bring-back").at(-1)?.asked;
  await page.getByRole("button", { name: "Bring back 3 files of assets/icons/" }).click();
  await page.getByRole("dialog").waitFor();
  assert.deepEqual(planned()?.deletions, ["v65", "v66", "v67"]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "3 files of assets/icons/", expanded: false }).click();
  await page.getByRole("button", { name: "Bring back assets/icons/coin.svg" }).click();
  await page.getByRole("dialog").waitFor();
  assert.deepEqual(planned()?.deletions, ["v66"]);
});

test("however many versions, deleted files and entries of a directory there are, all of them are reached", async () => {
  const pageOf = (total: number, asked: Record<string, unknown>, one: (n: number) => object) => {
    const from = Number(asked.before ?? asked.after ?? 0);
    const items = Array.from({ length: Math.min(Number(asked.limit), total - from) }, (_, n) =>
      one(from + n),
    );
    const next = from + items.length < total ? String(from + items.length) : null;
    return { items, total, next };
  };
  const at = "2026-11-27T14:00:00.000Z";
  const you = { type: "human", name: null };
  const path = "src/cart/total.ts";
  await using server = await startScripted({
    ...storyAnswers(),
    versions: (asked) => {
      const counts = { kind: "modify", path, at, author: you, added: 1, removed: 0 };
      const { items, ...rest } = pageOf(2300, asked, (n) => ({ id: `v${2300 - n}`, ...counts }));
      return { versions: items, ...rest };
    },
    deleted: (asked) => {
      const file = { deleted_at: at, last_version: "v1", bytes: 1, author: you };
      const { items, ...rest } = pageOf(620, asked, (n) => ({
        ...{ path: `d${n}/f`, deletion: `v${n}`, ...file },
      }));
      return { files: items, ...rest };
    },
    tree: (asked) => {
      const file = { kind: "file", state: "same", version: "v1", bytes: 1 };
      const { items, ...rest } = pageOf(1100, asked, (n) => ({ path: `f${n}`, ...file }));
      return { entries: items, ...rest };
    },
  });
  const shop = `${server.url}?project=/home/ana/shop`;
  await using page = await openPage(browser, `${shop}&screen=file&path=${path}&version=v1301`);
  await page.getByText("1,301 of 2,300").waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.getByText("1,300 of 2,300").waitFor();
  const slider = page.getByRole("slider", { name: "Version" });
  await slider.fill("4");
  await page.getByText("5 of 2,300").waitFor();
  assert.match(page.url(), /version=v5$/);
  const asked = server.heard.filter(({ name }) => name === "versions").map(({ asked }) => asked);
  assert.deepEqual(
    asked.map(({ before }) => before),
    [undefined, "1000", "2000"],
    "each page once",
  );

  await page.goto(`${shop}&screen=deleted`);
  await page.getByText("500 of 620").waitFor();
  const reachEnd = (total: number) =>
    until(`all ${total} are listed`, async () => {
      await page.evaluate("document.querySelector('main li:last-child')?.scrollIntoView()");
      return (await page.locator("main li").count()) === total;
    });
  await reachEnd(620);
  await page.goto(`${shop}&screen=tree`);
  await page.getByText("1,000 of 1,100").waitFor();
  await reachEnd(1100);
});
