import { Latest } from "@unf/view/page";
import { untrack } from "svelte";
import { ask, type Failure, isAbort } from "../server/ask.ts";
import { happenings } from "./happenings.svelte.ts";

/** The answer to a question of a screen; the last one stands until the next is there. */
class Answered<T> {
  value = $state.raw<T | null>(null);
  failure = $state.raw<Failure | null>(null);
  isLoading = $state(false);
  #latest = new Latest();

  async read(name: string, asked: object | null, signal: AbortSignal): Promise<void> {
    const isWanted = this.#latest.begin();
    this.isLoading = asked !== null;
    if (asked === null) {
      this.value = null;
      this.failure = null;
      return;
    }
    try {
      const value = await ask<T>(name, asked, signal);
      if (!isWanted()) return;
      this.value = value;
      this.failure = null;
    } catch (thrown) {
      if (!isWanted() || isAbort(thrown)) return;
      this.value = null;
      this.failure = thrown as Failure;
    } finally {
      if (isWanted()) this.isLoading = false;
    }
  }
}

/**
 * Asks while a component stands: whenever its question changes, and again when something was recorded or
 * done. Null asks nothing.
 */
export function answered<T>(name: string, question: () => object | null): Answered<T> {
  const answer = new Answered<T>();
  const asked = $derived(JSON.stringify(question()));
  $effect(() => {
    const abort = new AbortController();
    const wanted = asked;
    if (happenings.changes >= 0) untrack(() => answer.read(name, JSON.parse(wanted), abort.signal));
    return () => abort.abort();
  });
  return answer;
}
