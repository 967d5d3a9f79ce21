import assert from "node:assert/strict";
import { test } from "node:test";
import type { WallMs } from "@unf/core/base";
import { runUnf } from "@unf/test";
import { openPastWorld } from "../conformance/past-world.ts";
import { Screen, type ScreenSize } from "../kit/screen.ts";

// One history of hostile names on every kind of terminal.

const minute = 60_000;

const names = [
  "plain.ts",
  "\u001b[2J\u001b]0;owned\u0007.ts",
  "\u202egnp.exe",
  "two\nlines\r.md",
  "漢字かな交じり文.md",
  "e\u0301\u0301\u0301.c",
  "👩‍👩‍👧‍👦".repeat(9),
  `${"very-long-".repeat(24)}end.ts`,
  "deep/er/".repeat(20).concat("leaf.ts"),
  "\u009b31m\u200b\ufeff.ts",
];

function openWorld() {
  const start = Date.now() - 2000 * minute;
  const acts = names.map((path, n) => ({
    at: (start + n * 20 * minute) as WallMs,
    path,
    text: `\u001b[31m${path}\u001b]0;owned\u0007\n\ttab ${"wide 漢 ".repeat(100)}\n`,
  }));
  const both = [0, 1].map((n) => ({
    at: (start + (300 + n) * minute) as WallMs,
    path: names[n + 1] ?? "",
    text: "changed\n",
  }));
  return openPastWorld([...acts, ...both], (words, home) => runUnf(words, { home }));
}

const sizes: readonly ScreenSize[] = [
  { cols: 40, rows: 10 },
  { cols: 80, rows: 24 },
  { cols: 99, rows: 18 },
  { cols: 100, rows: 19 },
  { cols: 300, rows: 100 },
  { cols: 20, rows: 5 },
  { cols: 120, rows: 30 },
];

/** Moves through all lines, opens them, and looks at the screen after each key. */
async function walk(screen: Screen, { cols }: ScreenSize, bar: string): Promise<void> {
  const column = Math.floor(cols * 0.45);
  for (const key of ["G", "k", "g", "\r", "j", " "]) {
    screen.type(key);
    if (cols < 100) continue;
    // However a name is made, the line between the panes stands where it stands.
    await screen.meets("keeps its panes apart", () => {
      const lines = screen.cells().slice(2, -2);
      return lines.every((line) => line[column] === bar);
    });
  }
}

test("in every size every name stays in its place and none acts on the terminal", async () => {
  await using world = openWorld();
  await using screen = new Screen(["tui"], world.home, { cols: 120, rows: 30 });
  await screen.shows("2 files:");
  for (const size of sizes) {
    screen.resize(size);
    const isDrawn = (text: string) => text.split("\n").length === size.rows;
    await screen.meets(`has ${size.rows} rows`, isDrawn);
    await walk(screen, size, "│");
  }
  for (const sign of ["\u001b]", "\u009b", "\u202e", "\u200b", "\u0007"])
    assert.ok(!screen.written.includes(sign), JSON.stringify(sign));
  assert.ok(screen.written.includes("owned"), "but the names were shown");
  const colours = screen.rows().flatMap((row) => row.map(({ colour = 0 }) => colour));
  assert.ok(Math.max(...colours) < 16, "only those that a person may have chosen");
  screen.type("q");
  assert.equal(await screen.end(), 0);
});

test("without colours and without Unicode nothing is missing", async () => {
  await using world = openWorld();
  const plain = { NO_COLOR: "1", LANG: "C", TERM: "vt100" };
  const size = { cols: 100, rows: 18 };
  await using screen = new Screen(["tui"], world.home, size, plain);
  await screen.shows("2 files:");
  await walk(screen, size, "|");
  assert.doesNotMatch(screen.written, /[^\p{ASCII}]/u);
  assert.match(screen.text(), /A \?{16}\.md/, "in as many columns");
  assert.ok(screen.rows().every((row) => row.every(({ colour }) => colour === undefined)));
  screen.type("r");
  await screen.shows("Restore...");
  screen.type("1");
  await screen.shows("[ Cancel ]");
  screen.type("q");
  await screen.shows("nothing was done");
  screen.type("q");
  assert.equal(await screen.end(), 0);
});
