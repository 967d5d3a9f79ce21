// npm run bench [-- <row> ...]      UNF_BENCH_QUICK=1 cuts the sizes for a smoke test
//
// Measures what docs promise, each against a yardstick that runs in the same session on the same
// disk, and prints the ratio beside its target. A missed target is printed, not an error.

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { buildBundle } from "./bundle.ts";
import { describeMachine, spreadOut } from "./machine.ts";
import { renderFinding, renderSummary } from "./render.ts";
import type { Bench, Finding, RunRow } from "./row.ts";

const rows: Readonly<Record<string, () => Promise<RunRow>>> = {
  save: async () => (await import("./row/save.ts")).runSave,
  "save-daemon": async () => (await import("./row/save-daemon.ts")).runSaveDaemon,
  "save-cli": async () => (await import("./row/save-cli.ts")).runSaveCli,
  storm: async () => (await import("./row/storm.ts")).runStorm,
  baseline: async () => (await import("./row/baseline.ts")).runBaseline,
  rewrite: async () => (await import("./row/rewrite.ts")).runRewrite,
  burst: async () => (await import("./row/burst.ts")).runBurst,
  sweep: async () => (await import("./row/sweep.ts")).runSweep,
  watch: async () => (await import("./row/watch.ts")).runWatch,
  flush: async () => (await import("./row/flush.ts")).runFlush,
  restore: async () => (await import("./row/restore.ts")).runRestore,
  checkpoint: async () => (await import("./row/checkpoint.ts")).runCheckpoint,
  changes: async () => (await import("./row/changes.ts")).runChanges,
  log: async () => (await import("./row/log.ts")).runLog,
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
  large: async () => (await import("./row/large.ts")).runLarge,
};

/** Rows that take many minutes: they run when they are named. */
const onlyNamed: ReadonlySet<string> = new Set(["large"]);

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !(name in rows));
  if (unknown.length > 0) {
    console.error(`no row ${unknown.join(", ")}; there are: ${Object.keys(rows).join(", ")}`);
    process.exitCode = 2;
    return;
  }
  const isQuick = process.env.UNF_BENCH_QUICK === "1";
  console.log(describeMachine().join("\n"));
  if (isQuick) console.log("quick    sizes are cut down: the verdicts mean little");
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), "unf-bench-")));
  spreadOut(scratch);
  using bundle = buildBundle();
  const bench: Bench = {
    isQuick,
    bundle,
    size: (full, quick) => (isQuick ? quick : full),
    scratch: (name) => realpathSync(mkdtempSync(join(scratch, `${name}-`))),
    doing: (what) => process.stderr.write(`         … ${what}\n`),
  };
  const found: { readonly name: string; readonly finding: Finding }[] = [];
  try {
    const all = Object.keys(rows).filter((name) => !onlyNamed.has(name));
    for (const name of names.length === 0 ? all : names) {
      for (const finding of await runRow(name, bench)) {
        found.push({ name, finding });
        console.log(renderFinding(name, finding));
      }
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  console.log(renderSummary(found));
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

await main(process.argv.slice(2));
