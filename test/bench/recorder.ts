import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Writer } from "@unf/answers";
import type { AbsPath } from "@unf/core/base";
import { daemonLockPath, sentinelLockPath } from "@unf/core/home";
import { readHolder } from "@unf/system";
import { openWriter } from "@unf/wiring";
import { endProcesses, type Finished, runUnf, type TempHome, until } from "../kit/index.ts";
import type { Bench } from "./row.ts";

/** A home whose daemon and sentinel run from the bundle, as a person would have them. */
export interface Recorder extends AsyncDisposable {
  readonly home: TempHome;
  readonly unfHome: AbsPath;
  /** The socket, for what is asked often: a program start each time would hide what is measured. */
  writer(): Writer;
  unf(...args: readonly string[]): Promise<Finished>;
  watch(root: string): Promise<void>;
  flush(root: string): Promise<void>;
  /** The same after a look at every file. */
  sweep(root: string): Promise<void>;
  /** Ends the daemon; the next one has its projects swept when this resolves. */
  restart(): Promise<void>;
  daemonPid(): number;
  sentinelPid(): number;
}

export async function startRecorder(bench: Bench): Promise<Recorder> {
  const home = openBenchHome(bench);
  const unfHome = home.unfHome as AbsPath;
  const unf = (...args: readonly string[]): Promise<Finished> => runBundled(bench, home, args);
  const pidOf = (lock: AbsPath): number => {
    const holder = readHolder(lock);
    if (holder === undefined) throw new Error(`nobody holds ${lock}`);
    return holder.pid;
  };
  try {
    await unf("start");
    let writer = await openWriter(unfHome, "never");
    return {
      home,
      unfHome,
      writer: () => writer,
      unf,
      watch: async (root) => {
        await writer.request("watch", { root, options: {} });
      },
      flush: async (root) => {
        await writer.request("flush", { root });
      },
      sweep: async (root) => {
        await writer.request("flush", { root, sweep: true });
      },
      restart: async () => {
        await writer[Symbol.asyncDispose]();
        await unf("restart");
        writer = await openWriter(unfHome, "never");
        await until("every project is swept", () => isSwept(writer), { limitMs: 120_000 });
      },
      daemonPid: () => pidOf(daemonLockPath(unfHome)),
      sentinelPid: () => pidOf(sentinelLockPath(unfHome)),
      [Symbol.asyncDispose]: async () => {
        await writer[Symbol.asyncDispose]();
        await unf("stop");
        await home[Symbol.asyncDispose]();
      },
    };
  } catch (thrown) {
    await home[Symbol.asyncDispose]();
    throw thrown;
  }
}

async function isSwept(writer: Writer): Promise<boolean> {
  const { projects } = await writer.request("status", {});
  return projects.every(({ state }) => state === "watching");
}

/**
 * A home in the scratch directory. Its processes end with it, its files stay until the bench ends:
 * ext4 steps over inodes freed in the last minutes, so after a mass deletion a new file costs
 * twenty times as much.
 */
export function openBenchHome(bench: Bench): TempHome {
  const root = bench.scratch("home");
  const home = join(root, "home");
  const project = join(root, "project");
  mkdirSync(home, { mode: 0o700 });
  mkdirSync(project);
  return {
    root,
    home,
    unfHome: join(home, ".unfudged"),
    project,
    onDispose: () => undefined,
    [Symbol.asyncDispose]: () => endProcesses(root),
  };
}

/** Runs the bundled `unf` and requires that it succeeds. */
async function runBundled(
  bench: Bench,
  home: TempHome,
  args: readonly string[],
): Promise<Finished> {
  // As a person runs it: what is compiled is kept in unf's own home.
  const env = { NODE_COMPILE_CACHE: undefined };
  const program = bench.bundle.launcher;
  const finished = await runUnf(args, { home, program, env, limitMs: 300_000 });
  if (finished.code === 0) return finished;
  throw new Error(`unf ${args.join(" ")}: exit ${finished.code}: ${finished.stderr}`);
}
