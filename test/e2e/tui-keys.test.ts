import assert from "node:assert/strict";
import { test } from "node:test";
import type { WallMs } from "@unf/core/base";
import { runUnf } from "@unf/test";
import { openPastWorld } from "../conformance/past-world.ts";
import { Screen } from "../kit/screen.ts";

// Every key, pressed in a real terminal over a history that nobody records into.

const size = { cols: 120, rows: 30 };
const minute = 60_000;

/** The names of the terminal for its keys. */
const key = {
  ...{ up: "\u001b[A", down: "\u001b[B", right: "\u001b[C", left: "\u001b[D" },
  ...{ home: "\u001b[H", end: "\u001b[F", pageDown: "\u001b[6~", pageUp: "\u001b[5~" },
  ...{ escape: "\u001b", enter: "\r", tab: "\t", space: " ", backspace: "\u007f" },
  ...{ ctrlD: "\u0004", ctrlU: "\u0015", ctrlL: "\u000c" },
};

/** So many files at once, sixty saved one by one with long pauses, one again and again, and one that went. */
function openWorld(crowd = 0) {
  const start = Date.now() - 30 * 60 * minute;
  const at = (step: number) => (start + step * 20 * minute) as WallMs;
  const many = Array.from({ length: 60 }, (_, n) => {
    return { at: at(n), path: `${n < 3 ? "lib" : "src"}/f${n}.ts`, text: `file ${n}\n` };
  });
  const atOnce = Array.from({ length: crowd }, (_, n) => {
    return { at: at(-3), path: `crowd/${n}.ts`, text: `crowd ${n}\n` };
  });
  return openPastWorld(
    [
      ...atOnce,
      ...many,
      { at: at(61), path: "a.ts", text: "needle one\n" },
      { at: at(63), path: "a.ts", text: "two\n" },
      { at: at(65), path: "gone.ts", text: "bye\n" },
      { at: at(67), path: "gone.ts", text: undefined },
      { at: at(69), path: "a.ts", text: "three\n" },
    ],
    (words, home) => runUnf(words, { home }),
  );
}

/** The line of the list with the cursor. */
function here(text: string): string {
  const line = text.split("\n").find((one) => /^>\S/.test(one)) ?? "";
  return (line.split("│", 1)[0] ?? "").slice(10).trim();
}

/** The pane beside the list. */
function beside(text: string): string {
  const lines = text.split("\n").slice(2, -2);
  return lines.map((line) => line.split("│")[1] ?? "").join("\n");
}

class Keys extends Screen {
  /** Types a key and waits until the cursor is on a line. */
  async goes(typed: string, line: RegExp): Promise<void> {
    this.type(typed);
    await this.meets(`has its cursor on ${line}`, (text) => line.test(here(text)));
  }

  async pane(typed: string, content: RegExp): Promise<void> {
    this.type(typed);
    await this.meets(`shows ${content} beside the list`, (text) => content.test(beside(text)));
  }
}

