import { type Entry, keyOfEntry, type LoggedVersion, withFiles } from "@unf/view/page";
import type { LogAnswer } from "../server/answers.ts";
import { ask, type Failure } from "../server/ask.ts";
import { page } from "./page.svelte.ts";

/** Answers of the log for one entry: each has a thousand versions. */
const pagesMax = 20;

/** Entries of which all files were asked for: the list has the first of each only. */
class WholeEntries {
  #logged = $state.raw<ReadonlyMap<string, readonly LoggedVersion[]>>(new Map());
  #isReading = false;

  /** The entry, with all of its files where they were read. */
  of(entry: Entry): Entry {
    const logged = this.#logged.get(keyOfEntry(entry));
    return logged === undefined ? entry : withFiles(entry, logged);
  }

  async read(entry: Entry): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      const logged = await readLog(entry);
      this.#logged = new Map(this.#logged).set(keyOfEntry(entry), logged);
    } catch (thrown) {
      page.failure = thrown as Failure;
    } finally {
      this.#isReading = false;
    }
  }
}

async function readLog({ project, from, to, turn }: Entry): Promise<readonly LoggedVersion[]> {
  const { include, exclude } = page.state;
  const span = turn === undefined ? { since: from, until: to } : { turn };
  const asked = { project: project.root, ...span, include, exclude, limit: 1000 };
  const all: LoggedVersion[] = [];
  let cursor: string | null | undefined;
  for (let n = 0; n < pagesMax && cursor !== null; n += 1) {
    const place = cursor === undefined ? {} : { cursor };
    const { entries, next } = await ask<LogAnswer>("log", { ...asked, ...place });
    all.push(...entries);
    cursor = next;
  }
  return all;
}

export const wholeEntries = new WholeEntries();
