import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** The means to drive a program that does what each message says, and answers it then. */
export interface ChildAgent {
  readonly pid: number;
  /** Has it do something, and waits until that is done. */
  readonly act: (...message: readonly unknown[]) => Promise<void>;
  /** As `kill -9` does, if it still runs. */
  readonly kill: () => Promise<void>;
}

export async function asChildAgent(child: ChildProcess): Promise<ChildAgent> {
  await once(child, "spawn");
  return {
    pid: child.pid ?? 0,
    act: async (...message) => {
      const answered = once(child, "message");
      child.send(message);
      await answered;
    },
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const closed = once(child, "exit");
      child.kill("SIGKILL");
      await closed;
    },
  };
}
