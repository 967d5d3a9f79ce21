import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry } from "./entry.ts";
import { Latest } from "./latest.ts";
import { listRows } from "./list-rows.ts";
import { keyOfEntry, successorOf } from "./listed.ts";
import { countEffects, groupPlan } from "./plan-summary.ts";

const dayOf = (at: string) => at.slice(0, 10);

const entry = (id: string, to: string, files = 0): Entry => ({
  id,
  kind: "turn",
  project: { id: "p-1", root: "/work" },
  from: to,
  to,
  author: null,
  title: id,
  files,
  added: null,
  removed: null,
  more_paths: 2,
  paths: Array.from({ length: files }, (_, n) => ({
    path: `f${n}`,
    kind: "modify",
    version: `v${n + 2}`,
    before: "v1",
    added: 1,
    removed: 0,
  })),
});

test("an entry is under its day, and its files are under it when it is open", () => {
  const entries = [
    entry("a", "2026-03-05T01"),
    entry("b", "2026-03-04T23", 2),
    entry("c", "2026-03-04T22"),
  ];
  const open = entries.slice(1, 2).map(keyOfEntry);
  const rows = listRows(entries, (key) => open.includes(key), dayOf);
  assert.deepEqual(
    rows.map(({ is }) => is),
    ["day", "entry", "day", "entry", "file", "file", "more", "entry"],
  );
  assert.equal(new Set(rows.map(({ key }) => key)).size, rows.length);
});

test("an entry that is open stays so, with the keys of its lines, while it grows", () => {
  const before = entry("b", "2026-03-04T23", 2);
  const grown = { ...before, id: "c", to: "2026-03-04T24" };
  const keys = [before, grown].map((one) =>
    listRows([one], (key) => key === keyOfEntry(before), dayOf).map(({ key }) => key),
  );
  assert.equal(keys[0]?.length, 5);
  assert.deepEqual(keys[1], keys[0]);
});

test("lines have a key each also where a clock was set back and two things began at once", () => {
  const stretch = { kind: "stretch", from: "2026-03-05T01" } as const;
  const entries = [
    { ...entry("a", "2026-03-05T02"), ...stretch },
    entry("b", "2026-03-04T23"),
    { ...entry("c", "2026-03-05T01", 1), ...stretch },
  ];
  const rows = listRows(entries, () => true, dayOf);
  assert.equal(rows.length, 10);
  assert.equal(new Set(rows.map(({ key }) => key)).size, rows.length);
});

test("an entry that goes on under another name is still the same one", () => {
  const before = entry("b", "2");
  const grown = { ...before, id: "c", to: "3" };
  const other = { ...before, id: "d", project: { id: "p-2", root: "/other" } };
  assert.equal(successorOf(before, [other, grown]), grown);
  assert.equal(successorOf(before, [grown, before]), before);
  assert.equal(successorOf(before, [other]), undefined);
});

test("the answer to an earlier question is not wanted any more", () => {
  const latest = new Latest();
  const first = latest.begin();
  assert.equal(first(), true);
  const second = latest.begin();
  assert.deepEqual([first(), second()], [false, true]);
});

test("a plan says first what it refuses and keeps, and counts only what it changes", () => {
  const file = (path: string, action: string, merged?: true) => ({
    path,
    action,
    from: null,
    to: null,
    merged,
  });
  const files = [
    file("a", "write"),
    file("b", "kept_newer"),
    file("c", "delete"),
    file("d", "refused"),
    file("e", "write", true),
    file("f", "kept"),
  ];
  assert.deepEqual(
    groupPlan(files).map((group) => [group.name, group.files.map(({ path }) => path).join("")]),
    [
      ["refused", "d"],
      ["kept", "bf"],
      ["merged", "e"],
      ["delete", "c"],
      ["write", "a"],
    ],
  );
  assert.equal(countEffects(files), 3);
});
