import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { systemCode } from "@unf/core/base";

/** A program that has not failed by then is taken for one that works. Unit: ms. */
const failsWithinMs = 3000;

/**
 * Starts a program that goes on by itself, away from the terminal and its keys. False where it is not
 * there, or fails at once.
 */
export async function startApart(argv: readonly string[], input: string): Promise<boolean> {
  const [program = "", ...args] = argv;
  let child: ChildProcess | undefined;
  try {
    // Some failures come at once, others as an event.
    child = spawn(program, args, { detached: true, stdio: ["pipe", "ignore", "ignore"] });
    // It may not read what it is given.
    child.stdin?.on("error", () => undefined).end(input);
    const signal = AbortSignal.timeout(failsWithinMs);
    const [code] = await once(child, "exit", { signal });
    return code === 0;
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === "AbortError") return true;
    if (systemCode(thrown) === undefined) throw thrown;
    return false;
  } finally {
    child?.unref();
  }
}
