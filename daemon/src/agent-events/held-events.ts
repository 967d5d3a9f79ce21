import type { AbsPath } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { AgentEvent } from "@unf/core/sessions";

/** Events for projects that are closed for a while, in the order in which they came. */
export class HeldEvents {
  readonly #byRoot = new Map<AbsPath, AgentEvent[]>();
  #count = 0;

  get roots(): readonly AbsPath[] {
    return [...this.#byRoot.keys()];
  }

  /** False when too many wait. */
  hold(root: AbsPath, event: AgentEvent): boolean {
    if (this.#count >= limits.spool.heldMax) return false;
    const held = this.#byRoot.get(root) ?? [];
    held.push(event);
    this.#byRoot.set(root, held);
    this.#count += 1;
    return true;
  }

  /** Takes out the events that wait for a project, which wait no more. */
  take(root: AbsPath): readonly AgentEvent[] {
    const held = this.#byRoot.get(root) ?? [];
    this.#byRoot.delete(root);
    this.#count -= held.length;
    return held;
  }
}
