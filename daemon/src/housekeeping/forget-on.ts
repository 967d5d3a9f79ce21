import type { MonoMs, ProjectId } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { removeProject } from "@unf/core/intent";
import type { ForgetParams, ForgetReply } from "@unf/protocol";
import { systemClock } from "@unf/system";
import {
  type CarriedOn,
  carryOnAll,
  forgetHome,
  listPending,
  searchForgotten,
  searchInChild,
} from "@unf/wiring/recorder";
import type { Daemon } from "../recorder/daemon.ts";

/** Carries out orders to forget, also those that a crash cut off, or somebody's reading held up. */
export class ForgetOn {
  readonly #daemon: Daemon;
  readonly #ending = new AbortController();
  readonly #onFailure: (thrown: unknown) => void;
  #triedAt = systemClock.mono();
  #held: NodeJS.Timeout | undefined;

  /** `onFailure`: what goes on beside everything else has failed. */
  constructor(daemon: Daemon, onFailure: (thrown: unknown) => void) {
    this.#daemon = daemon;
    this.#onFailure = onFailure;
  }

  /** Before anything else is recorded, or shown. The search at the end goes on beside. */
  async start(): Promise<void> {
    const { world, projects, safeMode } = this.#daemon;
    if (safeMode) return;
    this.#note(await carryOnAll(world, projects));
    this.#search().catch(this.#onFailure);
  }

  /** An order that somebody gives now. */
  async carryOut(params: ForgetParams): Promise<ForgetReply> {
    const daemon = this.#daemon;
    const doors = {
      timeline: (id: ProjectId) => daemon.projects.timeline(id),
      release: (id: ProjectId, why?: string) => daemon.projects.release(id, why),
      unwatch: async (id: ProjectId) => daemon.writeIntent((intent) => removeProject(intent, id)),
    };
    const reply = await daemon.aside.run(async () => {
      const heartbeat = systemClock.wall();
      try {
        return await daemon.collecting.run(() => forgetHome(daemon.world, doors, params));
      } finally {
        // Opens again, by the rules that it made, the projects that were closed for it, and sweeps them.
        await daemon.reconcile({ heartbeat });
      }
    });
    if (reply.pending) this.#note("held");
    return { ...reply, ...(await this.#search()) };
  }

  /** To be called now and then; does something only when the last time is long ago. */
  async check(): Promise<void> {
    const now = systemClock.mono();
    if (now - this.#triedAt < limits.forget.againMs || this.#daemon.safeMode) return;
    await this.#again();
  }

  close(): void {
    clearInterval(this.#held);
    this.#ending.abort();
  }

  async #again(): Promise<void> {
    this.#triedAt = systemClock.mono() as MonoMs;
    const { world, projects, aside, collecting } = this.#daemon;
    await aside.run(async () => {
      const outcome = await collecting.run(() => carryOnAll(world, projects));
      this.#note(outcome);
      // Opens again the projects that were closed for it.
      if (outcome !== "none") await this.#daemon.reconcile({});
    });
    await this.#search();
  }

  /** Has a reader that holds an order up looked at until it is gone. */
  #note(outcome: CarriedOn): void {
    clearInterval(this.#held);
    this.#held =
      outcome === "held"
        ? setInterval(() => this.#lookAtReader(), limits.forget.heldMs)
        : undefined;
    this.#held?.unref();
  }

  /** The project is closed only when the log can be emptied, for then the order can be ended. */
  #lookAtReader(): void {
    const { home, projects } = this.#daemon;
    const isHeld = (id: ProjectId) => projects.timeline(id)?.compact() === "busy";
    if (listPending(home).every(isHeld)) return;
    clearInterval(this.#held);
    this.#again().catch(this.#onFailure);
  }

  #search() {
    return searchForgotten(this.#daemon.world, searchInChild(this.#ending.signal));
  }
}
