import {
  type AbsPath,
  type AgentEvent,
  type Log,
  limits,
  type Router,
  UnfError,
  type WallMs,
} from "@unf/core";
import { type AgentEventParams, toAgentEvent } from "@unf/protocol";
import type { AgentEars } from "./agent-ears.ts";
import { canonicalEvent, type ReadCanonical } from "./canonical-event.ts";
import { SessionQueues } from "./session-queues.ts";
import { SessionRoots, sessionKey } from "./session-roots.ts";
import type { Spool } from "./spool.ts";

export interface AgentEventsPorts {
  readonly log: Log;
  readonly now: () => WallMs;
  readonly spool: Spool;
  readonly readCanonical: ReadCanonical;
  /** Finds the project of a path, among those that are recorded now. */
  readonly router: () => Router;
  /** `undefined` when the project is not open. */
  readonly earsOf: (root: AbsPath) => AgentEars | undefined;
}

/**
 * Brings what hooks tell to the projects it concerns: what was spooled in its place among what is
 * told, by the keys, and the events of one session one after the other. Neither prompts nor contents
 * reach the log.
 */
export class AgentEvents {
  readonly #ports: AgentEventsPorts;
  readonly #roots = new SessionRoots();
  readonly #queues = new SessionQueues();
  /** Told and not passed on yet. */
  #told: AgentEventParams[] = [];
  #work: Promise<void> | undefined;
  /** Keys of events that were taken; a hook that waited in vain has spooled its event as well. */
  readonly #taken = new Set<string>();

  constructor(ports: AgentEventsPorts) {
    this.#ports = ports;
  }

  /** Takes an event and returns at once. Throws `refused` when too much waits: it is spooled then. */
  tell(params: AgentEventParams): void {
    if (this.#told.length + this.#queues.waiting >= limits.spool.filesMax) {
      throw new UnfError("refused", "too many events of agents wait to be heard");
    }
    if (!this.#isNew(params.key)) return;
    this.#told.push(params);
    void this.replay();
  }

  /** Passes on what was spooled or told; resolves when that has been heard. */
  async replay(): Promise<void> {
    this.#work ??= this.#passOn().finally(() => {
      this.#work = undefined;
    });
    await this.#work;
    await this.#queues.idle();
  }

  async #passOn(): Promise<void> {
    // Whoever told an event is answered first.
    await Promise.resolve();
    do {
      for (const params of this.#ports.spool.take()) {
        await this.#passTold((told) => told.key <= params.key);
        // On disk it is no more; the next one stays there until this one was heard.
        if (this.#isNew(params.key)) await (await this.#pass(toAgentEvent(params))).heard;
      }
      await this.#passTold(() => true);
    } while (this.#told.length > 0);
  }

  /** Passes on those that were told and are due, in the order they came. */
  async #passTold(isDue: (told: AgentEventParams) => boolean): Promise<void> {
    const due = this.#told.filter(isDue);
    this.#told = this.#told.filter((told) => !isDue(told));
    for (const params of due) await this.#pass(toAgentEvent(params));
  }

  #isNew(key: string): boolean {
    if (this.#taken.has(key)) return false;
    this.#taken.add(key);
    for (const oldest of this.#taken) {
      if (this.#taken.size <= limits.spool.rememberedMax) break;
      this.#taken.delete(oldest);
    }
    return true;
  }

  /** Resolves when the event waits for its turn in its session. */
  async #pass(told: AgentEvent): Promise<{ readonly heard: Promise<void> }> {
    const { now, log, router, readCanonical } = this.#ports;
    const facts = { agent: told.agent, kind: told.what.kind, at: told.at };
    if (now() - told.at > limits.spool.keptMs) {
      log.warn("agent.event_too_old", facts);
      return { heard: Promise.resolve() };
    }
    const event = await canonicalEvent(told, readCanonical);
    const roots = this.#roots.route(event, router());
    log.debug("agent.event", { ...facts, roots });
    return { heard: this.#queues.push(sessionKey(event), () => this.#hear(event, roots)) };
  }

  async #hear(event: AgentEvent, roots: readonly AbsPath[]): Promise<void> {
    await Promise.all(
      roots.map(async (root) => {
        try {
          await this.#ports.earsOf(root)?.hear(event);
        } catch (error) {
          this.#ports.log.error("agent.event_failed", { root, kind: event.what.kind, error });
        }
      }),
    );
  }
}
