import type { Snapshot } from "@unf/core/timeline";
import { inspectHistory } from "../fuzz/history.ts";
import { until } from "../kit/index.ts";
import type { Place, Plot } from "./place.ts";

/** Versions that a flush has confirmed: whatever happens afterwards, they stay. */
export class Acknowledged {
  readonly #place: Place;
  readonly #known = new Map<string, string>();

  constructor(place: Place) {
    this.#place = place;
  }

  /**
   * Asks for a flush, again where the machine stood still for so long that it was not answered, and takes
   * down every version there is then.
   */
  async note({ limitMs }: { readonly limitMs: number }): Promise<void> {
    const isFlushed = () => this.#place.flush().then(() => true);
    await until("everything is flushed", isFlushed, { limitMs, everyMs: 500 });
    for (const plot of this.#place.plots) {
      for (const [key, what] of this.#versions(plot)) this.#known.set(key, what);
    }
  }

  get count(): number {
    return this.#known.size;
  }

  /** One line for every version that is gone, is another, or whose content cannot be read. */
  listLost(): string[] {
    const lost: string[] = [];
    const there = new Map<string, string>();
    for (const plot of this.#place.plots) {
      for (const [key, what] of this.#versions(plot)) there.set(key, what);
      using reader = this.#place.open(plot);
      lost.push(...inspectHistory(reader).map((line) => `${plot.name}: ${line}`));
    }
    for (const [key, what] of this.#known) {
      const now = there.get(key);
      if (now !== what) lost.push(`${key}: ${what} is now ${now ?? "gone"}`);
    }
    return lost;
  }

  *#versions(plot: Plot): Generator<[string, string]> {
    using reader = this.#place.open(plot);
    for (const row of reader.timeline.find({ within: [], interim: true, order: "oldest" })) {
      yield [`${plot.name} v${row.id}`, describe(row)];
    }
  }
}

function describe({ path, hash, at }: Snapshot): string {
  return `${JSON.stringify(path)} at ${at}: ${hash ?? "deleted"}`;
}
