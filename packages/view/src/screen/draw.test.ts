import assert from "node:assert/strict";
import { test } from "node:test";
import { displayWidth } from "@unf/core/query";
import fc from "fast-check";
import { drawScreen } from "./draw.ts";
import type { Listing } from "./entries.ts";
import { byAgent, entry, instant, Played, saved, three, viewing } from "./testing/played.ts";

const keys = [
  ..."jkgGdsafrouRchlq?/[]xy1".split(""),
  ...[
    "tab",
    "enter",
    "space",
    "escape",
    "backspace",
    "pagedown",
    "pageup",
    "ctrl-d",
    "left",
    "right",
  ],
];
const names = [
  "a.ts",
  "\u001b[2J",
  "x\ny",
  "\u202egnp.exe",
  "漢字.md",
  "e\u0301\u0301.c",
  "🙂".repeat(40),
];

test("each kind of happening says what it is", () => {
  const many = entry(9, ["a.ts", "b.ts"]);
  const played = new Played([
    { ...many, id: "gap-1", kind: "gap", title: "not recorded", cause: "daemon_down", files: 0 },
    { ...many, kind: "checkpoint", title: "before\u001b tea", files: 0 },
    { ...many, kind: "operation", operation: "op-3", title: "unf undo", taken_back_by: "op-4" },
    { ...many, kind: "mass", cause: "git checkout feat", title: "git checkout feat" },
    { ...many, kind: "mass", title: "2 files", from: instant(8) },
    { ...many, kind: "baseline", title: "recording began", more_paths: 7, files: 9 },
    { ...many, kind: "turn", turn: "t-9", author: { type: "agent", name: "codex" } },
    many,
    saved(1, "old.ts", "delete"),
  ]);
  const told = [
    /! not recorded: daemon down/,
    /= checkpoint before\\x1b tea/,
    /> op-3 unf undo: 2 files +\+2 -2 taken back/,
    /> git checkout feat: 2 files/,
    /> at once: 2 files/,
    /> recording began: 9 files/,
    /> t-9 codex: 2 files/,
    /> 2 files: a\.ts, b\.ts +\+2 -2 you/,
    /D old\.ts/,
  ];
  for (const one of told) assert.match(played.text, one);
  played.press("j", "j", "j", "j", "j", "enter");
  assert.match(played.text, /and 7 files more/);
});

test("where nothing is recorded the first row says so", () => {
  const played = new Played(three).tell({
    kind: "recording",
    trouble: "not recording since 1:00 - unf start",
  });
  assert.match(played.text.split("\n")[0] ?? "", / NOT RECORDING since 1:00 - unf start/);
  const other = "recording in safe mode - unf restart";
  assert.doesNotMatch(played.tell({ kind: "recording", trouble: other }).text, /NOT RECORDING/);
  assert.match(played.text, / recording in safe mode/);
  assert.doesNotMatch(played.tell({ kind: "recording", trouble: null }).text, /NOT RECORDING/);
});

test("a failure that is longer than a row goes on on the last", () => {
  const played = new Played(three).press("u");
  const text = `nothing was changed: ${"x".repeat(120)} (free some space)`;
  played.tell({ kind: "failed", of: "plan", number: played.last("plan").number, text });
  const rows = played.text.split("\n");
  assert.equal(`${rows.at(-2)}${rows.at(-1)}`, text);
  assert.match(played.press("j").text.split("\n").at(-1) ?? "", /q quit$/);
});

test("the name of a checkpoint acts on no terminal where one is asked about it either", () => {
  const named = { ...entry(9, []), kind: "checkpoint", title: "before\u001b tea" } as const;
  assert.match(new Played([named]).press("r").text, /all files as of before\\x1b tea/);
});

test("whatever is pressed on whatever size, every row fits and no name acts on the terminal", () => {
  const anySize = fc.record({
    columns: fc.integer({ min: 1, max: 300 }),
    rows: fc.integer({ min: 1, max: 100 }),
  });
  fc.assert(
    fc.property(anySize, fc.array(fc.constantFrom(...keys), { maxLength: 30 }), (size, pressed) => {
      const rows: Listing[] = [
        entry(20, names, { ...byAgent, title: names.join(" ") }),
        entry(19, names.slice(1)),
        ...names.map((name, i) => saved(9 - i, name)),
        { ...entry(1, []), kind: "checkpoint", title: names.join("") },
        { ...entry(0, []), kind: "gap", title: names.join("") },
      ];
      const played = new Played(rows).tell({ kind: "size", ...size });
      for (const key of pressed) {
        played.press(key);
        if (played.state.entries === undefined) played.list(rows);
        const frame = drawScreen(played.state, viewing);
        assert.equal(frame.length, size.rows);
        for (const { text } of drawScreen(played.state, { ...viewing, isAscii: true }).flat())
          assert.doesNotMatch(text, /[^\p{ASCII}]/u);
        for (const { column, text } of frame.flat()) {
          assert.ok(column + displayWidth(text) <= size.columns, `${key}: ${text}`);
          assert.doesNotMatch(text, /[\p{Cc}\u202a-\u202e]/u);
        }
      }
    }),
    { numRuns: 150 },
  );
});
