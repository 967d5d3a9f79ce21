import type { AgentEventParams } from "@unf/protocol";
import { sessionKey } from "./session-roots.ts";

/** Sessions that are remembered: more than anybody forks and leaves again before the first answer. */
const sessionsMax = 100;

/** Sessions that go on with another one and whose conversation could not be read when they began. */
export class UnreadSessions {
  readonly #keys = new Set<string>();

  /** Hears of an event; true where its hook is to say what the conversation holds. */
  hear({ agent, session, what }: AgentEventParams): boolean {
    const key = sessionKey({ agent, session });
    if (what.kind !== "session_start" && what.kind !== "session_end") return this.#keys.has(key);
    this.#keys.delete(key);
    if (what.kind === "session_start" && what.isUnread === true) this.#keys.add(key);
    for (const oldest of this.#keys) {
      if (this.#keys.size <= sessionsMax) break;
      this.#keys.delete(oldest);
    }
    return false;
  }
}
