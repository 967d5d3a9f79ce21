import { limits } from "@unf/core/config";

/** Operations that were carried out for this agent, by its own word, as `op-12`. */
export class OwnOperations {
  /** Each by the project's root and its name, in the order in which it was last done or undone. */
  readonly #all = new Map<string, Own>();

  /** Notes that an operation stands, or that it was taken back. */
  note(own: Own): void {
    const key = JSON.stringify([own.root, own.id]);
    this.#all.delete(key);
    this.#all.set(key, own);
    const [oldest] = this.#all.keys();
    if (this.#all.size > limits.mcp.operationsMax && oldest !== undefined) this.#all.delete(oldest);
  }

  has(root: string, id: string): boolean {
    return this.#all.has(JSON.stringify([root, id]));
  }

  /** The one that was done last and stands, or that was undone last. */
  last(root: string, isUndone: boolean): string | undefined {
    return [...this.#all.values()].findLast((one) => one.root === root && one.isUndone === isUndone)
      ?.id;
  }
}

interface Own {
  readonly root: string;
  readonly id: string;
  readonly isUndone: boolean;
}
