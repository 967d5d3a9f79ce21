import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry } from "../happenings/entry.ts";
import { keyOf } from "./entries.ts";
import { linesOf } from "./lines.ts";
import type { ScreenState } from "./state.ts";
import { byAgent, entry, Played, saved, three, turn } from "./testing/played.ts";

test("restores say before and after, and a file that came goes with what it was before", () => {
  const played = new Played([saved(2, "b.ts", "create")]).press("r", "2");
  assert.deepEqual(played.last("plan").order, {
    name: "restore",
    root: "/p",
    paths: ["b.ts"],
    at: "2026-11-27T00:00:19.999Z",
    version: undefined,
    removes: true,
  });
  const deleted = new Played([saved(2, "b.ts", "delete")]).press("r");
  assert.match(deleted.text, /1 this file as it was before v2/);
  const whole = new Played([turn]).press("r", "1").last("plan").order;
  assert.ok(whole.name === "restore");
  assert.deepEqual([whole.paths, whole.at], [["d.ts", "src/b.ts"], "2026-11-27T00:00:09.999Z"]);
  const cut = new Played([{ ...turn, more_paths: 3 }]).press("r");
  assert.doesNotMatch(cut.text, /these files/, "not some of them");
});

test("oops offers the turn of the line, the last turn, the operation and the last run", () => {
  const newest = entry(9, ["e.ts"], { ...byAgent, turn: "t-2" });
  const operation = entry(6, ["d.ts"], { kind: "operation", operation: "op-7" });
  const played = new Played([newest, operation, turn]).press("G", "o");
  assert.match(played.text, /1 what t-1 did[\s\S]*2 what t-2 did[\s\S]*3 the last run of changes/);
  const { order } = played.press("2").last("plan");
  assert.deepEqual(order, { name: "oops", root: "/p", turn: "t-2" });
  const undo = new Played([operation]).press("o", "1").last("plan").order;
  assert.deepEqual(undo, { name: "undo", root: "/p", kind: "undo", operation: "op-7" });
  const foreign = { ...newest, project: { id: "p-2", root: "/q" } };
  assert.match(new Played([foreign, operation]).press("G", "o").text, /2 the last run of changes/);
  const undone = new Played([{ ...operation, taken_back_by: "op-8" }]).press("o");
  assert.doesNotMatch(undone.text, /op-7 did/);
});

test("a filter is letters in their order, is seen while it is typed, and goes with Escape", () => {
  const played = new Played(three).press("/", "s", "c");
  assert.deepEqual(
    linesOf(played.state).map(({ key }) => key),
    [keyOf(three[0] as Entry)],
  );
  assert.equal(linesOf(played.press("enter").state).length, 1);
  assert.equal(linesOf(played.press("escape").state).length, 3);
});

test("pasted text is one line where a text is asked for, and does nothing elsewhere", () => {
  const played = new Played(three).tell({ kind: "paste", text: "uy\rq" });
  assert.match(played.text, /pasted text does nothing here/);
  assert.equal(played.state.dialog, undefined);
  played.press("s").tell({ kind: "paste", text: `\n one\r\ntwo\u001b[2J ${"x".repeat(500)}` });
  assert.match(played.text, /search: one two \[2J x/);
  const dialog = played.state.dialog as ScreenState["dialog"];
  assert.ok(dialog?.kind === "input" && dialog.text.length === 200);
  assert.equal(
    linesOf(played.press("escape", "/").tell({ kind: "paste", text: "sc" }).state).length,
    1,
  );
});

test("the keys fit every screen: where there is no room they are scrolled, and another key closes them", () => {
  for (const size of [
    { columns: 40, rows: 10 },
    { columns: 30, rows: 7 },
    { columns: 80, rows: 18 },
    { columns: 200, rows: 60 },
  ]) {
    const played = new Played(three).tell({ kind: "size", ...size }).press("?");
    const seen = new Set<string>();
    for (let step = 0; step < 60; step += 1) {
      for (const row of played.text.split("\n").slice(2, -2)) seen.add(row.trim());
      if (size.rows < 18) played.press("j");
    }
    const whole = [...seen].join("\n");
    for (const word of ["down, up", "Ctrl-U", "these keys", "leave"])
      assert.ok(whole.includes(word), `${size.columns}x${size.rows}: ${word}`);
    played.press("x");
    assert.equal(played.state.dialog, undefined);
  }
});

test("the last row says what the keys of a dialog do", () => {
  const last = (played: Played) => played.text.split("\n").at(-1) ?? "";
  const played = new Played(three);
  assert.match(last(played), /Enter open .* q quit/);
  assert.match(last(played.press("?")), /any key closes/);
  assert.match(last(played.press("x", "/")), /Enter keeps it/);
  assert.match(last(played.press("escape", "r")), /Enter shows the plan/);
  played.press("1").planned({ files: [{ path: "a.ts", action: "write" }] });
  assert.match(last(played), /y does it {2}Enter does nothing/);
  assert.match(last(played.press("tab")), /Enter does it/);
  assert.match(last(played.press("y")), /it ends by itself/);
});
