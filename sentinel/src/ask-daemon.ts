import { type AbsPath, UnfError, version } from "@unf/core/base";
import { type Client, connect, type Pong } from "@unf/protocol";
import { connectSocket, socketPlace, systemClock } from "@unf/system";

/** A round trip to the daemon; `undefined` when it gives no answer in time, for whatever reason. */
export function askDaemon(home: AbsPath, timeoutMs: number): Promise<Pong | undefined> {
  return ask(home, timeoutMs, (client) => client.call("ping", {}, { timeoutMs }));
}

/** Has the daemon end, after it has recorded what is pending, and counts as no crash; false when it was not heard. */
export async function askToRestart(home: AbsPath, timeoutMs: number): Promise<boolean> {
  const heard = await ask(home, timeoutMs, (client) => client.call("restart", {}, { timeoutMs }));
  return heard !== undefined;
}

async function ask<T>(
  home: AbsPath,
  timeoutMs: number,
  question: (client: Client) => Promise<T>,
): Promise<T | undefined> {
  try {
    const channel = await connectSocket(socketPlace(home), { timeoutMs });
    using client = await connect(channel, { clock: systemClock, version, timeoutMs });
    return await question(client);
  } catch (thrown) {
    if (thrown instanceof UnfError) return undefined;
    throw thrown;
  }
}
