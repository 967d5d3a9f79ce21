import {
  type Entry,
  Latest,
  type Listed,
  type PageState,
  successorOf,
  takeFirstPage,
  takeOlderPage,
} from "@unf/view/page";
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
  /** Null until something of what the address asks for is there. */
  #listed = $state.raw<Listed | null>(null);
  /** Of the question before, while the answer to the new one is on its way. */
  #former = $state.raw<readonly Entry[]>([]);
  isLoaded = $state(false);
  isLoading = $state(false);
  /** Counts what came live, so that the chart knows of it. */
  changes = $state(0);
  #asked: Record<string, unknown> = {};
  #latest = new Latest();
  #abort = new AbortController();
  #isRefreshing = false;
  #isAged = false;

  get entries(): readonly Entry[] {
    return this.#listed?.entries ?? this.#former;
  }

  /** A page may have none and not be the last. */
  get hasMore(): boolean {
    return this.#listed?.next != null;
  }

  load(asked: Record<string, unknown>): Promise<void> {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#asked = asked;
    this.#former = this.entries;
    this.#listed = null;
    return this.#read({}, (first) => {
      this.#listed = first;
    });
  }

  async more(): Promise<void> {
    const listed = this.#listed;
    if (listed?.next == null || this.isLoading) return;
    await this.#read({ before: listed.next }, (older) => {
      this.#listed = takeOlderPage(listed, older);
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
    return this.#read({}, (first) => {
      const open = this.entries.find(({ id }) => id === page.state.open);
      this.#listed = this.#listed === null ? first : takeFirstPage(this.#listed, first);
      this.changes += 1;
      // An entry that is being read stays open where it went on meanwhile.
      const now = open && successorOf(open, this.entries);
      if (now !== undefined) page.go({ open: now.id, openTo: now.to }, "replace");
    });
  }

  async #read(part: object, take: (read: Listed) => void): Promise<void> {
    const isWanted = this.#latest.begin();
    this.isLoading = true;
    try {
      const asked = { ...this.#asked, ...part, limit: pageSize };
      const answer = await ask<HappeningsAnswer>("happenings", asked, this.#abort.signal);
      if (!isWanted()) return;
      take({ entries: answer.happenings, next: answer.next });
      this.isLoaded = true;
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
