import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import process from "node:process";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { runUnf, tempHome } from "@unf/test";
import { assertGoldenText, readGoldenText } from "../kit/golden.ts";
import { liveAtNoon } from "../kit/noon.ts";
import { Screen, type ScreenSize } from "../kit/screen.ts";
import { startClaude } from "./claude.ts";
import { tellStory } from "./story.ts";

liveAtNoon();

// The screen as a person sees it: what these show is looked at whenever it changes.

const low: ScreenSize = { cols: 40, rows: 10 };
const usual: ScreenSize = { cols: 80, rows: 24 };
const wide: ScreenSize = { cols: 160, rows: 50 };

/** The same whenever it was. */
function steady(text: string): string {
  return text
    .replaceAll(/\d{2}:\d{2}:\d{2}|\d{2}-\d{2}-\d{2}/g, "HH:MM:SS")
    .replaceAll(/^( HH:MM:SS ).+( HH:MM:SS)$/gm, "$1…$2")
    .replaceAll(/since \d{2}:\d{2}/g, "since HH:MM")
    .replaceAll(/ +$/gm, "");
}

const cart = (rounding: string) => `import { sum } from "./sum.ts";

export interface Item {
  readonly name: string;
  readonly cents: number;
}

/** The price of all of them. */
export function total(items: readonly Item[]): number {
  return ${rounding};
}
`;

class Shots extends Screen {
  /** Compares the screen, once it shows what it is about, with how it looked before. */
  async looks(name: string, ...wanted: readonly (string | RegExp)[]): Promise<void> {
    for (const one of wanted) await this.shows(one);
    const file = `screens/tui-${name}.txt`;
    const now = () => `${steady(this.text())}\n`;
    // The pane beside the list comes a little later than what it is about.
    if (process.env.UPDATE_GOLDEN === "1") await pause(1500);
    else await this.meets(`looks like ${file}`, () => now() === readGoldenText(file));
    assertGoldenText(file, now());
  }

  async becomes(size: ScreenSize): Promise<void> {
    this.resize(size);
    await this.meets(`has ${size.rows} rows`, (text) => text.split("\n").length === size.rows);
  }
}

test("an afternoon with an agent, on terminals of every kind", async () => {
  await using story = await tellStory((at) => {
    mkdirSync(at("src"));
    writeFileSync(at("src/cart.ts"), cart("sum(items)"));
    writeFileSync(at("src/pay.ts"), "export const pay = () => {};\n");
    writeFileSync(at("README.md"), "# Shop\n\nA cart.\n");
  });
  const { at, home, unf, flush } = story;
  await flush();
  const claude = startClaude(story);
  await claude.prompt("round every price to whole cents\nand say so in the docs");
  await claude.edit("src/cart.ts", () =>
    writeFileSync(at("src/cart.ts"), cart("Math.round(sum(items))")),
  );
  await claude.edit("src/money.ts", () =>
    writeFileSync(at("src/money.ts"), "export const cents = (n: number) => Math.round(n);\n"),
  );
  await claude.stop();
  await flush();
  writeFileSync(at("README.md"), "# Shop\n\nA cart that rounds.\n");
  await flush();
  await unf("checkpoint", "before tea");
  writeFileSync(at("src/cart.ts"), cart("Math.floor(sum(items))"));
  await flush();
  await unf("restore", "src/cart.ts", "--at", "before tea", "--yes");
  rmSync(at("src/pay.ts"));
  await flush();

  const place = { HOME: home.root };
  await using screen = new Shots(["tui"], home, usual, place);
  await screen.shows("recording began: 3 files");
  screen.type("jjjjj");
  await screen.shows(/^>\S+ > t-1/m);
  await screen.looks("list-80x24", "Math.round");
  await screen.becomes(wide);
  await screen.looks("list-160x50", "+export const cents");
  await screen.becomes(low);
  await screen.looks("list-40x10", "t-1 claude");
  await screen.becomes(usual);

  screen.type("\rjj");
  await screen.looks("files-80x24", /^> +M src\/cart/m, "Math.round");
  screen.type("\r");
  await screen.looks("text-80x24", "Esc list", "Math.round");
  screen.type("\u001b");
  await screen.shows("Enter open");
  screen.type(" ");
  await screen.looks("content-80x24", "import { sum }");
  screen.type(" f");
  await screen.looks("versions-80x24", /^1\/\d$/m, "Math.floor");
  screen.type("\u001b");
  await screen.shows("recording began");
  screen.type("jjjjj");
  await screen.shows(/^>\S+ v t-1/m);
  screen.type("r");
  await screen.looks("choice-80x24", "Enter shows the plan");
  screen.type("3");
  await screen.looks("plan-80x24", "[ Cancel ]");
  await screen.becomes(low);
  await screen.looks("plan-40x10", "[ Cancel ]");
  await screen.becomes(wide);
  await screen.looks("plan-160x50", "[ Cancel ]");
  await screen.becomes(usual);
  screen.type("\u001b");
  await screen.shows("nothing was done");
  screen.type("d");
  await screen.looks("deleted-80x24", "D src/pay.ts", "export const pay");
  screen.type("dsround\r");
  await screen.looks("search-80x24", "src/money.ts:1", "export const cents");
  screen.type("\u001b");
  await screen.shows("recording began");
  screen.type("/mon");
  await screen.looks("filter-80x24", "/mon_", /src\/money\.ts/);
  screen.type("\u001b");
  await screen.shows("recording began");
  screen.type("?");
  await screen.looks("keys-80x24", "these keys");
  await screen.becomes(wide);
  await screen.looks("keys-160x50", "these keys");
  await screen.becomes(low);
  await screen.looks("keys-40x10", "down, up");
  screen.type("G");
  await screen.shows(/^ q +leave/m);
  screen.type("xq");
  assert.equal(await screen.end(), 0);

  await unf("stop");
  {
    await using plain = new Shots(["tui"], home, usual, { ...place, NO_COLOR: "1", LANG: "C" });
    await plain.looks("not-recording-80x24", "NOT RECORDING", "src/pay.ts");
    assert.ok(plain.rows().every((row) => row.every(({ colour }) => colour === undefined)));
    assert.doesNotMatch(plain.written, /[^\p{ASCII}]/u);
    await plain.becomes(low);
    await plain.looks("not-recording-40x10", "NOT RECORDING");
    plain.type("q");
    assert.equal(await plain.end(), 0);
  }
});

test("a history that has nothing in it says so", async () => {
  await using home = tempHome();
  await runUnf(["watch", "--yes"], { home });
  await using screen = new Shots(["tui"], home, usual, { HOME: home.root });
  await screen.looks("empty-80x24", "nothing is recorded yet");
  screen.type("jkGg[]fa d\rr");
  await screen.shows("there is nothing to restore");
  screen.type("q");
  assert.equal(await screen.end(), 0);
  await runUnf(["stop"], { home });
});
