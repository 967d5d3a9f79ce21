import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { until } from "../kit/index.ts";
import { launchBrowser, openPage } from "./browser.ts";
import { Refusal, startScripted } from "./scripted-server.ts";
import { afternoon, diffFiles, storyAnswers } from "./story.ts";

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

/** Rules that a page breaks, each with the first element that breaks it. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate<Violation[]>("axe.run().then(({ violations }) => violations)");
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`);
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

test("the first screen lists what happened, newest first, and waits for nothing else", async () => {
  const never = () => new Promise(() => undefined);
  const others = { projects: never, self: never, density: never };
  await using server = await startScripted({ ...storyAnswers(), ...others });
  await using page = await openPage(browser, server.url);
  await page.getByText("Make the total robust").first().waitFor();
  const titles = await page.locator("[data-entry] .title").allTextContents();
  assert.deepEqual(
    titles,
    afternoon.map(({ title }) => title),
  );
  await page.locator("mark", { hasText: "undefined" }).waitFor();
});

test("an entry is opened to its files, and its link brings it back", async () => {
  await using server = await startScripted(storyAnswers());
  await using page = await openPage(browser, server.url);
  await page.getByLabel("Files of Make the total robust").click();
  await page.getByTitle("docs/cart.md").waitFor();
  await page.getByText("Rename price to amount everywhere").click();
  await page.waitForURL(/open=h4/);
  await page.reload();
  await page.getByRole("heading", { name: "Rename price to amount everywhere" }).waitFor();
  await page.goBack();
  assert.doesNotMatch(page.url(), /open=/);
});

test("a take back shows what would be done, conflicts first, and does that very plan", async () => {
  await using server = await startScripted(storyAnswers());
  await using page = await openPage(browser, server.url);
  await page.getByRole("button", { name: "Take back", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("2 files would change.").waitFor();
  assert.deepEqual(
    (await dialog.locator("h3").allTextContents()).map((text) => text.trim()),
    ["Stay as they are 1", "Go, because they were not there then 1", "Put back 1"],
  );
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  assert.ok(!server.heard.some(({ name }) => name === "apply"), "Cancel is what Enter presses");
  await page.getByRole("button", { name: "Take back", exact: true }).click();
  await dialog.getByRole("button", { name: "Do it" }).click();
  await page.getByText("2 files put back").waitFor();
  assert.deepEqual(
    server.heard.filter(({ name }) => name === "apply").map(({ asked }) => asked),
    [{ plan: "pl-1" }],
  );
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Undone: ").waitFor();
  const undo = server.heard.find(({ name }) => name === "plan/undo");
  assert.deepEqual(undo?.asked, { project: "/home/ana/shop", operation: "op-9" });
});

test("a plan of a disk that changed since is made anew, and nothing is done before", async () => {
  await using server = await startScripted({
    ...storyAnswers(),
    apply: () => {
      throw new Refusal(409, "plan_stale", "the disk changed");
    },
  });
  await using page = await openPage(browser, server.url);
  await page.getByRole("button", { name: "Take back file src/cart/total.ts" }).click();
  await page.getByRole("button", { name: "Do it" }).click();
  await page.getByText("nothing was done").waitFor();
  assert.equal(await page.getByRole("button", { name: "Do it" }).count(), 0);
  await page.getByRole("button", { name: "Look again" }).click();
  await page.getByRole("button", { name: "Do it" }).waitFor();
  const total = "/home/ana/shop/src/cart/total.ts";
  const plans = server.heard.filter(({ name }) => name === "plan/oops");
  assert.deepEqual(
    plans.map(({ asked }) => asked),
    [
      { project: "/home/ana/shop", turn: "t9", paths: [total] },
      { project: "/home/ana/shop", turn: "t9", paths: [total] },
    ],
  );
});

test("a part is taken back by the parts of the plan that are its own", async () => {
  await using server = await startScripted(storyAnswers());
  await using page = await openPage(browser, server.url);
  await page.getByRole("button", { name: "Take back part 1 of src/cart/total.ts" }).click();
  await page.getByRole("dialog").waitFor();
  const asked = server.heard.filter(({ name }) => name === "plan/restore").at(-1)?.asked;
  assert.deepEqual(asked?.hunks, [1]);
});

test("rows come live, and a recording that stopped is a red bar until it goes on", async () => {
  let listed = afternoon.slice(2);
  await using server = await startScripted({
    ...storyAnswers(),
    happenings: () => ({ happenings: listed, next: null, recording: true }),
  });
  await using page = await openPage(browser, server.url);
  await page.getByText("before the rewrite").waitFor();
  listed = afternoon;
  server.tell("rows", { project: "p-1", cursor: "1" });
  await page.getByText("Make the total robust").first().waitFor();
  server.tell("recording", { project: "p-1", recording: false, why: "the recorder was stopped" });
  await page.getByRole("alert").getByText("Not recording.").waitFor();
  server.tell("recording", { project: "p-1", recording: true });
  await page.getByText("Not recording.").waitFor({ state: "detached" });
});

test("names and contents that would run, break out or deceive are text", async () => {
  const evil = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>\u202egpj.exe';
  const [turn] = afternoon;
  const [diff] = diffFiles;
  assert.ok(turn?.paths[0] && diff);
  const lines = [{ op: "+", text: `${evil}\u2066{{1+1}}` }];
  await using server = await startScripted({
    ...storyAnswers(),
    projects: () => ({ projects: [{ id: "p-1", root: `/tmp/${evil}`, state: "watching" }] }),
    happenings: () => ({
      happenings: [{ ...turn, title: evil, id: '"] x', paths: [{ ...turn.paths[0], path: evil }] }],
      next: null,
      recording: true,
    }),
    diff: () => ({ files: [{ ...diff, path: evil, hunks: [{ ...diff.hunks[0], lines }] }] }),
    "plan/oops": () => ({
      plan: "pl-1",
      actions: [{ path: evil, action: "write", from: null, to: null }],
    }),
  });
  await using page = await openPage(browser, server.url);
  await page.locator("[data-entry]").click();
  await page.locator(".line", { hasText: "{{1+1}}" }).waitFor();
  await page.getByRole("button", { name: "Take back", exact: true }).click();
  await page.getByRole("dialog").waitFor();
  const text = await page.locator("body").textContent();
  assert.match(text ?? "", /\\u202egpj\.exe/);
  assert.doesNotMatch(text ?? "", /[\u202a-\u202e\u2066-\u2069]/);
  assert.equal(await page.evaluate("window.hit"), undefined);
  assert.equal(await page.locator("img").count(), 0);
});

test("a drag on the chart chooses the time of the list; inside it slides, and keys do the same", async () => {
  await using server = await startScripted(storyAnswers());
  await using page = await openPage(browser, server.url);
  const chart = page.getByRole("slider", { name: "Time that is listed" });
  await chart.waitFor();
  const box = await chart.boundingBox();
  assert.ok(box);
  const drag = async (from: number, to: number) => {
    await page.mouse.move(box.x + box.width * from, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * to, box.y + 20, { steps: 4 });
    await page.mouse.up();
  };
  // The address changes first, and then the list is asked for.
  const asked = () =>
    until("the list of that time is asked for", () => {
      const last = server.heard.filter(({ name }) => name === "happenings").at(-1)?.asked;
      const [since, end] = [String(last?.since), String(last?.until)];
      const isNew = page.url().includes(encodeURIComponent(since));
      return isNew ? ([Date.parse(since), Date.parse(end)] as const) : undefined;
    });
  await drag(0.6, 0.4);
  await page.waitForURL(/since=/);
  const first = await asked();
  const width = 122 * 60_000;
  assert.ok(Math.abs(first[1] - first[0] - width / 5) < width / 50, `${first}`);
  const moved = page.url();
  await drag(0.5, 0.6);
  await page.waitForURL((url) => url.href !== moved);
  const second = await asked();
  assert.ok(
    Math.abs(second[1] - second[0] - (first[1] - first[0])) < 10,
    "a slide keeps the width",
  );
  assert.ok(second[0] > first[0]);
  await chart.focus();
  await page.keyboard.press("+");
  await page.waitForFunction(
    "document.querySelector('[role=slider]').ariaValueText !== 'everything'",
  );
  await page.keyboard.press("0");
  await page.waitForURL((url) => !url.href.includes("since="));
});

test("a filter is typed, stands in the address, and is taken away", async () => {
  await using server = await startScripted(storyAnswers());
  await using page = await openPage(browser, server.url);
  await page.locator("[data-entry]").first().waitFor();
  await page.keyboard.press("/");
  for (const typed of ["src/**", "-dist/**", "is:turn", "by:claude-code"]) {
    await page.keyboard.type(typed);
    await page.keyboard.press("Enter");
  }
  await page.waitForURL(/include=src.*exclude=dist.*authors=claude.*kinds=turn/);
  await page.reload();
  await page.getByRole("button", { name: "Take the filter -dist/** ✕ away" }).click();
  await page.waitForURL((url) => !url.href.includes("exclude="));
  await until("the list is asked for without it", () => {
    const last = server.heard.filter(({ name }) => name === "happenings").at(-1)?.asked;
    const { include, exclude, author } = last ?? {};
    return String(include) === "src/**" && exclude === undefined && author === "claude-code";
  });
  await page.getByRole("img", { name: "agent's turn" }).first().waitFor();
  await page.getByRole("img", { name: "checkpoint" }).waitFor({ state: "detached" });
});

test("the page is small enough for its budget, 120 kB packed", () => {
  const assets = join(import.meta.dirname, "../../cli/dist/ui/assets");
  const packed = readdirSync(assets).map(
    (file) => gzipSync(readFileSync(join(assets, file))).length,
  );
  const sum = packed.reduce((all, bytes) => all + bytes, 0);
  assert.ok(sum > 10_000 && sum <= 120_000, `${sum} bytes`);
});

test("read-only, a page offers nothing that changes files", async () => {
  await using server = await startScripted({
    ...storyAnswers(),
    self: () => ({ version: "0.1.0", read_only: true, reason: "started from inside an agent" }),
  });
  await using page = await openPage(browser, server.url);
  await page.getByText("Read-only: started from inside an agent").waitFor();
  await page.locator("mark").first().waitFor();
  assert.equal(await page.getByRole("button", { name: /take back/i }).count(), 0);
  await page.locator("[data-entry]").first().focus();
  await page.keyboard.press("t");
  assert.ok(!server.heard.some(({ name }) => name.startsWith("plan/")));
});

test("by keys alone: from entry to entry, into its files, a plan, and back", async () => {
  await using server = await startScripted(storyAnswers());
  await using page = await openPage(browser, server.url);
  await page.locator("mark").first().waitFor();
  await page.locator("[data-entry]").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction("document.activeElement.dataset.entry === 'h8'");
  await page.keyboard.press("Enter");
  await page.waitForURL(/open=h8/);
  await page.keyboard.press("t");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("?");
  await page.getByRole("heading", { name: "Keys" }).waitFor();
});

for (const theme of ["light", "dark"] as const) {
  test(`no rule of accessibility is broken, ${theme}, nor does a phone's width cut anything off`, async () => {
    await using server = await startScripted(storyAnswers());
    {
      await using page = await openPage(browser, server.url, { theme });
      await page.locator("mark").first().waitFor();
      await page.getByLabel("Files of Make the total robust").click();
      assert.deepEqual(await violations(page), []);
      await page.getByRole("button", { name: "Take back", exact: true }).click();
      await page.getByRole("dialog").getByText("would change").waitFor();
      assert.deepEqual(await violations(page), []);
    }
    await using phone = await openPage(browser, server.url, { width: 375, height: 700, theme });
    await phone.getByText("Make the total robust").first().click();
    await phone.locator("mark").first().waitFor();
    assert.deepEqual(await violations(phone), []);
    const width = await phone.evaluate<number>("document.documentElement.scrollWidth");
    assert.ok(width <= 375, `${width} px wide`);
    await phone.getByLabel("Back to the list").click();
    await phone.getByText("before the rewrite").waitFor();
  });
}

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
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "you v80" }).waitFor();
  await page.getByRole("button", { name: "Bring this version back" }).click();
  await page.getByRole("dialog").waitFor();
  const [path, version] = ["/home/ana/shop/src/cart/total.ts", "v80"];
  const of = (wanted: string) => server.heard.filter(({ name }) => name === wanted).at(-1)?.asked;
  const project = "/home/ana/shop";
  assert.deepEqual(of("plan/restore"), { project, paths: [path], version });
  assert.deepEqual(of("blame"), { project, path, at: version });
  assert.deepEqual(of("diff"), { project, from: version, paths: [path], context: 3 });
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
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByLabel("Text to look for").fill("legacyTotal");
  await page.keyboard.press("Enter");
  await page.waitForURL(/screen=search.*text=legacyTotal/);
  await page.getByText(/went .*14:58/).waitFor();
  await page.getByText("still there").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByText("src/cart/total.ts:7").click();
  await page.waitForURL(/screen=file.*version=v12.*against=text/);
});

test("whether it is safe is said in cards: recording, gaps, checks that fail, and room", async () => {
  const answers = storyAnswers();
  await using server = await startScripted(answers);
  await using page = await openPage(browser, `${server.url}?project=/home/ana/shop&screen=safe`);
  await page.getByRole("heading", { name: "✓ Recording" }).waitFor();
  await page.getByRole("heading", { name: "✓ No open gap" }).waitFor();
  await page.getByText("inotify is nearly used up").waitFor();
  assert.equal(await page.getByText("daemon.version").count(), 0, "what is well needs no card");
  await page.getByText("18 MB of history").waitFor();
  assert.deepEqual(await violations(page), []);
  server.answers.doctor = () => {
    throw new Refusal(404, "not_found", "there is no such question");
  };
  await page.reload();
  await page.getByRole("heading", { name: "✓ Recording" }).waitFor();
  assert.equal(await page.getByRole("alert").count(), 0);
});

test("the files before a happening are gone through, and say what became of them", async () => {
  await using server = await startScripted(storyAnswers());
  await using page = await openPage(browser, server.url);
  await page.getByRole("button", { name: "Files before it" }).click();
  await page.getByText("changed since").waitFor();
  await page.getByText("gone since").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "src/" }).click();
  await page.waitForURL(/path=src/);
  const asked = await until("the directory is asked for", () =>
    server.heard.find(({ name, asked }) => name === "tree" && "path" in asked),
  );
  const at = "2026-11-27T15:57:59.999Z";
  assert.deepEqual(asked.asked, { project: "/home/ana/shop", path: "/home/ana/shop/src", at });
  await page.getByRole("button", { name: "old.md" }).click();
  await page.waitForURL(/screen=file.*version=v60/);
});
