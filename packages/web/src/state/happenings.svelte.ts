import { type Entry, Latest, matches, mergeNewer, type PageState } from "@unf/view/page";
import type { HappeningsAnswer } from "../server/answers.ts";
import { ask, type Failure, isAbort } from "../server/ask.ts";
import { page } from "./page.svelte.ts";

const pageSize = 60;

/** The filter of an address, as far as questions take it. */
export function askedBy(state: PageState): Record<string, unknown> {
  const { project, since, until, include, exclude, authors } = state;
  return {
    ...(project === null ? {} : { project }),
    ...(since === null ? {} : { since }),
    ...(until === null ? {} : { until }),
    ...(include.length === 0 ? {} : { include }),
    ...(exclude.length === 0 ? {} : { exclude }),
    ...(authors.length === 1 ? { author: authors[0] } : {}),
  };
}

/** The listed happenings, newest first. */
class Happenings {
  #all = $state.raw<readonly Entry[]>([]);
  entries = $derived(this.#all.filter((entry) => matches(entry, page.state)));
  isLoaded = $state(false);
  isLoading = $state(false);
  /** Counts what came live, so that the chart knows of it. */
  changes = $state(0);
  #next: string | null = null;
  #asked: Record<string, unknown> = {};
  #latest = new Latest();
  #abort = new AbortController();

  get hasMore(): boolean {
    return this.#next !== null;
  }

  load(asked: Record<string, unknown>): Promise<void> {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#asked = asked;
    return this.#read({ limit: pageSize }, ({ happenings, next }) => {
      this.#all = happenings;
      this.#next = next;
      this.isLoaded = true;
    });
  }

  async more(): Promise<void> {
    if (this.#next === null || this.isLoading) return;
    await this.#read({ limit: pageSize, before: this.#next }, ({ happenings, next }) => {
      const known = new Set(this.#all.map(({ id }) => id));
      this.#all = [...this.#all, ...happenings.filter(({ id }) => !known.has(id))];
      this.#next = next;
    });
  }

  /** Puts what is new in front. */
  async refresh(): Promise<void> {
    await this.#read({ limit: pageSize }, ({ happenings, next }) => {
      if (happenings.length < pageSize) this.#next = next;
      this.#all = next === null ? happenings : mergeNewer(this.#all, happenings);
      this.changes += 1;
    });
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
