import type { SnapshotQuery } from "@unf/core/ports";
import type { AuthorFilter, Snapshot } from "@unf/core/timeline";
import type { Authors } from "./authors.ts";

/** Reads `human`, `$all-agent` or the name of an agent. */
export function parseAuthorWord(word: string): AuthorFilter {
  if (word === "human") return "human";
  return word === "$all-agent" ? "any-agent" : { agent: word };
}

/**
 * True for rows of that author. The timeline narrows by what is recorded; that a row is a person's
 * also depends on who was about.
 */
export function isBy(filter: SnapshotQuery["author"], authors: Authors, row: Snapshot): boolean {
  if (filter === undefined) return true;
  const { type, name } = authors.of(row);
  if (filter === "human") return type === "human";
  return type === "agent" && (filter === "any-agent" || name === filter.agent);
}
