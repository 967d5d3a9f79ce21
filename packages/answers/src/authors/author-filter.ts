import type { SnapshotQuery } from "@unf/core/ports";
import type { AuthorFilter, Snapshot } from "@unf/core/timeline";
import type { Authors } from "./authors.ts";

/** Reads `human`, `$all-agent` or the name of an agent. */
export function parseAuthorWord(word: string): AuthorFilter {
  if (word === "human") return "human";
  return word === "$all-agent" ? "any-agent" : { agent: word };
}

/** The same of several words; `undefined`: of whoever. */
export function parseAuthorWords(words: readonly string[]): SnapshotQuery["author"] {
  const [first, ...others] = words.map(parseAuthorWord);
  return first === undefined || others.length === 0 ? first : [first, ...others];
}

/** True where only what a person wrote is meant. */
export function isOnlyHuman(filter: SnapshotQuery["author"]): boolean {
  return filter !== undefined && [filter].flat().every((one) => one === "human");
}

/**
 * True for rows of that author, or of one of several. The timeline narrows by what is recorded; that a
 * row is a person's also depends on who was about.
 */
export function isBy(filter: SnapshotQuery["author"], authors: Authors, row: Snapshot): boolean {
  if (filter === undefined) return true;
  const { type, name } = authors.of(row);
  return [filter].flat().some((one) => {
    if (one === "human") return type === "human";
    return type === "agent" && (one === "any-agent" || name === one.agent);
  });
}
