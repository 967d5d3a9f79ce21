import { commandLine } from "../runtime/one-file.ts";

/** A program of ours that does one thing and ends. */
export interface ShortProgram {
  /** Its file, as `programPath` names it. */
  readonly path: string;
  readonly args: readonly string[];
  /** All of its environment; `cleanEnvironment` makes it. */
  readonly env: Readonly<Record<string, string>>;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Keys of the terminal, such as Ctrl-C, are none of its business. */
  readonly isApart?: boolean;
}

/** Runs a program to its end; `null` where a signal ended it. Rejects only when it cannot be started. */
export function runProgram({
  path,
  args,
  env,
  signal,
  isApart = false,
}: ShortProgram): Promise<{ readonly code: number | null; readonly stdout: string }> {
  const { spawn } = process.getBuiltinModule("node:child_process");
  const [file, ...words] = commandLine({ path, args });
  const child = spawn(file, words, {
    cwd: "/",
    env: { ...env },
    stdio: ["ignore", "pipe", "ignore"],
    windowsHide: true,
    detached: isApart,
  });
  const end = () => child.kill("SIGKILL");
  signal.addEventListener("abort", end);
  const printed: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => printed.push(chunk));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      signal.removeEventListener("abort", end);
      resolve({ code, stdout: Buffer.concat(printed).toString() });
    });
  });
}
