import type { MonoMs } from "@unf/core/base";
import type { Site } from "../../site/site.ts";
import { tryRecoverOperations } from "./recover-operations.ts";

/** Until an operation that was left is taken up first, and at most between two tries. */
const [firstMs, mostMs] = [2_000, 60_000];

/**
 * Operations that were left half done: by a program that died, by a disk that failed, or because the
 * root was away. Nobody need ask for them to be finished.
 */
export class Leftovers {
  readonly #site: Site;
  #dueAt: MonoMs | undefined;
  #waitMs = firstMs;

  constructor(site: Site) {
    this.#site = site;
  }

  /** Something may have been left. */
  note(): void {
    this.#waitMs = firstMs;
    this.#dueAt ??= this.#later();
  }

  get isDue(): boolean {
    return this.#dueAt !== undefined && this.#site.ports.clock.mono() >= this.#dueAt;
  }

  /** Takes up what was left. To be run alone in its project. */
  async finish(): Promise<void> {
    this.#dueAt = undefined;
    const { timeline } = this.#site.ports;
    if (timeline.unfinishedOperations().length === 0) return;
    await tryRecoverOperations(this.#site, () => undefined);
    if (timeline.unfinishedOperations().length === 0) return;
    this.#waitMs = Math.min(mostMs, this.#waitMs * 2);
    this.#dueAt = this.#later();
  }

  #later(): MonoMs {
    return (this.#site.ports.clock.mono() + this.#waitMs) as MonoMs;
  }
}
