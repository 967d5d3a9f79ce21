import type { Hint } from "@unf/core/ports";

/**
 * Gathers hints and delivers them as one array, at most once a turn of the event loop. Of hints of
 * one kind for one path only the first place counts, unless another kind for that path came between;
 * a `touched` that is `closed` wins over one that is not.
 */
export class HintOutbox {
  readonly #deliver: (hints: readonly Hint[]) => void;
  #hints: Hint[] = [];
  /** Where in `#hints` the last hint for a path stands. */
  #lastFor = new Map<string, number>();
  #overflowAt: number | undefined;
  #afterwards: (() => void)[] = [];
  #isScheduled = false;
  #state: "open" | "ended" | "closed" = "open";

  constructor(deliver: (hints: readonly Hint[]) => void) {
    this.#deliver = deliver;
  }

  add(hint: Hint): void {
    if (this.#state !== "open") return;
    const at = this.#placeOf(hint);
    const earlier = at === undefined ? undefined : this.#hints[at];
    if (at === undefined || earlier?.kind !== hint.kind) {
      this.#remember(hint, this.#hints.length);
      this.#hints.push(hint);
      this.#schedule();
    } else if (outweighs(hint, earlier)) {
      this.#hints[at] = hint;
    }
  }

  /** Calls back as soon as everything added so far has been delivered. */
  afterDelivery(callback: () => void): void {
    this.#afterwards.push(callback);
    this.#schedule();
  }

  /** Accepts nothing more; what was added is still delivered. */
  end(): void {
    if (this.#state === "open") this.#state = "ended";
  }

  /** Accepts and delivers nothing more. */
  close(): void {
    this.#state = "closed";
    this.#hints = [];
  }

  #placeOf(hint: Hint): number | undefined {
    if ("path" in hint) return this.#lastFor.get(hint.path);
    return hint.kind === "overflow" ? this.#overflowAt : undefined;
  }

  #remember(hint: Hint, at: number): void {
    if ("path" in hint) this.#lastFor.set(hint.path, at);
    else if (hint.kind === "overflow") this.#overflowAt = at;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    const hints = this.#hints;
    const afterwards = this.#afterwards;
    this.#hints = [];
    this.#lastFor = new Map();
    this.#overflowAt = undefined;
    this.#afterwards = [];
    this.#isScheduled = false;
    if (hints.length > 0 && this.#state !== "closed") this.#deliver(hints);
    for (const callback of afterwards) callback();
  }
}

function outweighs(hint: Hint, earlier: Hint): boolean {
  if (hint.kind === "touched" && earlier.kind === "touched") return hint.closed && !earlier.closed;
  if (hint.kind === "overflow" && earlier.kind === "overflow") return hint.proven;
  return false;
}
