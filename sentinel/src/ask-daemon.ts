import { type AbsPath, UnfError, version } from "@unf/core/base";
import { connect, type Pong } from "@unf/protocol";
import { connectSocket, socketPlace, systemClock } from "@unf/system";

/** A round trip to the daemon; `undefined` when it gives no answer in time, for whatever reason. */
export async function askDaemon(home: AbsPath, timeoutMs: number): Promise<Pong | undefined> {
  try {
    const channel = await connectSocket(socketPlace(home), { timeoutMs });
    using client = await connect(channel, { clock: systemClock, version, timeoutMs });
    return await client.call("ping", {}, { timeoutMs });
  } catch (thrown) {
    if (thrown instanceof UnfError) return undefined;
    throw thrown;
  }
}
