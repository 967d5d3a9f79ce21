import { type ChildProcess, spawn } from "node:child_process";
import type { ChildEnding, StartedChild, ToldProcess } from "@unf/answers";
import { systemCode } from "@unf/core/base";
import { adoptOrphans, startTicks } from "@unf/system";

/**
 * Starts a program with the streams of this one, and these variables besides. As long as it runs,
 * signals are its own: this process hands them on and stays.
 */
export async function startChild(
  argv: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<StartedChild<NodeJS.Signals>> {
  const [program = "", ...args] = argv;
  let child: ChildProcess | undefined;
  // Before it runs: it may be told to end by whoever sees its first line.
  const release = passSignals((signal) => child?.kill(signal));
  try {
    child = spawn(program, args, { stdio: "inherit", env: { ...process.env, ...variables } });
  } catch (thrown) {
    // Some failures come at once, others as an event.
    release();
    return notStarted(program, thrown);
  }
  return whenStarted(program, child, release);
}

async function whenStarted(
  program: string,
  child: ChildProcess,
  release: () => void,
): Promise<StartedChild<NodeJS.Signals>> {
  const failure = await new Promise<unknown>((resolve) => {
    child.once("spawn", () => resolve(undefined));
    child.once("error", resolve);
  });
  const { pid } = child;
  if (failure !== undefined || pid === undefined) {
    release();
    return notStarted(program, failure);
  }
  // It runs already: it need not wait until that is done.
  const adoption = adoptOrphans(pid);
  const worker = adoption === undefined ? pid : process.pid;
  const ended = new Promise<ChildEnding<NodeJS.Signals>>((resolve) => {
    child.once("exit", (code, signal) => {
      release();
      adoption?.[Symbol.dispose]();
      resolve(signal === null ? { code: code ?? 1 } : { signal });
    });
  });
  return { pid, worker: asTold(worker), ended };
}

/** This process, below which all is done that it starts. */
export function ownProcess(): ToldProcess {
  return asTold(process.pid);
}

function asTold(pid: number): ToldProcess {
  const started = startTicks(pid);
  return { pid, ...(started === undefined ? {} : { started }) };
}

function notStarted(program: string, failure: unknown): StartedChild<NodeJS.Signals> {
  const isMissing = ["ENOENT", "ENOTDIR"].includes(systemCode(failure) ?? "");
  const why = isMissing ? "no such program" : `cannot be run (${systemCode(failure) ?? failure})`;
  return { pid: undefined, exit: isMissing ? 127 : 126, why: `${program}: ${why}` };
}

/** Those of the terminal's keys reach its whole group by themselves. Returns what undoes it. */
function passSignals(kill: (signal: NodeJS.Signals) => void): () => void {
  const isAtTerminal = process.getBuiltinModule("node:tty").isatty(0);
  const ofKeys: readonly NodeJS.Signals[] = ["SIGINT", "SIGQUIT", "SIGHUP"];
  const others: readonly NodeJS.Signals[] = ["SIGTERM", "SIGUSR1", "SIGUSR2"];
  const handlers = [
    ...ofKeys.map((name) => ({ name, pass: () => isAtTerminal || kill(name) })),
    ...others.map((name) => ({ name, pass: () => kill(name) })),
  ];
  for (const { name, pass } of handlers) process.on(name, pass);
  return () => {
    for (const { name, pass } of handlers) process.off(name, pass);
  };
}
