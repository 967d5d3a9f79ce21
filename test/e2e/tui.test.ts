import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { assertNothingLeft, runUnf, type TempHome, tempHome, until } from "@unf/test";
import { assertGoldenText } from "../kit/golden.ts";
import { liveAtNoon } from "../kit/noon.ts";
import { Screen, type ScreenSize } from "../kit/screen.ts";

liveAtNoon();

const narrow: ScreenSize = { cols: 80, rows: 24 };
const wide: ScreenSize = { cols: 120, rows: 24 };

/** The same whenever and wherever it was. */
function steady(text: string, home: TempHome): string {
  return text
    .replaceAll(home.project, "/p")
    .replaceAll(/\d{2}:\d{2}:\d{2}/g, "HH:MM:SS")
    .replaceAll(/(HH:MM:SS )[ ▁▂▃▄▅▆▇█]+( HH:MM:SS)/g, "$1…$2")
    .replaceAll(/\bv\d+\b/g, "vN")
    .replaceAll(/ +$/gm, "");
}

function assertScreen(name: string, text: string, home: TempHome): void {
  assertGoldenText(`screens/tui-${name}.txt`, `${steady(text, home)}\n`);
}

test("from the first save to an undo without leaving the screen, and the shell is as it was", async () => {
  await using home = tempHome();
  const at = (path: string) => join(home.project, path);
  const read = (path: string) => readFileSync(at(path), "utf8");
  mkdirSync(at("src"));
  writeFileSync(at("src/cart.ts"), "one\ntwo\nthree\n");
  writeFileSync(at("b\u001b[31m\u202e.md"), "hostile\n");
  await runUnf(["watch", "--yes"], { home });
  {
    await using screen = new Screen(["tui"], home, wide);
    await screen.shows("recording began: 2 files");
    assert.ok(screen.isAlternate);

    // Live, with the lines that changed beside it.
    writeFileSync(at("src/cart.ts"), "one\nTWO\nthree\n");
    await screen.shows("M src/cart.ts");
    await screen.shows("+TWO");
    assertScreen("live-120x24", screen.text(), home);
    screen.type(" ");
    await until("it shows the content", () => !screen.text().includes("+TWO"));
    screen.type(" ");

    // Restore: Enter alone does nothing.
    screen.type("r2");
    await screen.shows("[ Cancel ]");
    assertScreen("plan-120x24", screen.text(), home);
    screen.type("\r");
    await screen.shows("nothing was done");
    assert.equal(read("src/cart.ts"), "one\nTWO\nthree\n");
    screen.type("r2");
    await screen.shows("[ Cancel ]");
    screen.type("y");
    await screen.shows("saved as op-1");
    assert.equal(read("src/cart.ts"), "one\ntwo\nthree\n");
    screen.type("u");
    await screen.shows("Undo the last operation: 1 file to write");
    screen.type("\t\r");
    await screen.shows("saved as op-2");
    assert.equal(read("src/cart.ts"), "one\nTWO\nthree\n");
    screen.type("R");
    await screen.shows("Redo what was undone: 1 file to write");
    screen.type("y");
    await screen.shows("saved as op-3");
    assert.equal(read("src/cart.ts"), "one\ntwo\nthree\n");

    // A plan that is not true any more is refused.
    screen.type("u");
    await screen.shows("Undo the last operation: 1 file to write");
    writeFileSync(at("src/cart.ts"), "one\ntwo\nthree\nfour\n");
    await runUnf(["flush"], { home });
    screen.type("y");
    await screen.shows("press the key again to see it anew");
    assert.equal(read("src/cart.ts"), "one\ntwo\nthree\nfour\n");

    // The last run of changes, whoever made it.
    screen.type("o");
    await screen.shows("the last run of changes");
    screen.type(/(\d) the last run of changes/.exec(screen.text())?.[1] ?? "");
    await screen.shows("[ Cancel ]");
    screen.type("y");
    await screen.shows("saved as op-4");
    assert.equal(read("src/cart.ts"), "one\ntwo\nthree\n");

    screen.type("cbefore tea\r");
    await screen.shows("Set a checkpoint before tea");
    // A yes to a plan that is not there yet is none.
    await screen.shows("[ Cancel ]");
    screen.type("y");
    await screen.shows("= checkpoint before tea");

    rmSync(at("src/cart.ts"));
    await screen.shows("D src/cart.ts");
    screen.type("d");
    await screen.shows("deleted");
    await screen.shows("D src/cart.ts");
    screen.type("r1");
    await screen.shows("[ Cancel ]");
    screen.type("y");
    await screen.shows("saved as op-5");
    assert.equal(read("src/cart.ts"), "one\ntwo\nthree\n");

    screen.type("sfour\r");
    await screen.shows("src/cart.ts:4: four");
    screen.type("\u001b");
    await screen.shows("recording began");
    screen.type("/tea");
    await until("it is filtered", () => !screen.text().includes("recording began"));
    screen.type("\u001b");
    await screen.shows("recording began");

    // The hostile name is shown, and does not act.
    screen.type("G\r");
    await screen.shows("\\x1b[31m\\u202e.md");
    assert.ok(!screen.written.includes("\u001b[31m\u202e"));
    for (const size of [{ cols: 40, rows: 10 }, { cols: 300, rows: 100 }, narrow]) {
      screen.resize(size);
      await until(`it is drawn with ${size.rows} rows`, () => {
        const lines = screen.text().split("\n");
        return lines.length === size.rows && lines.at(-1)?.includes("q quit") === true;
      });
    }
    screen.type("?");
    await screen.shows("these keys");
    screen.type("xq");
    assert.equal(await screen.end(), 0);
    assert.ok(!screen.isAlternate);
    assert.ok(screen.written.endsWith("\u001b[?25h\u001b[?1049l"), "the cursor is there again");
  }
  await runUnf(["stop"], { home });
  {
    // No daemon, no colours, no Unicode.
    const plain = { NO_COLOR: "1", LANG: "C" };
    await using screen = new Screen(["tui", "src"], home, narrow, plain);
    await screen.shows("NOT RECORDING");
    await screen.shows("src/cart.ts");
    await screen.shows("Enter open");
    assert.doesNotMatch(screen.written, /[^\p{ASCII}]/u);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for sequences of colours
    assert.doesNotMatch(screen.written, /\u001b\[[0-9;]*3[0-7]m/);
    process.kill(screen.pid, "SIGTERM");
    assert.equal(await screen.end(), 143);
    assert.ok(!screen.isAlternate);
  }
  {
    // An agent may look.
    await using screen = new Screen(["tui"], home, wide, { CLAUDECODE: "1" });
    await screen.shows("read-only");
    screen.type("u");
    await screen.shows("an agent runs this");
    screen.type("\u0003");
    assert.equal(await screen.end(), 0);
  }
  await assertNothingLeft(home.root);
});

test("without a terminal, and as JSON, it says in one line how to go on", async () => {
  await using home = tempHome();
  const piped = await runUnf(["tui"], { home });
  assert.equal(piped.code, 2);
  assert.match(piped.stderr, /tui needs a terminal/);
  assert.match(piped.stderr, /unf log/);
});