test("keys that move, open, step and narrow", async () => {
  await using world = openWorld();
  await using screen = new Keys(["tui"], world.home, size);
  await screen.meets("is there", (text) => /^M a\.ts/.test(here(text)));
  await screen.shows("NOT RECORDING");

  await screen.goes("j", /^D gone\.ts/);
  await screen.goes("k", /^M a\.ts/);
  await screen.goes(`${key.down}${key.down}`, /^A gone\.ts/);
  await screen.goes(key.up, /^D gone\.ts/);
  await screen.goes("G", /^A lib\/f0\.ts/);
  await screen.goes(key.home, /^M a\.ts/);
  await screen.goes(key.end, /^A lib\/f0\.ts/);
  await screen.goes("g", /^M a\.ts/);
  // 26 lines are in view, of which one stays when a page is turned.
  await screen.goes(key.pageDown, /^A src\/f39\.ts/);
  await screen.goes(key.pageUp, /^M a\.ts/);
  await screen.goes(key.ctrlD, /^A src\/f51\.ts/);
  await screen.goes(key.ctrlU, /^M a\.ts/);

  // The text beside it, with the keys of the list.
  await screen.pane("", /-two[\s\S]*\+three/);
  await screen.pane(key.space, /^ three/);
  await screen.pane(key.space, /-two/);
  await screen.pane("[", /-needle one[\s\S]*\+two/);
  await screen.pane("[", /\+needle one/);
  screen.type("[");
  await screen.shows("there is no older version");
  await screen.pane("]", /\+two/);
  await screen.pane("]", /\+three/);
  screen.type(key.enter);
  await screen.shows("Esc list");
  await screen.shows(/ 4\/4 /);
  screen.type("jk");
  screen.type(key.escape);
  await screen.shows("Enter open");
  screen.type("l");
  await screen.shows("Esc list");
  screen.type("h");
  await screen.shows("Enter open");

  // A filter is letters in their order.
  await screen.goes("/sf12x", /^$/);
  await screen.shows("nothing here is like that");
  await screen.goes(`${key.backspace}${key.enter}`, /^A src\/f12\.ts/);
  await screen.shows("filter: sf12");
  await screen.goes(key.escape, /^M a\.ts/);

  // One file: each of its versions.
  screen.type("f");
  await screen.shows(/1\/3$/m);
  await screen.goes("G", /^A a\.ts/);
  screen.type("f");
  await screen.shows(/1\/6\d$/m);
  screen.type("a");
  await screen.shows("by you");
  screen.type("a");
  await screen.meets("is of all authors", (text) => !text.includes("by you"));

  // Deleted files, and back.
  await screen.goes("d", /^D gone\.ts/);
  await screen.shows(/deleted/);
  await screen.pane("", /bye/);
  await screen.goes("d", /^M a\.ts/);

  // A text that is not there any more.
  await screen.goes(`sneedle${key.enter}`, /^- a\.ts:1: needle one/);
  await screen.shows("search: needle");
  await screen.goes(key.escape, /^M a\.ts/);

  screen.type("?");
  await screen.shows("these keys");
  await screen.goes("x", /^M a\.ts/);
  const before = screen.text();
  screen.type(`${key.ctrlL}j`);
  await screen.meets("is drawn anew", (text) => /^D gone\.ts/.test(here(text)));
  screen.type("k");
  await screen.meets("is as before", (text) => text === before);
  screen.type("q");
  assert.equal(await screen.end(), 0);
});

test("keys that change something plan it first, and Esc does nothing of it", async () => {
  await using world = openWorld();
  await using screen = new Keys(["tui"], world.home, size);
  await screen.meets("is there", (text) => /^M a\.ts/.test(here(text)));
  screen.type("r");
  await screen.shows("1 this file as of v65");
  screen.type(key.escape);
  await screen.meets("has no dialog", (text) => /^M a\.ts/.test(here(text)));
  screen.type("r2");
  await screen.shows("[ Cancel ]");
  await screen.shows("+ a.ts");
  screen.type(key.escape);
  await screen.shows("nothing was done");
  screen.type("o1");
  await screen.shows("Take back the last run of changes");
  screen.type("n");
  await screen.shows("nothing was done");
  screen.type("u");
  await screen.shows("there is nothing to undo");
  screen.type("R");
  await screen.shows("there is nothing to redo");
  screen.type(`ctea${key.enter}`);
  await screen.shows("Set a checkpoint tea");
  screen.type("q");
  await screen.shows("nothing was done");
  screen.type("q");
  assert.equal(await screen.end(), 0);
  const { stdout } = await runUnf(["checkpoints"], { home: world.home });
  assert.doesNotMatch(stdout, /tea/);
});

test("Tab goes from the directory to the project to all of them, and a file begins with its versions", async () => {
  await using world = openWorld(620);
  {
    await using screen = new Keys(["tui", "lib"], world.home, size);
    await screen.shows("[directory]");
    await screen.shows(/1\/3$/m);
    await screen.goes(key.tab, /^M a\.ts/);
    await screen.shows("[project]");
    screen.type(key.tab);
    await screen.shows("[all]");
    await screen.shows("all projects");
    await screen.goes(key.tab, /^A lib\/f2\.ts/);
    await screen.shows("[directory]");
    screen.type("q");
    assert.equal(await screen.end(), 0);
  }
  await using screen = new Keys(["tui", "a.ts"], world.home, size);
  await screen.shows(/1\/3$/m);
  await screen.pane("G", /\+needle one/);
  await screen.goes(key.escape, /^M a\.ts/);
  await screen.shows(/1\/6\d$/m);

  // Files that a page has no room for: each is there.
  await screen.goes("G", /^> at once: 620 files/);
  screen.type(key.enter);
  screen.type("G");
  await screen.shows(/^> +and 570 files more/m);
  screen.type(key.enter);
  await screen.shows(/^> +A crowd/m);
  screen.type("G");
  await screen.shows(/^> +and 120 files more/m);
  screen.type(key.enter);
  await screen.shows(/^> +A crowd/m);
  screen.type("G");
  await screen.shows(/68\d\/68\d$/m);
  await screen.pane("", /\+crowd \d/);
  screen.type("q");
  assert.equal(await screen.end(), 0);
});
