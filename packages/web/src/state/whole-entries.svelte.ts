import {
  type Entry,
  keyOfEntry,
  type LoggedVersion,
  type LoggedWhile,
  withFiles,
} from "@unf/view/page";
import type { LogAnswer } from "../server/answers.ts";
import { ask, Failure } from "../server/ask.ts";
import { page } from "./page.svelte.ts";

/** Answers of the log for one entry: each has a thousand versions. */
const pagesMax = 20;

/** Entries of which all files were asked for: the list has the first of each only. */
class WholeEntries {
  #logged = $state.raw<ReadonlyMap<string, LoggedWhile>>(new Map());
  readonly #reading = new Map<string, Promise<boolean>>();

  /** The entry, with all of its files where they were read. */
  of(entry: Entry): Entry {
    const logged = this.#logged.get(keyOfEntry(entry));
    return logged === undefined ? entry : withFiles(entry, logged);
  }

  /** All that ask meanwhile wait for one answer. False where it failed, which the page says. */
  read(entry: Entry): Promise<boolean> {
    const key = keyOfEntry(entry);
    const reading = this.#reading.get(key) ?? this.#read(entry, key);
    this.#reading.set(key, reading);
    return reading;
  }

  async #read(entry: Entry, key: string): Promise<boolean> {
    try {
      const logged = await readLog(entry);
      this.#logged = new Map(this.#logged).set(key, logged);
      return true;
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      page.failure = thrown;
      return false;
    } finally {
      this.#reading.delete(key);
    }
  }
}

async function readLog({ project, from, to, turn }: Entry): Promise<LoggedWhile> {
  const { include, exclude } = page.state;
  const span = turn === undefined ? { since: from, until: to } : { turn };
  const asked = { project: project.root, ...span, include, exclude, limit: 1000 };
  const versions: LoggedVersion[] = [];
  let cursor: string | null | undefined;
  for (let n = 0; n < pagesMax && cursor !== null; n += 1) {
    const place = cursor === undefined ? {} : { cursor };
    const { entries, next } = await ask<LogAnswer>("log", { ...asked, ...place });
    versions.push(...entries);
    cursor = next;
  }
  return { versions, isAll: cursor === null };
}

export const wholeEntries = new WholeEntries();
