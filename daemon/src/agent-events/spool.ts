import { type AbsPath, systemCode } from "@unf/core/base";
import type { Log } from "@unf/core/ports";
import type { AgentEvent } from "@unf/core/sessions";
import {
  type AgentEventParams,
  fromAgentEvent,
  parseSpooledEvent,
  renderSpooledEvent,
} from "@unf/protocol";
import {
  listSpool,
  nameSpooled,
  readSpooled,
  removeSpooled,
  setSpooledAside,
  takeDropped,
  writeSpooled,
} from "@unf/system";

/** Events that hooks left because no daemon took them. */
export interface Spool {
  /** Takes them one by one, in order: each is gone from the disk when it is handed over. */
  take(): Iterable<AgentEventParams>;
}

/**
 * The spool of a home. A disk that fails ends the taking; the next one begins where it ended. `onLost`:
 * so many events nobody will hear.
 */
export function openSpool(home: AbsPath, log: Log, onLost: (events: number) => void): Spool {
  let failure: string | undefined;
  return {
    *take() {
      try {
        yield* takeEach(home, log, onLost);
        failure = undefined;
      } catch (thrown) {
        const code = systemCode(thrown);
        if (code === undefined) throw thrown;
        // It is tried every second.
        if (code !== failure) log.warn("spool.failed", { code });
        failure = code;
      }
    },
  };
}

/** Leaves an event for the next daemon, in its place among the others. */
export function keepEvent(home: AbsPath, event: AgentEvent): void {
  const name = nameSpooled(event.at);
  writeSpooled(home, name, renderSpooledEvent(fromAgentEvent(event, name)));
}

function* takeEach(
  home: AbsPath,
  log: Log,
  onLost: (events: number) => void,
): Iterable<AgentEventParams> {
  const dropped = takeDropped(home);
  if (dropped > 0) {
    log.warn("spool.dropped", { events: dropped });
    onLost(dropped);
  }
  for (const name of listSpool(home)) {
    const params = parseSpooledEvent(readSpooled(home, name) ?? "");
    if (params === undefined) {
      log.warn("spool.unreadable", { name, kept_in: setSpooledAside(home, name) });
      onLost(1);
      continue;
    }
    // First, so that an event that ends this process does not end the next one as well.
    removeSpooled(home, name);
    yield params;
  }
}
