import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Finished,
  type RunOptions,
  runUnf,
  type TempHome,
  testEnvironment,
  wordsOf,
} from "../kit/index.ts";

const program = wordsOf("hook");

/** Payload of a hook of Claude Code. */
export type Payload = Readonly<Record<string, unknown>>;

/** Runs `unf hook run claude-code` as the agent does, with the payload on stdin. */
export function runHook(
  home: TempHome,
  payload: Payload | string,
  options: Partial<RunOptions> & { readonly args?: readonly string[] } = {},
): Promise<Finished> {
  const stdin = typeof payload === "string" ? payload : JSON.stringify(payload);
  const { args = ["hook", "run", "claude-code"], ...more } = options;
  return runUnf(args, { home, program, stdin, ...more });
}

/** Starts the hook and leaves its stdin to the test. */
export function startHook(home: TempHome): ChildProcess {
  const [file, ...words] = program;
  return spawn(file, [...words, "claude-code"], {
    cwd: home.project,
    env: testEnvironment(home),
    stdio: ["pipe", "ignore", "ignore"],
  });
}

export async function exitOf(child: ChildProcess): Promise<unknown> {
  const [code] = await once(child, "exit");
  return code;
}

/** Events in the daemon's log: which kinds it passed on, and to which projects. */
export function heard(
  home: TempHome,
): readonly { readonly kind: string; readonly roots: string[] }[] {
  return readLog(home).filter(({ event }) => event === "agent.event") as never;
}

export function readLog(home: TempHome): readonly { readonly event: string }[] {
  const log = join(home.unfHome, "logs/daemon.log");
  if (!existsSync(log)) return [];
  const lines = readFileSync(log, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

export function spooled(home: TempHome): string[] {
  const directory = join(home.unfHome, "spool");
  return existsSync(directory) ? readdirSync(directory).sort() : [];
}
