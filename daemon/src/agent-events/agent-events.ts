import { type AbsPath, UnfError, type WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Log } from "@unf/core/ports";
import type { Router } from "@unf/core/route";
import type { AgentEvent } from "@unf/core/sessions";
import { type AgentEventParams, type Requests, toAgentEvent } from "@unf/protocol";
import type { AgentListener } from "./agent-listener.ts";
import { canonicalEvent, type ReadCanonical } from "./canonical-event.ts";
import { HeldEvents } from "./held-events.ts";
import { SessionRoots, sessionKey } from "./session-roots.ts";
import type { Spool } from "./spool.ts";
import { UnreadSessions } from "./unread-sessions.ts";

export interface AgentEventsPorts {
  readonly log: Log;
  readonly now: () => WallMs;
  readonly spool: Spool;
  readonly readCanonical: ReadCanonical;
  /** Finds the project of a path, among those that are recorded now. */
  readonly router: () => Router;
  /** The open projects in which the event's session goes on, also one from before a restart. */
  readonly rootsOf: (event: AgentEvent) => readonly AbsPath[];
  /** `undefined` when the project is not open. */
  readonly listenerOf: (root: AbsPath) => Pick<AgentListener, "receive"> | undefined;
  /** Of one that is not open: `coming` when it is going to be; `undefined` when it need not be. */
  readonly absence: (root: AbsPath) => "coming" | "failed" | undefined;
  /** Leaves an event for the next daemon. */
  readonly keep: (event: AgentEvent) => void;
}

/** Events that no project heard though one ought to have, since the daemon was started. */
export interface LostEvents {
  readonly events: number;
  /** When that was noticed last. */
  readonly lastAt: WallMs;
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
  readonly #held = new HeldEvents();
  readonly #unread = new UnreadSessions();
  #lost: LostEvents | undefined;
  /** Told and not passed on yet. */
  #told: AgentEventParams[] = [];
  #work: Promise<void> | undefined;
  /** Keys of events that were taken; a hook that waited in vain has spooled its event as well. */
  readonly #taken = new Set<string>();

  constructor(ports: AgentEventsPorts) {
    this.#ports = ports;
  }

  /** `undefined` while none was. */
  get lost(): LostEvents | undefined {
    return this.#lost;
  }

  noteLost(events: number): void {
    this.#lost = { events: (this.#lost?.events ?? 0) + events, lastAt: this.#ports.now() };
  }

  /**
   * Takes an event and returns at once, with what its hook is to tell besides. Throws `refused` when too
   * much waits: it is spooled then.
   */
  tell(params: AgentEventParams): Requests["agent_event"]["reply"] {
    if (this.#told.length + this.#queues.waiting >= limits.spool.filesMax) {
      throw new UnfError("refused", "too many events of agents wait to be heard");
    }
    if (!this.#isNew(params.key)) return {};
    this.#told.push(params);
    void this.replay();
    return this.#unread.hear(params) ? { wants: "holds" } : {};
  }

  /** Leaves for the next daemon what waits for projects that this one will not open any more. */
  close(): void {
    const held = this.#held.roots.flatMap((root) => this.#held.take(root));
    for (const event of new Set(held)) this.#ports.keep(event);
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
    // The one that told an event is answered first.
    await Promise.resolve();
    for (const root of this.#held.roots) await this.#deliverTo(root, []);
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
    const { now, log, router, rootsOf, readCanonical } = this.#ports;
    const facts = { agent: told.agent, kind: told.what.kind, at: told.at };
    if (now() - told.at > limits.spool.keptMs) {
      log.warn("agent.event_too_old", facts);
      this.noteLost(1);
      return { heard: Promise.resolve() };
    }
    const event = await canonicalEvent(told, readCanonical);
    const roots = this.#roots.route(event, router(), () => rootsOf(event));
    log.debug("agent.event", { ...facts, roots });
    return { heard: this.#queues.push(sessionKey(event), () => this.#deliver(event, roots)) };
  }

  async #deliver(event: AgentEvent, roots: readonly AbsPath[]): Promise<void> {
    await Promise.all(roots.map((root) => this.#deliverTo(root, [event])));
  }

  /** Events that wait for the project come first. One that is closed for a while gets them once it is open. */
  async #deliverTo(root: AbsPath, events: readonly AgentEvent[]): Promise<void> {
    const listener = this.#ports.listenerOf(root);
    const absence = listener === undefined ? this.#ports.absence(root) : undefined;
    if (absence === "coming") {
      for (const event of events) if (!this.#held.hold(root, event)) this.#lose(root, event);
      return;
    }
    // All at once: nothing that comes meanwhile is heard in between.
    const all = [...this.#held.take(root), ...events];
    if (listener !== undefined) {
      await Promise.all(all.map((event) => this.#deliverOne(listener, root, event)));
    } else if (absence === "failed") for (const event of all) this.#lose(root, event);
  }

  async #deliverOne(
    listener: Pick<AgentListener, "receive">,
    root: AbsPath,
    event: AgentEvent,
  ): Promise<void> {
    try {
      if (!(await listener.receive(event))) this.#lose(root, event);
    } catch (error) {
      this.#ports.log.error("agent.event_failed", { root, kind: event.what.kind, error });
      this.noteLost(1);
    }
  }

  #lose(root: AbsPath, { what }: AgentEvent): void {
    this.#ports.log.warn("agent.event_lost", { root, kind: what.kind });
    this.noteLost(1);
  }
}

/** Runs works of one name one after the other, those of different names beside each other. */
class SessionQueues {
  readonly #last = new Map<string, Promise<void>>();
  #waiting = 0;

  /** Works that are not done. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Resolves when the work is done, which must not fail. */
  push(name: string, work: () => Promise<void>): Promise<void> {
    this.#waiting += 1;
    const before = this.#last.get(name);
    const done = (before === undefined ? work() : before.then(work)).then(() => {
      this.#waiting -= 1;
      if (this.#last.get(name) === done) this.#last.delete(name);
    });
    this.#last.set(name, done);
    return done;
  }

  /** Resolves when everything that waits now is done. */
  async idle(): Promise<void> {
    await Promise.all(this.#last.values());
  }
}
