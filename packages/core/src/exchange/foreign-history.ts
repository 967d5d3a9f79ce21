import type { AbsPath, BlobId, RelPath, WallMs } from "../base/brand.ts";
import type { ForeignProgram } from "../timeline/taken-over.ts";

/** A row of another program's record, read but not judged: its path and time may be nonsense. */
export interface ForeignRow {
  /** The program's own number of the row; rises from row to row. */
  readonly number: number;
  readonly path: string;
  /** `undefined` where it could not be read. */
  readonly at: WallMs | undefined;
  /** `null` for a deletion, `undefined` for what is no digest. */
  readonly hash: BlobId | null | undefined;
  /** Found there, not seen to change. */
  readonly isBaseline: boolean;
  /** The program's name of the session that it took for the writer. */
  readonly session: string | null;
}

/** A run of an agent that the other program noted. */
export interface ForeignSession {
  readonly name: string;
  readonly agent: string;
  readonly label: string | null;
  readonly startedAt: WallMs;
  readonly endedAt: WallMs | null;
}

/** A state that a person marked there: the one after the row of that number. */
export interface ForeignMark {
  readonly label: string;
  readonly at: WallMs;
  readonly number: number;
}

/** One project's record of another program, in the order in which it was written. */
export interface ForeignHistory {
  readonly source: ForeignProgram;
  /** The program's store. */
  readonly origin: AbsPath;
  readonly root: AbsPath;
  readonly rows: readonly ForeignRow[];
  readonly sessions: readonly ForeignSession[];
  readonly marks: readonly ForeignMark[];
}

/** Why rows are left out. */
export const leftOutReasons = [
  "path",
  "private",
  "time",
  "later",
  "unchanged",
  "missing",
  "damaged",
] as const;

export type LeftOutReason = (typeof leftOutReasons)[number];

/** A row as it will stand in the timeline. */
export interface TakenRow {
  readonly path: RelPath;
  readonly at: WallMs;
  /** How far its clock was behind the row before it. Unit: ms. */
  readonly skewMs: number;
  readonly event: "create" | "modify" | "delete";
  readonly hash: BlobId | null;
  readonly bytes: number;
  /** The content of the path before, where there was one. */
  readonly before: BlobId | null;
  readonly cause: "baseline" | "event" | "sweep";
  /** Index into the history's sessions. */
  readonly session: number | null;
}
