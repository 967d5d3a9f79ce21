import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { buildBundle } from "./bundle.ts";
import { spreadOut } from "./machine.ts";
import type { Bench } from "./row.ts";

/** Gives `work` what every measurement needs, and takes its scratch directory away again. */
export async function withBench(work: (bench: Bench) => Promise<void>): Promise<void> {
  const isQuick = process.env.UNF_BENCH_QUICK === "1";
  if (isQuick) console.log("quick    sizes are cut down: the verdicts mean little");
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), "unf-bench-")));
  spreadOut(scratch);
  using bundle = buildBundle();
  try {
    await work({
      isQuick,
      bundle,
      size: (full, quick) => (isQuick ? quick : full),
      scratch: (name) => realpathSync(mkdtempSync(join(scratch, `${name}-`))),
      doing: (what) => process.stderr.write(`         … ${what}\n`),
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
