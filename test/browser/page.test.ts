import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
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
  const shown = page.locator("[data-entry][aria-current]");
  assert.equal(await shown.getAttribute("data-entry"), "h9", "the one beside the list is marked");
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

test("rows come live, and a recording that stopped is a red bar until it goes on; hidden, the page is silent", async () => {
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

  const show = (isHidden: boolean) =>
    page.evaluate(
      `Object.defineProperty(document, "hidden", { value: ${isHidden}, configurable: true });
       document.dispatchEvent(new Event("visibilitychange"))`,
    );
  await show(true);
  await until("a page that is hidden listens no more", () => server.listening === 0);
  const asked = server.heard.length;
  listed = afternoon.slice(1);
  server.tell("rows", { project: "p-1", cursor: "2" });
  await show(false);
  await page.locator("[data-entry=h9]").waitFor({ state: "detached" });
  await until("it listens again", () => server.listening === 1);
  assert.ok(server.heard.length > asked);
  await server[Symbol.asyncDispose]();
  await page.getByRole("alert").getByText("unf ui does not answer").waitFor();
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

test("a filter is typed, stands in the address, and is taken away", async () => {
  await using server = await startScripted(storyAnswers());
  await using page = await openPage(browser, server.url);
  await page.locator("[data-entry]").first().waitFor();
  await page.keyboard.press("/");
  for (const typed of ["src/**", "-dist/**", "is:turn", "by:claude"]) {
    await page.keyboard.type(typed);
    await page.keyboard.press("Enter");
  }
  await page.waitForURL(/include=src.*exclude=dist.*authors=claude.*kinds=turn/);
  const whole = JSON.stringify([["src/**"], ["dist/**"], ["claude-code"], ["turn"]]);
  const lastList = () => server.heard.filter(({ name }) => name === "happenings").at(-1)?.asked;
  await page.reload();
  await until("the list is asked for with all of it", () => {
    const { include, exclude, authors, kinds } = lastList() ?? {};
    return JSON.stringify([include, exclude, authors, kinds]) === whole;
  });
  await page.getByRole("button", { name: "Take the filter -dist/** ✕ away" }).click();
  await page.waitForURL((url) => !url.href.includes("exclude="));
  await until("the list is asked for without it", () => {
    const { include, exclude, authors } = lastList() ?? {};
    return `${include} ${exclude} ${authors}` === "src/** undefined claude-code";
  });
  await page.keyboard.press("/");
  await page.keyboard.type("why");
  await page.keyboard.press("Enter");
  await until("words are asked for", () => lastList()?.text === "why");
  await page.goBack();
  await until("back takes them away", () => lastList()?.text === undefined);
});

test("what fits is offered while one types, and taken by keys or by a click", async () => {
  await using server = await startScripted(storyAnswers());
  await using page = await openPage(browser, server.url);
  await page.locator("[data-entry]").first().waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("pric");
  const offered = page.getByRole("option");
  await offered.first().waitFor();
  assert.deepEqual(
    (await offered.allTextContents()).map((text) => text.replace(/\s+/g, " ").trim()),
    ["src/prices/**", "-src/prices/** leaves these out"],
  );
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/exclude=src%2Fprices/);
  await page.keyboard.type("tur");
  await page.getByRole("option", { name: "is:turn" }).click();
  await page.waitForURL(/kinds=turn/);
  await page.keyboard.type("cla");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await page.waitForURL(/text=cla/);
});

test("what a person did counts as what an agent did: on the chart, in the list, and when it goes on", async () => {
  let listed = afternoon;
  await using server = await startScripted({
    ...storyAnswers(),
    happenings: () => ({ happenings: listed, next: null, recording: true }),
  });
  await using page = await openPage(browser, `${server.url}?open=h8`);
  await page.locator("svg rect.you").first().waitFor();
  await page.locator(".legend .who", { hasText: /^\s*you\s*$/ }).waitFor();
  const row = page.locator("[data-entry=h8]");
  assert.match(String(await row.textContent()), /you\s+1 file\s+\+4\s+−0/);
  listed = afternoon.map((one) =>
    one.id === "h8" ? { ...one, id: "h8b", files: 2, title: "2 files" } : one,
  );
  server.tell("rows", { project: "p-1", cursor: "2" });
  await page.waitForURL(/open=h8b/);
  await page.getByRole("heading", { name: "2 files" }).waitFor();
});

test("open tabs, theme and layout are as they were left, and a closed tab is opened again", async () => {
  await using server = await startScripted(storyAnswers());
  await using page = await openPage(browser, server.url);
  await page.locator("mark").first().waitFor();
  await page.getByRole("button", { name: "shop", exact: true }).click();
  await page.getByRole("button", { name: "Close the tab notes" }).click();
  await page.getByRole("button", { name: "Theme: auto" }).click();
  await page.getByRole("button", { name: "Theme: light" }).click();
  await page.keyboard.press("v");
  await page.locator(".lines.split").first().waitFor();
  await page.goto(server.url);
  await page.locator(".lines.split").first().waitFor();
  assert.match(page.url(), /project=%2Fhome%2Fana%2Fshop/);
  assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
  assert.equal(await page.getByRole("button", { name: "notes", exact: true }).count(), 0);
  await page.getByLabel("Open a project").selectOption("/home/ana/notes");
  await page.waitForURL(/project=%2Fhome%2Fana%2Fnotes/);
  await page.getByRole("button", { name: "Close the tab notes" }).click();
  await page.waitForURL((url) => !url.search.includes("project="));
  await page.evaluate("localStorage.setItem('unf.closed', '{\"a\":1}')");
  await page.reload();
  await page.getByRole("button", { name: "notes", exact: true }).waitFor();
});

/** Files that a browser reads before it shows anything: those that the page names, and what they import. */
function firstFiles(): Set<string> {
  const built = join(import.meta.dirname, "../../cli/dist/ui");
  const found = new Set<string>();
  const read = (path: string) => {
    if (found.has(path)) return;
    found.add(path);
    const text = readFileSync(path, "utf8");
    for (const [, quoted = ""] of text.matchAll(/(?:from|import|src=|href=)\s*"(\.[^"]+)"/g)) {
      read(join(path, "..", quoted));
    }
  };
  read(join(built, "index.html"));
  return found;
}

