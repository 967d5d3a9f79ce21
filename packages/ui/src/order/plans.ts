import type { Ordered } from "./orders.ts";

/** An order that was shown to the page. */
export interface Shown {
  readonly project: string;
  readonly ordered: Ordered;
  /** The plan as the program names it; absent where an order has none. */
  readonly plan: string | undefined;
  /** Unit: ms since 1970. */
  readonly shownAt: number;
}

/** How long a plan may be looked at. Unit: ms. */
const lastsMs = 10 * 60_000;

/** Plans that may still be carried out. */
const plansMax = 100;

/** Orders that were planned and may be carried out, each once. */
export class Plans {
  readonly #shown = new Map<string, Shown>();

  /** Keeps a plan; the oldest goes when there are too many. */
  keep(id: string, shown: Shown): void {
    this.#shown.set(id, shown);
    const [oldest] = this.#shown.keys();
    if (this.#shown.size > plansMax && oldest !== undefined) this.#shown.delete(oldest);
  }

  /** Gives a plan back and forgets it; `undefined` where there is none, or it is too old. */
  take(id: string, now: number): Shown | undefined {
    const shown = this.#shown.get(id);
    this.#shown.delete(id);
    return shown === undefined || now - shown.shownAt > lastsMs ? undefined : shown;
  }
}
