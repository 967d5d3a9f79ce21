import { type AbsPath, type AgentEvent, type MonoMs, UnfError, version } from "@unf/core";
import { type AgentEventParams, connect, fromAgentEvent, renderSpooledEvent } from "@unf/protocol";
import { connectSocket, nameSpooled, socketPlace, systemClock, writeSpooled } from "@unf/system";

/**
 * Hands events to the daemon, in order, and leaves on disk what it does not take by then. It may get
 * one of them twice, under the same key. The home must exist.
 */
export async function tellEvents(
  home: AbsPath,
  events: readonly AgentEvent[],
  answerBy: MonoMs,
): Promise<void> {
  const all = events.map((event) => fromAgentEvent(event, nameSpooled(event.at)));
  const told = await tellDaemon(home, all, answerBy);
  for (const params of all.slice(told)) {
    writeSpooled(home, params.key, renderSpooledEvent(params));
  }
}

/** How many it took. */
async function tellDaemon(
  home: AbsPath,
  all: readonly AgentEventParams[],
  by: MonoMs,
): Promise<number> {
  let told = 0;
  const timeLeft = (): { readonly timeoutMs: number } => ({
    timeoutMs: Math.max(0, by - systemClock.mono()),
  });
  try {
    const channel = await connectSocket(socketPlace(home), timeLeft());
    using client = await connect(channel, { clock: systemClock, version, ...timeLeft() });
    for (const params of all) {
      await client.call("agent_event", params, timeLeft());
      told += 1;
    }
  } catch (thrown) {
    if (!(thrown instanceof UnfError)) throw thrown;
  }
  return told;
}
