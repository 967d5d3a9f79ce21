import { limits } from "@unf/core/config";
import type { Ordered } from "../answer/ask.ts";

type Name = "restore" | "oops" | "undo";

/** An order that was shown. */
export type Shown = {
  readonly [N in Name]: Ordered<N> & {
    readonly name: N;
    /** How it reads in the list of operations. */
    readonly said: readonly string[];
    /** True where it reaches work that is not this agent's own. */
    readonly isOfOthers?: boolean;
  };
}[Name];

/** Orders that were planned and may be applied, each once. */
export class Plans {
  readonly #planned = new Map<string, Shown>();

  /** Keeps a plan; the oldest goes when there are too many. */
  keep(id: string, shown: Shown): void {
    this.#planned.delete(id);
    this.#planned.set(id, shown);
    const [oldest] = this.#planned.keys();
    if (this.#planned.size > limits.mcp.plansMax && oldest !== undefined)
      this.#planned.delete(oldest);
  }

  /** A plan that was shown and not applied. */
  find(id: string): Shown | undefined {
    return this.#planned.get(id);
  }

  /** Gives a plan back and forgets it. */
  take(id: string): Shown | undefined {
    const shown = this.#planned.get(id);
    this.#planned.delete(id);
    return shown;
  }
}