test("without colours of syntax the page is small enough for its budget, 120 kB packed", () => {
  const files = [...firstFiles()];
  const sum = files.reduce((all, file) => all + gzipSync(readFileSync(file)).length, 0);
  assert.ok(files.length >= 3 && sum > 10_000 && sum <= 120_000, `${files}: ${sum} bytes`);
  assert.ok(!files.some((file) => /worker|typescript/.test(file)), `${files}`);
});

test("no file of the page is large: what a language seldom has inside it is left out of its colours", () => {
  const assets = join(import.meta.dirname, "../../cli/dist/ui/assets");
  const large = readdirSync(assets).filter((file) => statSync(join(assets, file)).size > 250_000);
  assert.deepEqual(large, []);
});

test("the page is handed out with the licences of all that is in it, its worker included", () => {
  const path = join(import.meta.dirname, "../../cli/dist/ui/assets/licences.txt");
  const text = readFileSync(path, "utf8");
  for (const name of ["svelte", "@tanstack/virtual-core", "@shikijs/langs", "oniguruma-to-es"]) {
    assert.match(text, new RegExp(`^${name} \\d.*\\(MIT\\)$`, "m"));
  }
});

test("a text is coloured by its language, late, and those of no language are not", async () => {
  const [first] = diffFiles;
  assert.ok(first);
  const files = [first, { ...first, path: "notes" }, { ...first, path: "a.rb" }];
  await using server = await startScripted(
    { ...storyAnswers(), diff: () => ({ files }) },
    { isColoured: true },
  );
  await using page = await openPage(browser, server.url);
  const total = page.getByRole("article", { name: "src/cart/total.ts" });
  await total.locator(".look-keyword", { hasText: "import" }).waitFor();
  await total.locator(".look-string", { hasText: "../sum.ts" }).waitFor();
  await total.locator(".look-function", { hasText: "total" }).first().waitFor();
  const ruby = page.getByRole("article", { name: "a.rb" });
  await ruby.locator(".look-keyword", { hasText: "return" }).first().waitFor();
  const other = page.getByRole("article", { name: "notes" });
  assert.equal(await other.locator("[class^=look-]").count(), 0);
  await total.locator("mark", { hasText: "undefined" }).waitFor();
});

