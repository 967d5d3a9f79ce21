import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { type TempHome, testEnvironment, until, wordsOfUnf } from "../kit/index.ts";

/** A run of `unf` by a person: no agent stands above it, also where one runs the tests. */
export interface PersonsRun {
  /** All that it has printed up to now, to stdout and stderr. */
  said(): string;
  /** Resolves with its exit code; of one that a signal ended with what a shell says. */
  ended(): Promise<number>;
  /** Sends a signal to it. */
  signal(name: NodeJS.Signals): void;
  readonly pid: number;
}

let runs = 0;

/** Keeps the exit code. The first shell ends at once, so that nobody who ran the test stands above. */
const script = `( "$@" & echo $! >"$PLACE.pid"; wait $!; echo $? >"$PLACE.code" ) >"$PLACE.out" 2>&1 &`;

/** Starts it; it ends with the test at the latest. */
export async function startAsPerson(
  home: TempHome,
  args: readonly string[],
  { env = {}, via = [] }: { env?: Record<string, string>; via?: readonly string[] } = {},
): Promise<PersonsRun> {
  runs += 1;
  const place = join(home.root, `person-${runs}`);
  spawn("/bin/sh", ["-c", script, "sh", ...via, ...wordsOfUnf(), ...args], {
    cwd: home.project,
    env: { ...testEnvironment(home, env), PLACE: place },
    stdio: "ignore",
  });
  const pid = await until("it runs", () => Number(read(`${place}.pid`).trim()));
  return {
    pid,
    said: () => read(`${place}.out`),
    ended: () =>
      until("it has ended", () => /^\d+$/m.exec(read(`${place}.code`))?.[0]).then(Number),
    signal: (name) => process.kill(pid, name),
  };
}

/** Empty before it is there. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
