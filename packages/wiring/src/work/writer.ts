import type { Writer } from "@unf/answers";
import { type AbsPath, UnfError } from "@unf/core/base";
import type { Client, Method } from "@unf/protocol";
import { systemClock } from "@unf/system";
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
      if (!isMissing || missing === "never") throw thrown;
    }
    if (missing === "start") return throughDaemon(home, await startDaemon(home));
    // The engine, which is not needed where a daemon answers.
    const { openInThisProcess } = await import("./in-this-process.ts");
    const writer = openInThisProcess(home);
    if (writer !== undefined) return writer;
    if (systemClock.mono() >= end) {
      refuseIfOccupied(home);
      throw new UnfError("daemon_unavailable", "a daemon runs but does not answer", {
        hint: "unf restart",
      });
    }
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
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
