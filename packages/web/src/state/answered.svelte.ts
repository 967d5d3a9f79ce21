import { Latest } from "@unf/view/page";
import { untrack } from "svelte";
import { ask, type Failure, isAbort } from "../server/ask.ts";
import { happenings } from "./happenings.svelte.ts";

/** The answer to a question of a screen; the last one stands until the next is there. */
class Answered<T> {
  value = $state.raw<T | null>(null);
  failure = $state.raw<Failure | null>(null);
  isLoading = $state(false);
  /** The value answers an earlier question. */
  isOld = $state(false);
  readonly #name: string;
  readonly #latest = new Latest();
  #asked: object | null = null;
  #signal: AbortSignal | undefined;
  #isAged = false;

  constructor(name: string) {
    this.#name = name;
  }

  async read(asked: object | null, signal: AbortSignal): Promise<void> {
    const isWanted = this.#latest.begin();
    this.isOld ||= asked !== this.#asked;
    this.#asked = asked;
    this.#signal = signal;
    this.#isAged = false;
    this.isLoading = asked !== null;
    if (asked === null) {
      this.#take(null, null);
      return;
    }
    try {
      const value = await ask<T>(this.#name, asked, signal);
      if (!isWanted()) return;
      this.#take(value, null);
    } catch (thrown) {
      if (!isWanted() || isAbort(thrown)) return;
      this.#take(null, thrown as Failure);
    } finally {
      if (isWanted()) this.#end(signal);
    }
  }

  /** Asks the same anew: at once, or where it is being asked, after that. What comes and comes stops no answer. */
  age(): void {
    if (this.isLoading) this.#isAged = true;
    else if (this.#signal !== undefined) void this.read(this.#asked, this.#signal);
  }

  #take(value: T | null, failure: Failure | null): void {
    this.value = value;
    this.failure = failure;
    this.isOld = false;
  }

  #end(signal: AbortSignal): void {
    this.isLoading = false;
    if (this.#isAged && !signal.aborted) void this.read(this.#asked, signal);
  }
}

/**
 * Asks while a component stands: whenever its question changes, and again when something was recorded or
 * done, unless it is not `isLive`. Null asks nothing.
 */
export function answered<T>(
  name: string,
  question: () => object | null,
  { isLive = true }: { readonly isLive?: boolean } = {},
): Answered<T> {
  const answer = new Answered<T>(name);
  const asked = $derived(JSON.stringify(question()));
  $effect(() => {
    const abort = new AbortController();
    const wanted = asked;
    untrack(() => answer.read(JSON.parse(wanted), abort.signal));
    return () => abort.abort();
  });
  let seen = happenings.changes;
  $effect(() => {
    const isNew = happenings.changes !== seen;
    seen = happenings.changes;
    if (isLive && isNew) untrack(() => answer.age());
  });
  return answer;
}
