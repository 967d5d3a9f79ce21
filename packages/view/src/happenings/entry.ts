/** An instant as answers write it: `2026-03-04T14:05:00.000Z`. */
export type Instant = string;

export interface Writer {
  readonly type: "agent" | "human" | "unf" | "unknown";
  readonly name: string | null;
}

export const entryKinds = [
  "turn",
  "stretch",
  "mass",
  "checkpoint",
  "operation",
  "gap",
  "baseline",
] as const;

export type EntryKind = (typeof entryKinds)[number];

/** True of a word that a kind has. */
export function isEntryKind(word: string): word is EntryKind {
  return (entryKinds as readonly string[]).includes(word);
}

/** A file in an entry: the newest version of it there, and `before`, the one that stood before the entry. */
export interface EntryFile {
  readonly path: string;
  readonly kind: "create" | "modify" | "delete" | "rename";
  readonly version: string;
  readonly before: string | null;
  readonly added: number | null;
  readonly removed: number | null;
}

/** A happening, as far as a face has to know it: one thing that somebody did, or a mark by itself. */
export interface Entry {
  readonly id: string;
  readonly kind: EntryKind;
  readonly project: { readonly id: string; readonly root: string };
  readonly from: Instant;
  readonly to: Instant;
  readonly author: Writer | null;
  readonly title: string;
  readonly turn?: string | undefined;
  readonly session?: string | undefined;
  readonly operation?: string | undefined;
  readonly taken_back_by?: string | null | undefined;
  readonly cause?: string | undefined;
  readonly files: number;
  readonly added: number | null;
  readonly removed: number | null;
  readonly paths: readonly EntryFile[];
  /** Files that are not among `paths`. */
  readonly more_paths?: number | undefined;
}
