import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

/** The words that start unf; the text that is installed has them in front. */
declare const command: readonly string[];

/** How long an agent may wait for a hook that hangs, although ours never does. */
const hookLimitMs = 5000;
/** How long for a checkpoint, or a look. A restore has no limit: it is never cut off. */
const lookLimitMs = 60_000;

/** The end of a run of unf: its exit code, and the document that it printed, if it is one. */
export interface Ran {
  readonly exit: number;
  readonly document: Readonly<Record<string, unknown>>;
}

let isMissing = !command.slice(1).every((file) => existsSync(file));

/**
 * Tells unf of an event of the agent, by its hook, which ends within 100 ms: so that an event is told
 * before what follows it happens.
 */
export async function tellHook(cwd: string, payload: object): Promise<void> {
  await run(cwd, ["hook", "run", "pi"], { limitMs: hookLimitMs, input: JSON.stringify(payload) });
}

/** Runs a command that changes nothing, or only bookmarks. `undefined`: it could not be started, or hung. */
export function look(cwd: string, words: readonly string[]): Promise<Ran | undefined> {
  return run(cwd, [...words, "--json"], { limitMs: lookLimitMs });
}

/** Runs a restore or an undo to its end. */
export function carryOut(cwd: string, words: readonly string[]): Promise<Ran | undefined> {
  return run(cwd, [...words, "--yes", "--json"], {});
}

interface Limits {
  readonly limitMs?: number;
  readonly input?: string;
}

/** A failed start (unf is not installed) silences everything for good. */
function run(cwd: string, words: readonly string[], { limitMs, input }: Limits) {
  if (isMissing) return Promise.resolve(undefined);
  return new Promise<Ran | undefined>((done) => {
    try {
      const [file = "", ...first] = command;
      const stdout = input === undefined ? "pipe" : "ignore";
      const child = spawn(file, [...first, ...words], { stdio: ["pipe", stdout, "ignore"], cwd });
      const limit = limitMs === undefined ? undefined : setTimeout(() => child.kill(), limitMs);
      // A program that cannot be started does not exit either: a timer that waits for that would
      // hold the agent up at its own end.
      const settle = (ran: Ran | undefined): void => {
        clearTimeout(limit);
        done(ran);
      };
      let said = "";
      child.stdout?.setEncoding("utf8").on("data", (text: string) => {
        said += text;
      });
      const end = child.stdout === null ? "exit" : "close";
      child.once(end, (code: number | null) =>
        settle(code === null ? undefined : { exit: code, document: parse(said) }),
      );
      child.once("error", () => {
        isMissing = true;
        settle(undefined);
      });
      child.stdin?.once("error", () => undefined);
      child.stdin?.end(input);
    } catch {
      isMissing = true;
      done(undefined);
    }
  });
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
