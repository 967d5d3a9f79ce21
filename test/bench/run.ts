// npm run bench [-- [--check] [--report] [<row> ...]]     UNF_BENCH_QUICK=1 cuts the sizes for a smoke test
//
// Measures what docs promise, each against a yardstick that runs in the same session on the same
// disk, and prints the ratio beside its target. A missed target is printed, and is an error only
// under --check; a row that could not be measured always is one. --report writes the findings into
// docs/performance.md.

import process from "node:process";
import { describeMachine } from "./machine.ts";
import { withBench } from "./open-bench.ts";
import { type Options, readOptions } from "./options.ts";
import { renderFinding, renderSummary } from "./render.ts";
import { writeReport } from "./report.ts";
import { type Bench, type Finding, isMissed, type NamedFinding, type RunRow } from "./row.ts";

const rows: Readonly<Record<string, () => Promise<RunRow>>> = {
  save: async () => (await import("./row/save.ts")).runSave,
  "save-daemon": async () => (await import("./row/save-daemon.ts")).runSaveDaemon,
  "save-cli": async () => (await import("./row/save-cli.ts")).runSaveCli,
  storm: async () => (await import("./row/storm.ts")).runStorm,
  baseline: async () => (await import("./row/baseline.ts")).runBaseline,
  rewrite: async () => (await import("./row/rewrite.ts")).runRewrite,
  versions: async () => (await import("./row/versions.ts")).runVersions,
  burst: async () => (await import("./row/burst.ts")).runBurst,
  sweep: async () => (await import("./row/sweep.ts")).runSweep,
  watch: async () => (await import("./row/watch.ts")).runWatch,
  flush: async () => (await import("./row/flush.ts")).runFlush,
  restore: async () => (await import("./row/restore.ts")).runRestore,
  checkpoint: async () => (await import("./row/checkpoint.ts")).runCheckpoint,
  trees: async () => (await import("./row/trees.ts")).runTrees,
  changes: async () => (await import("./row/changes.ts")).runChanges,
  log: async () => (await import("./row/log.ts")).runLog,
  commands: async () => (await import("./row/commands.ts")).runCommands,
  "tui-open": async () => (await import("./row/tui-open.ts")).runTuiOpen,
  state: async () => (await import("./row/state.ts")).runState,
  prune: async () => (await import("./row/prune.ts")).runPrune,
  blame: async () => (await import("./row/blame.ts")).runBlame,
  search: async () => (await import("./row/search.ts")).runSearch,
  collect: async () => (await import("./row/collect.ts")).runCollect,
  hook: async () => (await import("./row/hook.ts")).runHook,
  pack: async () => (await import("./row/pack.ts")).runPack,
  oops: async () => (await import("./row/oops.ts")).runOops,
  idle: async () => (await import("./row/idle.ts")).runIdle,
  agents: async () => (await import("./row/agents.ts")).runAgents,
  single: async () => (await import("./row/single.ts")).runSingle,
  "ui-answers": async () => (await import("./row/ui-answers.ts")).runUiAnswers,
  large: async () => (await import("./row/large.ts")).runLarge,
};

/** Rows that take many minutes: they run when they are named. */
const onlyNamed: ReadonlySet<string> = new Set(["large"]);

async function main({ names, check, report }: Options): Promise<void> {
  const machine = describeMachine();
  console.log(machine.join("\n"));
  const found: NamedFinding[] = [];
  await withBench(async (bench) => {
    const all = Object.keys(rows).filter((name) => !onlyNamed.has(name));
    for (const name of names.length === 0 ? all : names) {
      for (const finding of await runRow(name, bench)) {
        found.push({ name, finding });
        console.log(renderFinding(name, finding));
      }
      // After each row: a run takes long, and may be ended.
      if (report) writeReport(machine, names, found);
    }
  });
  console.log(renderSummary(found));
  if (check && found.some(isMissed)) process.exitCode = 1;
}

async function runRow(name: string, bench: Bench): Promise<readonly Finding[]> {
  try {
    const run = await rows[name]?.();
    return (await run?.(bench)) ?? [];
  } catch (thrown) {
    console.error(`\n${name}: could not be measured:`, thrown);
    process.exitCode = 1;
    return [];
  }
}

const options = readOptions(process.argv.slice(2), Object.keys(rows));
if ("refused" in options) {
  console.error(options.refused);
  process.exitCode = 2;
} else {
  await main(options);
}
