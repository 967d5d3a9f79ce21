import type { Writer } from "@unf/answers";
import { type AbsPath, UnfError } from "@unf/core/base";
import { daemonLockPath } from "@unf/core/home";
import type { Client, Method } from "@unf/protocol";
import { readHolder, systemClock } from "@unf/system";
import { refuseIfOccupied } from "../running/read-occupant.ts";
import { connectDaemon, startDaemon } from "../running/running.ts";

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
      return throughDaemon(home, await connectDaemon(home));
    } catch (thrown) {
      const isMissing = thrown instanceof UnfError && thrown.code === "daemon_unavailable";
      if (!isMissing || (missing === "never" && !isStarting(home, end))) throw thrown;
    }
    if (missing === "start") return throughDaemon(home, await startDaemon(home));
    const writer = missing === "process" ? await openHere(home, end) : undefined;
    if (writer !== undefined) return writer;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** `undefined` while somebody else has the lock, until `end`. */
async function openHere(home: AbsPath, end: number): Promise<Writer | undefined> {
  // The engine, which is not needed where a daemon answers.
  const { openInThisProcess } = await import("./in-this-process.ts");
  const writer = openInThisProcess(home);
  if (writer !== undefined || systemClock.mono() < end) return writer;
  refuseIfOccupied(home);
  throw new UnfError("daemon_unavailable", "a daemon runs but does not answer", {
    hint: "unf restart",
  });
}

/** A daemon holds its place from its start on, and answers a little later: it is not "not running". */
function isStarting(home: AbsPath, end: number): boolean {
  if (systemClock.mono() >= end) return false;
  const holder = readHolder(daemonLockPath(home));
  return holder !== undefined && holder.command === undefined;
}

function throughDaemon(home: AbsPath, client: Client): Writer {
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
    interrupt: async (params) => {
      // One of its own: the other may be taken up by a long request.
      using second = await connectDaemon(home);
      return await second.call("interrupt", params);
    },
    [Symbol.asyncDispose]: async () => client[Symbol.dispose](),
  };
}