test("a change of white space alone is left out on request, and what is taken back is still the whole part", async () => {
  const [first] = diffFiles;
  assert.ok(first);
  const line = (op: string, text: string) => ({ op, text });
  const [moved, other] = [
    [line("-", "a();"), line("+", "  a();"), line("-", "b();"), line("+", "c();")],
    [line("-", "x"), line("+", "\tx")],
  ];
  const hunkOf = (lines: object[]) => ({ old_start: 1, new_start: 1, lines });
  await using server = await startScripted({
    ...storyAnswers(),
    diff: () => ({ files: [{ ...first, hunks: [hunkOf(moved), hunkOf(other)] }] }),
  });
  await using page = await openPage(browser, server.url);
  await page.locator(".line.went", { hasText: "a();" }).waitFor();
  await page.getByRole("button", { name: "Ignore spaces" }).click();
  await page.locator(".line.went", { hasText: "a();" }).waitFor({ state: "detached" });
  await page.locator(".line.went", { hasText: "b();" }).waitFor();
  assert.equal(await page.getByRole("button", { name: /Take back part/ }).count(), 1);
  await page.keyboard.press("b");
  await page.locator(".line.went", { hasText: "a();" }).waitFor();
  assert.equal(await page.getByRole("button", { name: /Take back part/ }).count(), 2);
  assert.equal(await page.title(), "unf");
});

test("where the history begins with a happening, nothing of it is offered to be put back", async () => {
  const [first] = diffFiles;
  assert.ok(first);
  await using server = await startScripted({
    ...storyAnswers(),
    diff: () => ({ from: { recorded_since: "2026-11-20T14:00:00.000Z" }, files: [first] }),
  });
  await using page = await openPage(browser, server.url);
  await page.getByText("The history begins here, and").waitFor();
  await page.locator(".line").first().waitFor();
  assert.equal(await page.getByRole("button", { name: /Take back (part|file)/ }).count(), 0);
  const all = page.getByRole("button", { name: "Take back", exact: true, disabled: true });
  const reason = await all.getAttribute("aria-describedby");
  const why = String(await page.locator(`#${reason}`).textContent());
  assert.match(why, /what stood before is not known/);
  // Keys lead to it, and to the reason.
  await all.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText(why).waitFor();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.locator("[data-entry=h9]").focus();
  await page.keyboard.press("t");
  await page.getByRole("alert").getByText(why).waitFor();
  assert.ok(!server.heard.some(({ name }) => name.startsWith("plan/")));
});

test("a happening of thousands of files is taken back by the name of each, also while they are being read", async () => {
  const [first] = afternoon[0]?.paths ?? [];
  assert.ok(first);
  const all = Array.from({ length: 2345 }, (_, n) => `src/${n}.ts`);
  const paths = all.slice(0, 50).map((path) => ({ ...first, path }));
  const mass = { ...afternoon.find(({ kind }) => kind === "mass"), files: all.length, paths };
  const version = { kind: "modify", added: 1, removed: 0, cause: "event", prev: "v1", id: "v2" };
  const known = { ...version, operation: null, turn: null, author: { type: "human", name: null } };
  await using server = await startScripted({
    ...storyAnswers(),
    happenings: () => ({
      happenings: [{ ...mass, more_paths: all.length - 50 }],
      next: null,
      recording: true,
    }),
    log: ({ cursor }) => {
      const from = Number(cursor ?? 0);
      const entries = all.slice(from, from + 1000).map((path) => ({ ...known, path }));
      return { entries, next: from + 1000 < all.length ? `${from + 1000}` : null };
    },
  });
  await using page = await openPage(browser, server.url);
  const button = page.getByRole("button", { name: "Take back", exact: true });
  await button.waitFor();
  // An impatient person asks twice, and is not answered with the whole project.
  await page.evaluate(`{
    const [button] = document.querySelectorAll("button.primary");
    button.click();
    button.click();
  }`);
  await page.getByRole("dialog").waitFor();
  const plans = server.heard.filter(({ name }) => name === "plan/restore");
  assert.ok(plans.length > 0);
  for (const { asked } of plans)
    assert.deepEqual(
      asked.paths,
      all.map((path) => `/home/ana/shop/${path}`),
    );
  assert.equal(server.heard.filter(({ name }) => name === "log").length, 3, "they are read once");
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

test("on a phone the changes are beside the list, one step away and back", async () => {
  await using server = await startScripted(storyAnswers());
  await using phone = await openPage(browser, server.url, { width: 375, height: 700 });
  await phone.getByText("Make the total robust").first().click();
  await phone.locator("mark").first().waitFor();
  assert.equal(await phone.locator("#filter").isVisible(), false, "the changes have the room");
  await phone.getByLabel("Back to the list").click();
  await phone.locator("#filter").waitFor();
  await phone.getByText("before the rewrite").waitFor();
});
