import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import {
  anotherProject,
  type Finished,
  makeScratchHome,
  type RunOptions,
  runUnf,
  type TempHome,
  tellLogs,
  tempHome,
} from "../kit/index.ts";

/** A version in `unf log --json`. Only the members that these tests read. */
export interface LogEntry {
  readonly id: string;
  readonly path: string;
  readonly kind: "create" | "modify" | "delete" | "rename";
  readonly settled: boolean;
  readonly added: number | null;
  readonly removed: number | null;
  readonly cause: string;
  readonly hash?: string | null;
}

export interface StatusJson {
  readonly recording: boolean;
  readonly daemon: { readonly pid: number } | null;
  readonly projects: readonly {
    readonly root: string;
    readonly state: string;
    readonly reason?: string | null;
    readonly id?: string;
    readonly open_gaps?: number;
  }[];
}

/** One home with its project watched, and the commands a person would type in it. */
export interface Story extends AsyncDisposable {
  readonly home: TempHome;
  /** Absolute path of something in the project. */
  readonly at: (path: string) => string;
  /** Runs unf and requires exit 0. */
  readonly unf: (...args: string[]) => Promise<Finished>;
  /** Runs unf whatever its exit code. */
  readonly tryUnf: (args: readonly string[], options?: Partial<RunOptions>) => Promise<Finished>;
  readonly flush: () => Promise<void>;
  /** Newest first, interim versions included. */
  readonly log: (...args: string[]) => Promise<LogEntry[]>;
  readonly status: () => Promise<StatusJson>;
  /** Pid of the daemon as `status` says; fails when none runs. */
  readonly daemonPid: () => Promise<number>;
  readonly sentinelPid: () => number;
}

/**
 * Starts a story; `prepare` fills the project before it is watched. `home`: instead of a new one, and
 * removed like it. `settings` hold from the first command on. The rest: how every command runs.
 */
export async function tellStory(
  prepare?: (at: (path: string) => string) => void,
  {
    home = tempHome(),
    settings = {},
    ...common
  }: Partial<RunOptions> & { readonly settings?: Readonly<Record<string, string>> } = {},
): Promise<Story> {
  const at = (path: string): string => join(home.project, path);
  const tryUnf = (args: readonly string[], options: Partial<RunOptions> = {}): Promise<Finished> =>
    runUnf(args, { ...common, home, ...options });
  const unf = async (...args: string[]): Promise<Finished> => {
    const finished = await tryUnf(args);
    if (finished.code !== 0) {
      const said = `${finished.stdout}${finished.stderr}`;
      assert.fail(`unf ${args.join(" ")}: exit ${finished.code}\n${said}\n${tellLogs(home)}`);
    }
    return finished;
  };
  const status = async (): Promise<StatusJson> =>
    JSON.parse((await tryUnf(["status", "--json"])).stdout) as StatusJson;
  try {
    prepare?.(at);
    if (Object.keys(settings).length > 0) makeScratchHome(home);
    for (const [key, value] of Object.entries(settings)) await unf("config", "set", key, value);
    await unf("watch", home.project);
  } catch (thrown) {
    await home[Symbol.asyncDispose]();
    throw thrown;
  }
  return {
    home,
    at,
    unf,
    tryUnf,
    flush: async () => {
      await unf("flush");
    },
    log: async (...args) => {
      const finished = await unf("log", "--all", "--json", "--limit", "100000", ...args);
      return (JSON.parse(finished.stdout) as { entries: LogEntry[] }).entries;
    },
    status,
    daemonPid: async () => {
      const { daemon } = await status();
      assert.ok(daemon !== null, "no daemon runs");
      return daemon.pid;
    },
    sentinelPid: () => readHolder(join(home.unfHome, "run", "sentinel.lock.json")),
    [Symbol.asyncDispose]: () => home[Symbol.asyncDispose](),
  };
}

/**
 * For a file of tests that leave home and daemon alone: gives the function that starts a story in a project
 * of its own, of which all are recorded by one daemon. It ends when the last test has.
 */
export function tellingBeside(): (prepare?: (at: Story["at"]) => void) => Promise<Story> {
  let home: TempHome | undefined;
  after(() => home?.[Symbol.asyncDispose]());
  return (prepare) => {
    home ??= tempHome();
    return tellStory(prepare, { home: anotherProject(home) });
  };
}

function readHolder(path: string): number {
  return (JSON.parse(readFileSync(path, "utf8")) as { pid: number }).pid;
}
