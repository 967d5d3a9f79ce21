import { type AbsPath, type Log, UnfError, version } from "@unf/core";
import type { Client, ForgetParams, Method } from "@unf/protocol";
import { daemonLockPath, openHome, systemClock, takeLock } from "@unf/system";
import type { Writer } from "./contract.ts";
import { forgetHome, ownDoors } from "./forget/forget-home.ts";
import { openRecorderWorld } from "./recorder-world.ts";
import { connectDaemon, startDaemon } from "./running.ts";
import { readSettings } from "./settings.ts";
import { nothingOpen } from "./verify/repair-home.ts";
import { homeWork, isHomeWork } from "./work/home-work.ts";
import { isWork } from "./work/project-work.ts";
import { workAside } from "./work/work-aside.ts";

/** For the lock of another process that does the daemon's work for a moment. As long as a connection may take. */
const lockMsMax = 3000;

/** Opens someone who may write: the daemon, or this process when none runs. */
export async function openWriter(
  home: AbsPath,
  missing: "start" | "process" | "never",
): Promise<Writer> {
  const end = systemClock.mono() + lockMsMax;
  for (;;) {
    try {
      return throughDaemon(await connectDaemon(home));
    } catch (thrown) {
      const isMissing = thrown instanceof UnfError && thrown.code === "daemon_unavailable";
      if (!isMissing || missing === "never") throw thrown;
    }
    if (missing === "start") return throughDaemon(await startDaemon(home));
    const writer = inThisProcess(home);
    if (writer !== undefined) return writer;
    if (systemClock.mono() >= end) {
      throw new UnfError("daemon_unavailable", "a daemon runs but does not answer", {
        hint: "unf restart",
      });
    }
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

function throughDaemon(client: Client): Writer {
  return {
    kind: "daemon",
    request: (method, params, onProgress) => {
      if (method === "hello") throw new UnfError("usage", "hello is said already");
      return client.call(
        method as Exclude<Method, "hello">,
        params as never,
        onProgress === undefined ? {} : { onProgress },
      ) as never;
    },
    [Symbol.asyncDispose]: async () => client[Symbol.dispose](),
  };
}

/**
 * Holds the daemon's lock as long as it is open, so that no daemon can start meanwhile. `undefined`
 * while another process holds it.
 */
function inThisProcess(home: AbsPath): Writer | undefined {
  openHome(home, { create: false });
  const taken = takeLock(daemonLockPath(home), { version });
  if (taken.kind === "held") return undefined;
  const { lock } = taken;
  return {
    kind: "process",
    request: async (method, params, onProgress) => {
      const isForget = method === "forget";
      if (!isWork(method) && !isHomeWork(method) && !isForget) {
        throw new UnfError("daemon_unavailable", "the daemon is not running", {
          hint: "unf start",
        });
      }
      const { config } = await readSettings(home);
      const world = openRecorderWorld(home, config, silentLog);
      // Method and parameters belong together; TypeScript does not follow that through a type parameter.
      if (isWork(method)) {
        const order = { method, params: params as never, by: "process", onProgress } as const;
        return (await workAside(world, order)) as never;
      }
      if (isHomeWork(method)) {
        return (await homeWork[method](world, nothingOpen, params as never, onProgress)) as never;
      }
      return (await forgetHome(world, ownDoors(home), params as ForgetParams)) as never;
    },
    [Symbol.asyncDispose]: async () => lock[Symbol.dispose](),
  };
}

/** A command has no log file: what goes wrong reaches its caller. */
const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
