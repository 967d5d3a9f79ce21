import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { AbsPath } from "@unf/core/base";
import { daemonLockPath, sentinelLockPath } from "@unf/core/home";
import { readHolder } from "@unf/system";
import { type TempHome, testEnvironment, until } from "../../kit/index.ts";
import { openLongHistory } from "../long-history.ts";
import { readRss } from "../process-cost.ts";
import { openBenchHome } from "../recorder.ts";
import type { Finding, RunRow } from "../row.ts";
import { growTree } from "../source-tree.ts";
import { clock, median, quantile, renderMs, renderTimes } from "../statistics.ts";

/** The executable beside an empty program of Bun, which it is made with, and one of Node. */
export const runSingle: RunRow = async (bench) => {
  const bun = join(repository, `node_modules/${bunPackage}/bin/bun`);
  if (!existsSync(bun)) throw new Error(`${bunPackage} is not installed`);
  bench.doing("making the executable");
  const place = bench.scratch("single");
  const executable = join(place, "unf");
  const make = join(repository, ".config/package/package.mjs");
  execFileSync(process.execPath, [make, "--out", place], { stdio: "ignore" });
  const empty = makeEmpty(bun, place);
  const history = openLongHistory(bench);
  const home = openBenchHome(bench);
  const tree = growTree(home.project, bench.size(10_000, 200), 6);
  const run = (home: TempHome, words: readonly string[], input = "") => {
    const [file = "", ...args] = words;
    const env = { ...testEnvironment(home), NODE_COMPILE_CACHE: undefined };
    const options = { cwd: home.project, env, input, encoding: "utf8" } as const;
    const { status, stderr } = spawnSync(file, args, options);
    if (status !== 0) throw new Error(`${words.join(" ")}: exit ${status}: ${stderr}`);
  };
  run(home, [executable, "watch", tree.root, "--scratch-home"]);
  try {
    const of = async (work: string, words: readonly string[], limits: Limits, more: More = {}) =>
      await measure(bench.size(41, 5), work, limits, [
        () => run(more.home ?? home, [executable, ...words], more.input),
        () => run(home, [empty.bun]),
        () => run(home, [process.execPath, empty.node]),
      ]);
    const [first = ""] = tree.files;
    return [
      await of("unf --version", ["--version"], { medianMs: 10 }),
      await of("unf status", ["status"], { medianMs: 20 }),
      await of(
        `unf log -n 20 on ${history.rows.toLocaleString("en")} rows`,
        ["log", "-n", "20"],
        { medianMs: 20 },
        history,
      ),
      await of("unf cat", ["cat", first], { medianMs: 18 }),
      await of("unf hook run", ["hook", "run", "claude-code"], { p95Ms: 12 }, { input: payload }),
      ...(await measureMemory(home, tree.files.length)),
    ];
  } finally {
    run(home, [executable, "stop"]);
  }
};

const repository = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");
const bunPackage = `@oven/bun-linux-${process.arch === "arm64" ? "aarch64" : process.arch}`;

/** A program that does nothing, for each runtime. */
function makeEmpty(bun: string, place: string): { readonly bun: string; readonly node: string } {
  const node = join(place, "empty.cjs");
  writeFileSync(node, "");
  const directory = join(place, "empty");
  mkdirSync(directory);
  const words = ["build", "--compile", "--bytecode", "--format=cjs", `--outfile=${directory}/bun`];
  execFileSync(bun, [...words, node], { cwd: place, stdio: "ignore" });
  return { bun: join(directory, "bun"), node };
}

interface Limits {
  readonly medianMs?: number;
  readonly p95Ms?: number;
}

interface More {
  readonly home?: TempHome;
  readonly input?: string;
}

async function measure(
  rounds: number,
  work: string,
  { medianMs, p95Ms }: Limits,
  runs: readonly (() => void)[],
): Promise<Finding> {
  const times = runs.map(() => [] as number[]);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, run] of runs.entries()) times[index]?.push(await clock(run));
  const [ours = [], bun = [], node = []] = times;
  const isWithin = (limit: number | undefined, figure: number) =>
    limit === undefined || figure <= limit;
  return {
    work: `${work}, one executable`,
    ours: renderTimes(ours),
    yardstick: `an empty program of Bun: ${renderTimes(bun)}`,
    ratio: median(ours) / median(bun),
    target: medianMs === undefined ? `p95 ≤ ${p95Ms} ms` : `≤ ${medianMs} ms`,
    isMet: isWithin(medianMs, median(ours)) && isWithin(p95Ms, quantile(ours, 0.95)),
    notes: [
      `p95 ${renderMs(quantile(ours, 0.95))}`,
      `an empty program of Node: ${renderTimes(node)}`,
    ],
  };
}

async function measureMemory(home: TempHome, files: number): Promise<readonly Finding[]> {
  const pidOf = (lock: (home: AbsPath) => AbsPath) =>
    until("it runs", () => readHolder(lock(home.unfHome as AbsPath))?.pid);
  const daemon = await pidOf(daemonLockPath);
  const sentinel = await pidOf(sentinelLockPath);
  const own = readRss(process.pid);
  const finding = (work: string, mb: number, limit: number): Finding => ({
    work,
    ours: `${mb.toFixed(1)} MB`,
    yardstick: `this process of Node: ${own.toFixed(1)} MB`,
    ratio: mb / own,
    target: `≤ ${limit} MB`,
    isMet: mb <= limit,
    notes: [],
  });
  const shares = readPss(daemon) + readPss(sentinel);
  return [
    finding("the sentinel of the executable, resident", readRss(sentinel), 28),
    finding(`its daemon with ${files} files, resident`, readRss(daemon), 70),
    finding("both, proportional", shares, 60),
  ];
}

/** Memory of a process, with its share of what others use too. Unit: MB of 10^6 bytes. */
function readPss(pid: number): number {
  const kib = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1];
  return (Number(kib) * 1024) / 1e6;
}

const payload = JSON.stringify({
  session_id: "7f3a",
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_use_id: "t1",
  tool_input: { command: "make test" },
});
