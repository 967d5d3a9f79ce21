import { execFileSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { readChildrenCpuMs } from "./process-cost.ts";
import type { Bench } from "./row.ts";

/** A repository over a tree, with the settings that git has out of the box. */
export interface Git {
  run(...args: readonly string[]): void;
  /** Milliseconds of one command, start of the program included. */
  time(...args: readonly string[]): number;
  /** Processor time of the last timed command. Unit: ms. */
  readonly cpuMs: number;
}

/** Makes a fresh repository. It lies outside of the tree, so that the tree stays as it is. */
export function initGit(bench: Bench, tree: string): Git {
  const directory = bench.scratch("git");
  const env = {
    PATH: process.env.PATH,
    HOME: directory,
    GIT_DIR: join(directory, "repository"),
    GIT_WORK_TREE: tree,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_AUTHOR_NAME: "bench",
    GIT_AUTHOR_EMAIL: "bench@localhost",
    GIT_COMMITTER_NAME: "bench",
    GIT_COMMITTER_EMAIL: "bench@localhost",
  };
  // No collection in the background: it would run beside what is measured next.
  const run = (...args: readonly string[]): void => {
    const quiet = ["-c", "gc.auto=0", "-c", "maintenance.auto=false", ...args];
    execFileSync("git", quiet, { cwd: tree, env, stdio: ["ignore", "ignore", "pipe"] });
  };
  let cpuMs = 0;
  run("init", "-q");
  return {
    run,
    time: (...args) => {
      const before = readChildrenCpuMs();
      const start = performance.now();
      run(...args);
      const ms = performance.now() - start;
      cpuMs = readChildrenCpuMs() - before;
      return ms;
    },
    get cpuMs() {
      return cpuMs;
    },
  };
}
