import { type Entry, Latest, mergeNewer, type PageState, successorOf } from "@unf/view/page";
import type { HappeningsAnswer } from "../server/answers.ts";
import { ask, type Failure, isAbort } from "../server/ask.ts";
import { page } from "./page.svelte.ts";

const pageSize = 60;

/** The filter of an address, as questions take it. */
export function askedBy(state: PageState): Record<string, unknown> {
  const { project, since, until, include, exclude, authors, kinds, text } = state;
  return {
    ...(project === null ? {} : { project }),
    ...(since === null ? {} : { since }),
    ...(until === null ? {} : { until }),
    ...(include.length === 0 ? {} : { include }),
    ...(exclude.length === 0 ? {} : { exclude }),
    ...(authors.length === 0 ? {} : { authors }),
    ...(kinds.length === 0 ? {} : { kinds }),
    ...(text === "" ? {} : { text }),
  };
}

/** The listed happenings, newest first. */
class Happenings {
  entries = $state.raw<readonly Entry[]>([]);
  isLoaded = $state(false);
  isLoading = $state(false);
  /** Counts what came live, so that the chart knows of it. */
  changes = $state(0);
  #next: string | null = null;
  #asked: Record<string, unknown> = {};
  #latest = new Latest();
  #abort = new AbortController();
  #isRefreshing = false;
  #isAged = false;

  get hasMore(): boolean {
    return this.#next !== null;
  }

  load(asked: Record<string, unknown>): Promise<void> {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#asked = asked;
    return this.#read({ limit: pageSize }, ({ happenings, next }) => {
      this.entries = happenings;
      this.#next = next;
      this.isLoaded = true;
    });
  }

  async more(): Promise<void> {
    if (this.#next === null || this.isLoading) return;
    await this.#read({ limit: pageSize, before: this.#next }, ({ happenings, next }) => {
      const known = new Set(this.entries.map(({ id }) => id));
      this.entries = [...this.entries, ...happenings.filter(({ id }) => !known.has(id))];
      this.#next = next;
    });
  }

  /** Puts what is new in front. What comes meanwhile is read after that, so that rows that never end stop no answer. */
  async refresh(): Promise<void> {
    this.#isAged = true;
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    while (this.#isAged) {
      this.#isAged = false;
      await this.#readNewer();
    }
    this.#isRefreshing = false;
  }

  #readNewer(): Promise<void> {
    return this.#read({ limit: pageSize }, ({ happenings, next }) => {
      if (happenings.length < pageSize) this.#next = next;
      const before = this.entries;
      this.entries = next === null ? happenings : mergeNewer(before, happenings);
      this.changes += 1;
      this.#keepOpen(before);
    });
  }

  /** An entry that is being read stays open where it went on meanwhile. */
  #keepOpen(before: readonly Entry[]): void {
    const open = before.find(({ id }) => id === page.state.open);
    const now = open && successorOf(open, this.entries);
    if (now !== undefined) page.go({ open: now.id }, "replace");
  }

  async #read(part: object, take: (answer: HappeningsAnswer) => void): Promise<void> {
    const isWanted = this.#latest.begin();
    this.isLoading = true;
    try {
      const asked = { ...this.#asked, ...part };
      const answer = await ask<HappeningsAnswer>("happenings", asked, this.#abort.signal);
      if (!isWanted()) return;
      take(answer);
      page.isRecording = answer.recording;
      page.failure = null;
    } catch (thrown) {
      if (isWanted() && !isAbort(thrown)) page.failure = thrown as Failure;
    } finally {
      if (isWanted()) this.isLoading = false;
    }
  }
}

export const happenings = new Happenings();
