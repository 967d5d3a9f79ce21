import { type AbsPath, type Log, UnfError, version } from "@unf/core";
import type {
  Client,
  Method,
  RepairParams,
  RepairReply,
  RestoreParams,
  RestoreReply,
} from "@unf/protocol";
import { daemonLockPath, openHome, takeLock } from "@unf/system";
import type { Writer } from "./contract.ts";
import { openRecorderWorld } from "./recorder-world.ts";
import { restoreAside } from "./restore-aside.ts";
import { connectDaemon, startDaemon } from "./running.ts";
import { readSettings } from "./settings.ts";
import { nothingOpen, repairHome } from "./verify/repair-home.ts";

/** Opens someone who may write: the daemon, or this process when none runs. */
export async function openWriter(
  home: AbsPath,
  missing: "start" | "process" | "never",
): Promise<Writer> {
  try {
    return throughDaemon(await connectDaemon(home));
  } catch (thrown) {
    const isMissing = thrown instanceof UnfError && thrown.code === "daemon_unavailable";
    if (!isMissing || missing === "never") throw thrown;
  }
  return missing === "start" ? throughDaemon(await startDaemon(home)) : inThisProcess(home);
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

/** Holds the daemon's lock as long as it is open, so that no daemon can start meanwhile. */
async function inThisProcess(home: AbsPath): Promise<Writer> {
  openHome(home, { create: false });
  const taken = takeLock(daemonLockPath(home), { version });
  if (taken.kind === "held") {
    throw new UnfError("daemon_unavailable", "a daemon runs but does not answer", {
      hint: "unf restart",
    });
  }
  const { lock } = taken;
  return {
    kind: "process",
    request: async (method, params) => {
      if (method === "repair") return (await repairHere(home, params as RepairParams)) as never;
      if (method !== "restore") {
        throw new UnfError("daemon_unavailable", "the daemon is not running", {
          hint: "unf start",
        });
      }
      return (await restoreHere(home, params as RestoreParams)) as never;
    },
    [Symbol.asyncDispose]: async () => lock[Symbol.dispose](),
  };
}

async function restoreHere(home: AbsPath, params: RestoreParams): Promise<RestoreReply> {
  const { config } = await readSettings(home);
  return restoreAside(openRecorderWorld(home, config, silentLog), params);
}

async function repairHere(home: AbsPath, params: RepairParams): Promise<RepairReply> {
  const { config } = await readSettings(home);
  return repairHome(openRecorderWorld(home, config, silentLog), nothingOpen, params);
}

/** A command has no log file: what goes wrong reaches its caller. */
const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
