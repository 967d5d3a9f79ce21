import { Latest } from "@unf/view/page";
import { untrack } from "svelte";
import { ask, type Failure, isAbort } from "../server/ask.ts";
import { happenings } from "./happenings.svelte.ts";

type Asked = Readonly<Record<string, unknown>>;

/** The answer to a question of a screen; the last one stands until the next is there. */
class Answered<T> {
  value = $state.raw<T | null>(null);
  failure = $state.raw<Failure | null>(null);
  isLoading = $state(false);
  /** The value answers an earlier question. */
  isOld = $state(false);
  readonly #name: string;
  readonly #latest = new Latest();
  #asked: Asked | null = null;
  #signal: AbortSignal | undefined;
  #isAged = false;

  constructor(name: string) {
    this.#name = name;
  }

  async read(asked: Asked | null, signal: AbortSignal): Promise<void> {
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
      const value = await this.ask(asked, signal);
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

  protected ask(asked: Asked, signal: AbortSignal): Promise<T> {
    return ask<T>(this.#name, asked, signal);
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

/** How pages of an answer are put together. */
interface Paging<T> {
  /** The member of the question that takes `next` of the page before. */
  readonly cursor: "before" | "after";
  readonly join: (read: T, page: T) => T;
}

interface Page {
  readonly next: string | null;
}

/** An answer that comes in pages: as many as were asked for are read again when something is new. */
class PagedAnswer<T extends Page> extends Answered<T> {
  readonly #paging: Paging<T>;
  #pages = 1;
  #of = "";
  #isGoingOn = false;

  constructor(name: string, paging: Paging<T>) {
    super(name);
    this.#paging = paging;
  }

  /** Reads the page behind those that are there. */
  more(): void {
    if (this.value?.next == null || this.isLoading) return;
    this.#pages += 1;
    this.#isGoingOn = true;
    this.age();
  }

  protected override async ask(asked: Asked, signal: AbortSignal): Promise<T> {
    const { cursor, join } = this.#paging;
    const text = JSON.stringify(asked);
    if (text !== this.#of) this.#pages = 1;
    const there = this.#isGoingOn && text === this.#of ? this.value : null;
    this.#of = text;
    this.#isGoingOn = false;
    let read = there ?? (await super.ask(asked, signal));
    for (
      let n = there === null ? 1 : this.#pages - 1;
      n < this.#pages && read.next !== null;
      n += 1
    )
      read = join(read, await super.ask({ ...asked, [cursor]: read.next }, signal));
    return read;
  }
}

interface Life {
  /** Asked again when something was recorded or done. */
  readonly isLive?: boolean;
}

/**
 * Asks while a component stands: whenever its question changes, and again when something was recorded or
 * done, unless it is not `isLive`. Null asks nothing.
 */
export function answered<T>(name: string, question: () => object | null, life: Life = {}) {
  const answer = new Answered<T>(name);
  keepAsking(answer, question, life);
  return answer;
}

/** The same of an answer that comes in pages; at first there is one. */
export function paged<T extends Page>(
  name: string,
  question: () => object | null,
  paging: Paging<T>,
) {
  const answer = new PagedAnswer<T>(name, paging);
  keepAsking(answer, question, {});
  return answer;
}

function keepAsking(
  answer: Pick<Answered<unknown>, "read" | "age">,
  question: () => object | null,
  { isLive = true }: Life,
): void {
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
}
