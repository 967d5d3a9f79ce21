import assert from "node:assert/strict";
import { test } from "node:test";
import { Played, three } from "./testing/played.ts";

test("a plan comes with Cancel as its default, and only a yes carries it out", () => {
  const files = [
    { path: "a.ts", action: "write" },
    { path: "k.ts", action: "kept_newer", why: "newer" },
  ];
  const played = new Played(three).press("r", "1").planned({ files });
  assert.match(played.text, /\[ Cancel \]/);
  assert.match(played.text, /1 file to write, 1 file kept/);
  assert.ok(played.text.indexOf("k.ts") < played.text.indexOf("a.ts "), "what is kept comes first");
  played.press("enter");
  assert.equal(played.state.dialog, undefined);
  assert.ok(!played.asked.some(({ kind }) => kind === "apply"));
  played.press("r", "1").planned({ files }).press("tab", "enter");
  assert.deepEqual(played.last("apply").plan, "pl-1");
  const applied = played.asked.length;
  played.press("enter", "y", "escape");
  assert.equal(played.asked.length, applied, "once, and it is not left while it is under way");
});

test("a yes to a plan that does not stand there yet is none", () => {
  const played = new Played(three).press("u", "y", "tab");
  played.planned({ files: [{ path: "a.ts", action: "write" }] });
  assert.match(played.text, /\[ Cancel \]/);
  assert.ok(!played.asked.some(({ kind }) => kind === "apply"));
});

test("a plan that has nothing to do cannot be carried out", () => {
  const played = new Played(three).press("u").planned({ files: [{ path: "a", action: "kept" }] });
  played.press("y", "tab", "enter");
  assert.ok(!played.asked.some(({ kind }) => kind === "apply"));
});

test("a plan that was left is not shown when it comes", () => {
  const played = new Played(three).press("u");
  const { number } = played.last("plan");
  played.press("escape");
  const plan = { id: "pl-1", files: [], warnings: [], operation: null };
  played.tell({ kind: "planned", number, plan }).press("y");
  assert.equal(played.state.dialog, undefined);
});

test("nothing is planned where the screen is read-only, and it says why", () => {
  const played = new Played(three, { readOnly: "an agent runs this" });
  for (const key of ["r", "o", "u", "R", "c"]) {
    played.press(key);
    assert.equal(played.state.dialog, undefined, key);
    assert.match(played.text, /an agent runs this/);
  }
  assert.ok(!played.asked.some(({ kind }) => kind === "plan"));
});
