import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { spawn } from "@lydell/node-pty";
import { type TempHome, testEnvironment } from "../../kit/index.ts";
import { openLongHistory } from "../long-history.ts";
import type { RunRow } from "../row.ts";
import { clock, interleave, median, renderMs, renderTimes } from "../statistics.ts";

/**
 * `unf tui` on a million rows, from its start until the newest of them are on the screen of a real
 * terminal, beside a Node program that does nothing in one like it.
 */
export const runTuiOpen: RunRow = async (bench) => {
  const history = openLongHistory(bench);
  const { home } = history;
  const empty = join(home.root, "empty.cjs");
  writeFileSync(empty, "");
  const drawn: number[] = [];
  const times = await interleave(
    bench.size(41, 5),
    async () => {
      const { first, rows } = await open([bench.bundle.launcher, "tui"], home);
      drawn.push(first);
      return rows;
    },
    () => clock(() => open([empty], home)),
  );
  const most = 300;
  return [
    {
      work: `unf tui on ${history.rows.toLocaleString("en")} rows, until they are on the screen`,
      ours: renderTimes(times.ours),
      yardstick: `an empty program: ${renderTimes(times.yardstick)}`,
      ratio: median(times.ours) / median(times.yardstick),
      target: `≤ ${most} ms`,
      isMet: median(times.ours) <= most,
      notes: [`the first drawing after ${renderMs(median(drawn))}`],
    },
  ];
};

interface Opened {
  /** Until something was drawn, and until the newest rows were. Unit: ms. */
  readonly first: number;
  readonly rows: number;
}

/** Starts a program in a terminal of its own, and leaves it as soon as it has shown rows. */
async function open(words: readonly string[], home: TempHome): Promise<Opened> {
  const start = performance.now();
  const terminal = spawn(process.execPath, [...words], {
    ...{ cwd: home.project, cols: 160, rows: 50, name: "xterm-256color" },
    env: testEnvironment(home, { TERM: "xterm-256color", LANG: "C.UTF-8" }),
  });
  let written = "";
  let opened: Opened = { first: 0, rows: 0 };
  terminal.onData((data) => {
    const ms = performance.now() - start;
    written += data;
    if (opened.first === 0) opened = { ...opened, first: ms };
    if (opened.rows > 0 || !written.includes("file-")) return;
    opened = { ...opened, rows: ms };
    terminal.write("q");
  });
  await new Promise<void>((resolve) => terminal.onExit(() => resolve()));
  const isScreen = words.length > 1;
  if (isScreen && opened.rows === 0) throw new Error(`no rows were shown: ${written}`);
  return opened;
}
