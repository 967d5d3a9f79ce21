import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf } from "./lines.ts";
import { byAgent, day, entry, instant, Played, saved, three, turn } from "./testing/played.ts";

test("what happened is a line each, and opens to its files", () => {
  const played = new Played([turn, saved(1, "c.ts")]);
  assert.match(played.text, /> t-1 claude tidy up: 2 files/);
  assert.doesNotMatch(played.text, /and more/, "only the first line of what was asked for");
  assert.doesNotMatch(played.text, /M d\.ts/);
  played.press("enter");
  assert.match(played.text, /M d\.ts/);
  assert.equal(played.press("j", "j").here, "v3");
  assert.equal(played.press("h").here, "turn");
  assert.doesNotMatch(played.text, /M d\.ts/, "closed");
});

test("keys move within the list, which scrolls, and never out of it", () => {
  const many = Array.from({ length: 100 }, (_, i) => saved(100 - i, `f${i}.ts`));
  const played = new Played(many);
  assert.equal(played.press("k").here, "v100");
  assert.equal(played.press("j", "down").here, "v98");
  assert.equal(played.press("G").here, "v1");
  assert.match(played.text, />.* M f99\.ts/);
  assert.equal(played.press("pagedown", "j").here, "v1");
  assert.equal(played.press("g").here, "v100");
  played.press("pagedown");
  assert.match(played.text, new RegExp(`>.* M f${played.state.at}\\.ts`));
});

test("the cursor stays on its line when rows come above it, and at the top it shows the newest", () => {
  const played = new Played(three).press("j").list([saved(4, "new.ts"), ...three]);
  assert.equal(played.here, "v2");
  played.press("g").list([saved(5, "newer.ts"), saved(4, "new.ts"), ...three]);
  assert.equal(played.here, "v5");
});

test("an answer to an older question changes nothing", () => {
  const played = new Played(three);
  const early = played.last("detail").number;
  played.press("j");
  const detail = { key: "old", lines: [{ look: "plain", text: "OLD" }], top: 0 } as const;
  played.tell({ kind: "detailed", number: early, detail });
  assert.doesNotMatch(played.text, /OLD/);
  const list = played.last("list").number;
  played.press("d");
  played.tell({ kind: "listed", number: list, entries: three, next: null });
  assert.equal(played.state.entries, undefined);
});

test("a text that cannot be read says why where it would stand", () => {
  const played = new Played(three);
  const { number } = played.last("detail");
  played.tell({ kind: "failed", of: "detail", number, text: "no longer\u001b kept" });
  assert.match(played.text, /no longer\\x1b kept/);
  assert.equal(played.state.message, undefined);
});

test("a, f, d, s and Tab ask for another list", () => {
  const played = new Played([entry(3, ["c.ts"], byAgent), ...three.slice(1)]);
  played.press("a");
  assert.match(JSON.stringify(new Played(three).press("a").last("list").question.only), /human/);
  assert.equal(played.last("list").question.only.author?.word, "claude");
  assert.equal(played.press("escape").last("list").question.only.author, undefined);
  const files = new Played(three).press("f").last("list").question.only.file;
  assert.deepEqual(files, { root: "/p", path: "src/c.ts" });
  assert.equal(new Played(three).press("d").last("list").question.source.kind, "deleted");
  const found = new Played(three).press("s", "x", "space", "y", "enter").last("list").question;
  assert.deepEqual(found.source, { kind: "search", text: "x y" });
  assert.equal(
    new Played(three).press("tab").last("list").question.scope,
    "all",
    "no session here",
  );
  const inSession = new Played([turn]).press("tab");
  assert.equal(inSession.last("list").question.only.session, "s-1");
  assert.equal(inSession.list([turn]).press("escape").last("list").question.scope, "project");
});

test("older and newer versions of the file are stepped through", () => {
  const list = [3, 2, 1].map((n) => ({ id: `v${n}`, path: "a.ts", kind: "modify" }) as const);
  const played = new Played([saved(3, "a.ts")]).press("[");
  assert.deepEqual(played.last("versions").path, "a.ts");
  played.tell({ kind: "versions", path: "a.ts", list });
  const shown = () => {
    const { question } = played.last("detail");
    return "version" in question ? question.version : undefined;
  };
  assert.equal(shown(), "v2");
  played.press("[");
  assert.equal(shown(), "v1");
  assert.match(played.press("[").text, /no older version/);
  played.press("]");
  assert.equal(shown(), "v2");
});

test("a file of a happening is seen from what stood before the happening", () => {
  const played = new Played([turn]).press("enter", "j");
  const { question } = played.last("detail");
  assert.deepEqual(question, {
    ...{ shows: "span", root: "/p", key: "key" in question ? question.key : "" },
    ...{ from: "v0", to: "v4", paths: ["d.ts"] },
  });
});

