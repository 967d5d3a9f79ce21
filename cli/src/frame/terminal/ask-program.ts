import { execFile } from "node:child_process";
import type { ProgramBounds } from "@unf/answers";
import { systemCode } from "@unf/core/base";

/**
 * Output of a program, started without a shell; `undefined` when it is not there, fails, says too
 * much or takes too long. It gets of the environment only what tells it who asks.
 */
export function askProgram(
  argv: readonly string[],
  { cwd, timeoutMs, bytesMax }: ProgramBounds,
): Promise<Uint8Array | undefined> {
  const [program = "", ...args] = argv;
  const { HOME, PATH, XDG_CONFIG_HOME } = process.env;
  const options = {
    cwd,
    env: { HOME, PATH, XDG_CONFIG_HOME, LC_ALL: "C" },
    encoding: "buffer",
    timeout: timeoutMs,
    killSignal: "SIGKILL",
    maxBuffer: bytesMax,
  } as const;
  return new Promise((resolve, reject) => {
    try {
      execFile(program, args, options, (failure, stdout) =>
        resolve(failure === null ? stdout : undefined),
      );
    } catch (thrown) {
      // Some failures come at once, others with the answer.
      if (systemCode(thrown) === undefined) reject(thrown);
      else resolve(undefined);
    }
  });
}
