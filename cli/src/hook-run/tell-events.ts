import { type AbsPath, type MonoMs, UnfError, version } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { AgentEvent } from "@unf/core/sessions";
import {
  type AgentEventParams,
  type Client,
  connect,
  fromAgentEvent,
  renderSpooledEvent,
} from "@unf/protocol";
import { connectSocket, nameSpooled, socketPlace, systemClock, writeSpooled } from "@unf/system";

const { answerMsMin } = limits.hook;

/**
 * Hands events to the daemon, in order, and leaves on disk what it does not take; gives true when it
 * took all. It must have been reached by then, and may get one of them twice, under the same key. The
 * home must exist.
 */
export async function tellEvents(
  home: AbsPath,
  events: readonly AgentEvent[],
  reachBy: MonoMs,
  {
    reached = reachDaemon(home, timeUntil(reachBy)),
    held = () => undefined,
  }: {
    readonly reached?: Promise<Client | undefined>;
    /** Says what the conversation holds, where the daemon wants to know it. */
    readonly held?: () => AgentEvent | undefined;
  } = {},
): Promise<boolean> {
  const named = (event: AgentEvent) => fromAgentEvent(event, nameSpooled(event.at));
  const all = events.map(named);
  const told = await tellDaemon(reached, all, reachBy, () => {
    const event = held();
    return event === undefined ? undefined : named(event);
  });
  for (const params of all.slice(told)) {
    writeSpooled(home, params.key, renderSpooledEvent(params));
  }
  return told === all.length;
}

/** A connection on which the daemon has greeted; `undefined` when it has not in that time. */
export async function reachDaemon(home: AbsPath, timeoutMs: number): Promise<Client | undefined> {
  try {
    const channel = await connectSocket(socketPlace(home), { timeoutMs });
    return await connect(channel, { clock: systemClock, version, timeoutMs });
  } catch (thrown) {
    if (!(thrown instanceof UnfError)) throw thrown;
    return undefined;
  }
}

/** How many it took. One that has greeted is alive, and has some time for each. */
async function tellDaemon(
  reached: Promise<Client | undefined>,
  all: readonly AgentEventParams[],
  by: MonoMs,
  held: () => AgentEventParams | undefined,
): Promise<number> {
  let told = 0;
  try {
    using client = await orLate(reached, by);
    if (client === undefined) return 0;
    const tell = (params: AgentEventParams) =>
      client.call("agent_event", params, { timeoutMs: Math.max(answerMsMin, timeUntil(by)) });
    for (const params of all) {
      const { wants } = await tell(params);
      told += 1;
      const more = wants === "holds" ? held() : undefined;
      // It asks again at the next event where this one is lost.
      if (more !== undefined) await tell(more);
    }
  } catch (thrown) {
    if (!(thrown instanceof UnfError)) throw thrown;
  }
  return told;
}

/** `undefined` when it is not there by then. What has arrived counts, however late it is looked at. */
async function orLate<T>(promise: Promise<T>, by: MonoMs): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  // An alarm rings before the loop looks at its sockets.
  const lookOnce = async (): Promise<void> => {
    await systemClock.breathe();
    await systemClock.breathe();
    resolve(undefined);
  };
  using _alarm = systemClock.alarm(by, () => void lookOnce());
  return await Promise.race([promise, late]);
}

function timeUntil(at: MonoMs): number {
  return Math.max(0, at - systemClock.mono());
}