test("the end of the list comes into view: the page behind it is read, once, and put to it", () => {
  const many = Array.from({ length: 40 }, (_, i) => saved(100 - i, `f${i}.ts`));
  const played = new Played([]).press("d", "d").list(many, "c-1").list(many, "c-1");
  const asked = () => played.asked.filter(({ kind }) => kind === "older").length;
  played.press("G", "k", "j");
  assert.equal(asked(), 1);
  assert.equal(played.last("older").question.before, "c-1");
  // News come between, and hinder nothing.
  played.tell({ kind: "news" }).list([saved(101, "new.ts"), ...many], "c-1");
  played.older([saved(50, "older.ts")]);
  assert.match(played.press("G").text, /M older\.ts/);
  assert.match(played.press("g").text, /M new\.ts/);
  assert.equal(asked(), 1);
  const { number } = played.last("older");
  played.press("d", "d").list(three);
  played.tell({ kind: "older", number, entries: [saved(40, "late.ts")], next: null });
  assert.doesNotMatch(played.text, /late\.ts/, "of a list that was left");
});

test("some of the newest are shown at once, and all of their page takes their place", () => {
  const played = new Played([]).press("d", "d");
  assert.equal(played.last("list").question.isPreview, true);
  played.list(three.slice(0, 2), "c-8").press("j");
  assert.equal(played.here, "v2");
  assert.equal(played.last("list").question.isPreview, false);
  assert.ok(!played.asked.some(({ kind }) => kind === "older"), "of what is on its way");
  played.list(three, "c-1");
  assert.equal(played.here, "v2");
  assert.equal(linesOf(played.state).length, 3);
  assert.equal(played.last("older").question.before, "c-1");
});

test("files that a page has no room for are read with Enter, more each time, and stay until it grows", () => {
  const big = { ...entry(9, ["a.ts", "b.ts"], byAgent), files: 9, more_paths: 7 };
  const played = new Played([big, ...three]).press("enter", "j", "j", "j");
  assert.match(played.text, />.*and 7 files more: Enter lists them/);
  played.press("enter", "enter");
  const asked = played.asked.filter(({ kind }) => kind === "whole");
  assert.equal(asked.length, 1, "once, until they are there");
  const { number, question } = played.last("whole");
  assert.deepEqual([question.entry.id, question.files], ["e-9", 500]);
  const names = ["a.ts", "b.ts", "c.ts", "d.ts"];
  const read = { ...big, paths: entry(9, names).paths, more_paths: 5 };
  played.tell({ kind: "whole", number, entry: read });
  assert.match(played.text, />.* M c\.ts/, "the cursor is on the first of them");
  assert.match(played.text, /and 5 files more/);
  played.tell({ kind: "news" }).list([saved(10, "new.ts"), big, ...three]);
  assert.match(played.text, />.* M c\.ts/);
  const grown = { ...big, id: "e-11", to: instant(11), files: 10, more_paths: 8 };
  played.tell({ kind: "news" }).list([grown, saved(10, "new.ts"), ...three]);
  assert.match(played.text, /and 8 files more/);
  assert.doesNotMatch(played.text, /M c\.ts/);
  played.press("g", "j", "j", "j", "enter");
  assert.equal(played.last("whole").question.entry.id, "e-11");
  played.press("d", "d").list(three);
  played.tell({ kind: "whole", number: played.last("whole").number, entry: read });
  assert.equal(played.state.whole.size, 0, "of a list that was left");
});

test("of many files the names are told instead of what changed in each", () => {
  const names = Array.from({ length: 150 }, (_, n) => `f${n}.ts`);
  const played = new Played([entry(900, names, { kind: "mass", cause: "git checkout x" })]);
  const { question } = played.last("detail");
  assert.ok(question.shows === "text");
  assert.equal(question.lines.length, 150);
});

test("the line that a search has found is in view, and a pane that is read again stays where it was", () => {
  const hit = {
    root: "/p",
    path: "a.ts",
    at: day,
    version: "v3",
    line: 40,
    text: "x",
    isLive: true,
  };
  const played = new Played([{ kind: "hit", ...hit }]);
  const { number, question } = played.last("detail");
  const lines = Array.from(
    { length: 90 },
    (_, n) => ({ look: "plain", text: `line ${n + 1}` }) as const,
  );
  const detail = { key: question.key, lines, top: 36 };
  assert.match(played.tell({ kind: "detailed", number, detail }).text, /line 40/);
  played.press("enter", "g").tell({ kind: "detailed", number, detail });
  assert.match(played.text, /line 1\b/);
});
