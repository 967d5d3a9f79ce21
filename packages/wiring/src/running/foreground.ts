import type { Foreground } from "@unf/answers";
import { type AbsPath, UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { crashLogPath, daemonLockPath, sentinelLockPath } from "@unf/core/home";
import {
  daemonProgram,
  endProcess,
  openHome,
  readHolder,
  spawnBeside,
  startTicks,
  systemClock,
} from "@unf/system";
import { connectDaemon } from "./running.ts";

/** Between two looks whether it answers. Unit: ms. */
const lookMs = 30;

/** Starts a daemon that ends with this process. Throws `refused` where one records already. */
export function startForeground(home: AbsPath): Foreground {
  openHome(home, { create: true });
  requireNobody(home);
  const { pid, ended } = spawnBeside(daemonProgram(home, { foreground: true }));
  const identity = { pid, startTicks: startTicks(pid) };
  let code: number | null | undefined;
  const over = ended.then((how) => {
    code = how.code;
    return how.code;
  });
  return {
    pid,
    ended: over,
    ready: () => waitForAnswer(home, () => code),
    end: async () => {
      await endProcess(identity, { graceMs: limits.sentinel.drainedMsMax });
      await over;
    },
  };
}

function requireNobody(home: AbsPath): void {
  const daemon = readHolder(daemonLockPath(home));
  const by = daemon ?? readHolder(sentinelLockPath(home));
  if (by === undefined) return;
  const name = daemon === undefined ? "sentinel" : "daemon";
  throw new UnfError("refused", `recording runs already (${name} ${by.pid})`, {
    hint: "unf watch adds a directory to it; unf stop ends it",
  });
}

/** `codeOf`: how the daemon ended; `undefined` while it runs. */
async function waitForAnswer(
  home: AbsPath,
  codeOf: () => number | null | undefined,
): Promise<void> {
  const end = systemClock.mono() + limits.sentinel.startMsMax;
  for (;;) {
    if (codeOf() === anotherRecords) requireNobody(home);
    if (codeOf() !== undefined || systemClock.mono() >= end) throw notStarted(home);
    if (await answers(home)) return;
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
}

/** A function of its own: esbuild's `using` keeps the failure of one round of a loop for the next. */
async function answers(home: AbsPath): Promise<boolean> {
  try {
    using _client = await connectDaemon(home);
    return true;
  } catch (thrown) {
    if (thrown instanceof UnfError && thrown.code === "daemon_unavailable") return false;
    throw thrown;
  }
}

/** With which a daemon ends that finds another. */
const anotherRecords = 6;

function notStarted(home: AbsPath): UnfError {
  return new UnfError("daemon_unavailable", "the daemon did not start", {
    hint: `look into ${crashLogPath(home, "daemon")}`,
  });
}
