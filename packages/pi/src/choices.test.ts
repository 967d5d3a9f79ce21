import assert from "node:assert/strict";
import { test } from "node:test";
import {
  countOthers,
  labelOf,
  lastRewind,
  offer,
  question,
  renderChanges,
  renderFooter,
} from "./choices.ts";

const some = { written: 2, deleted: 1, failed: 0 };
const none = { written: 0, deleted: 0, failed: 0 };
const names = (...given: Parameters<typeof offer>) => offer(...given).map(({ choice }) => choice);

test("only what would do something is offered, and to leave the files", () => {
  assert.deepEqual(names(some, "op-3"), ["both", "conversation", "files", "undo"]);
  assert.deepEqual(names(some, undefined), ["both", "conversation", "files"]);
  assert.deepEqual(names(none, "op-3"), ["conversation", "undo"]);
  assert.deepEqual(names(undefined, "op-3"), ["conversation", "undo"]);
  assert.deepEqual(names(none, undefined), []);
  assert.deepEqual(names(undefined, undefined), []);
});

test("each choice says how many files it changes, and no two say the same", () => {
  const texts = offer(some, "op-3").map(({ text }) => text);
  assert.equal(texts[0], "Files and conversation (2 written, 1 removed)");
  assert.equal(new Set(texts).size, texts.length);
  assert.equal(renderChanges({ ...some, failed: 4 }), "2 written, 1 removed, 4 not as they were");
  assert.equal(renderChanges(none), "nothing to do");
  assert.match(question({ isEarlier: true }), /nearest checkpoint before/);
  assert.match(question(undefined), /no checkpoint/);
  assert.equal(renderFooter(3, 7), "◆ 3/7");
});

test("a choice says how many of its files others have edited, and whose edits are pi's", () => {
  const by = (path: string, type: string, name: string | null = null) => ({
    path,
    author: { type, name },
  });
  const actions = ["a", "b", "c", "d", "e"].map((path) => ({ path, action: "write" }));
  const rows = [
    ...[by("a", "agent", "pi"), by("b", "human"), by("b", "agent", "pi"), by("b", "human")],
    ...[
      by("c", "agent", "codex"),
      by("d", "unknown"),
      by("e", "unf"),
      by("not in the plan", "human"),
    ],
  ];
  assert.equal(countOthers(actions, rows), 3);
  const kept = actions.map(({ path }) => ({ path, action: "kept_newer" }));
  assert.equal(countOthers(kept, rows), 0);
  for (const none of [undefined, "x", [null, 3]]) assert.equal(countOthers(actions, none), 0);
  const [both, , files] = offer(some, undefined, 3).map(({ text }) => text);
  assert.match(both ?? "", /\(2 written, 1 removed; 3 with edits not known to be pi's\)/);
  assert.match(files ?? "", /^Files only .*3 with edits not known to be pi's/);
});

test("the last rewind is the newest restore to a known point that stands, of nobody else", () => {
  const restore = (id: string, time: string, more: object = {}) => ({
    ...{ id, kind: "restore", undone_by: null },
    argv: ["restore", "--at", time, "--exact", "--plan", "pl-1", "--yes", "--json"],
    ...more,
  });
  const times = new Set(["cp:3", "2026-11-20T10:00:00.000Z"]);
  const older = restore("op-1", "2026-11-20T10:00:00.000Z");
  assert.equal(lastRewind([restore("op-2", "cp:3"), older], times), "op-2");
  assert.equal(lastRewind([restore("op-2", "cp:3", { undone_by: "op-3" }), older], times), "op-1");
  const others = [
    restore("op-9", "cp:4"),
    restore("op-8", "cp:3", { argv: ["restore", "--at", "cp:3", "a", "--yes"] }),
    restore("op-7", "cp:3", { kind: "undo" }),
    {},
  ];
  assert.equal(lastRewind(others, times), undefined);
  assert.equal(lastRewind(undefined, times), undefined);
});

test("a checkpoint is named by the first line of the prompt, without what a terminal obeys", () => {
  assert.equal(labelOf("fix the cart\nand the tests"), "pi: fix the cart");
  assert.equal(labelOf("\n\n  --delete \u001b[31mred"), "pi: --delete");
  assert.equal(labelOf(""), "pi: (no words)");
  assert.equal(labelOf("🛒".repeat(100)), `pi: ${"🛒".repeat(72)}`);
  assert.equal(labelOf(`${"x".repeat(10_000_000)}`).length, 76);
});
