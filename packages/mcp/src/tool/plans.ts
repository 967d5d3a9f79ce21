import { limits } from "@unf/core/config";
import type { Order } from "../answer/run-command.ts";

/** Restores that were planned and may be applied, each once. */
export class Plans {
  readonly #planned = new Map<string, Order>();

  /** Keeps a plan; the oldest goes when there are too many. */
  keep(id: string, question: Order): void {
    this.#planned.delete(id);
    this.#planned.set(id, question);
    const [oldest] = this.#planned.keys();
    if (this.#planned.size > limits.mcp.plansMax && oldest !== undefined)
      this.#planned.delete(oldest);
  }

  /** Gives a plan back and forgets it. */
  take(id: string): Order | undefined {
    const question = this.#planned.get(id);
    this.#planned.delete(id);
    return question;
  }
}
