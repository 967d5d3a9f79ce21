import { closeSync, constants, fstatSync, openSync, renameSync } from "node:fs";
import { UnfError } from "@unf/core/base";
import { commandLine } from "../runtime/one-file.ts";

/** A program to be left running. */
export interface Program {
  /** Its file, as `programPath` names it. */
  readonly path: string;
  readonly args: readonly string[];
  /** All of its environment; `cleanEnvironment` makes it. */
  readonly env: Readonly<Record<string, string>>;
  /** Options of Node and V8, before the file. */
  readonly nodeOptions?: readonly string[];
  /** Takes what it prints: nothing, unless it crashes. Created 0600. */
  readonly crashLog: string;
}

export interface Spawned {
  readonly pid: number;
  /** Resolves when it ends, while the starting process is there to see it. Never rejects. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

/** Of a crash log; what came before stays under the name with `.1`. Unit: bytes. */
const crashLogMax = 1024 * 1024;

/**
 * Starts a program that outlives this one and its terminal: a session of its own, working directory
 * `/`, umask 077, no open descriptor of ours. Does not keep this process running.
 */
export function spawnProgram(program: Program): Spawned {
  const { pid, ended, unref } = start(program, { detached: true, stdin: "ignore" });
  unref();
  return { pid, ended };
}

/**
 * Starts a program that is to end with this one: in the same session, and its standard input ends when
 * this process does, however that comes about.
 */
export function spawnBeside(program: Program): Spawned {
  const { pid, ended } = start(program, { detached: false, stdin: "pipe" });
  return { pid, ended };
}

function start(
  program: Program,
  how: { readonly detached: boolean; readonly stdin: "ignore" | "pipe" },
): Spawned & { readonly unref: () => void } {
  const { spawn } = process.getBuiltinModule("node:child_process");
  const log = openCrashLog(program.crashLog);
  // The umask is inherited and Node has no option for it; nothing else runs between the two calls.
  const umask = process.umask(0o077);
  try {
    const [file, ...args] = commandLine(program);
    const child = spawn(file, args, {
      cwd: "/",
      env: { ...program.env },
      detached: how.detached,
      stdio: [how.stdin, log, log],
      windowsHide: true,
    });
    let failure: unknown;
    const ended = new Promise<Awaited<Spawned["ended"]>>((resolve) => {
      child.once("exit", (code, signal) => resolve({ code, signal }));
      child.once("error", (error) => {
        failure = error;
        resolve({ code: null, signal: null });
      });
    });
    if (child.pid === undefined) {
      throw new UnfError("failed", `${program.path} could not be started`, { cause: failure });
    }
    return { pid: child.pid, ended, unref: () => child.unref() };
  } finally {
    process.umask(umask);
    closeSync(log);
  }
}

const appendFlags =
  constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);

function openCrashLog(path: string): number {
  const log = openSync(path, appendFlags, 0o600);
  if (fstatSync(log).size <= crashLogMax) return log;
  closeSync(log);
  renameSync(path, `${path}.1`);
  return openSync(path, appendFlags, 0o600);
}
