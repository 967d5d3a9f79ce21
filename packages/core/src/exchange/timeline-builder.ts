import type { AbsPath, ProjectId, WallMs } from "../base/brand.ts";
import type { ProjectIdentity } from "../ports/timelines.ts";
import type { Handover } from "../timeline/handover.ts";
import type { LineCounts } from "../timeline/snapshot.ts";
import type { ForeignProgram } from "../timeline/taken-over.ts";
import type { TakenRow } from "./foreign-history.ts";
import type { TakenMark } from "./plan-take-over.ts";

/** A complete, durable timeline beside the one of its project. Whoever built it puts it in its place. */
export interface BuiltTimeline {
  readonly path: AbsPath;
  /** False when the timeline that was there has been written to since. */
  isCurrent(): boolean;
}

/** A row of another program with what was found out about it. */
export interface ArrivingRow extends TakenRow {
  readonly counts: LineCounts | null;
  readonly mode: number;
}

export interface ArrivingSession {
  readonly id: string;
  readonly agent: string;
  readonly agentSession: string;
  readonly label: string | null;
  readonly startedAt: WallMs;
  readonly endedAt: WallMs;
}

/** A history of another program that becomes the beginning of a timeline. */
export interface ArrivingHistory {
  readonly at: WallMs;
  readonly source: ForeignProgram;
  readonly origin: AbsPath;
  readonly key: string;
  readonly rows: readonly ArrivingRow[];
  /** A row's `session` is an index into these. */
  readonly sessions: readonly ArrivingSession[];
  readonly marks: readonly TakenMark[];
}

/** Makes timelines anew. None of them changes the one that is there. */
export interface TimelineBuilder {
  /**
   * Out of all rows that can be read of a damaged one. `identity`: what it is about, where the damaged one
   * does not say any more. Throws `store_damaged` when neither says so.
   */
  rebuild(
    id: ProjectId,
    identity: ProjectIdentity | undefined,
  ): { readonly path: AbsPath; readonly versions: number };
  /** With the rows of another program's history in front; of those alone when `create` is given. */
  withArrival(
    id: ProjectId,
    arrival: ArrivingHistory,
    create: ProjectIdentity | undefined,
    breathe: () => Promise<void>,
  ): Promise<BuiltTimeline>;
  /**
   * With what another project recorded of a directory, while that was handed over to it. `operations`: of
   * those that came along the number that each has here, by the one it had there.
   */
  withChild(
    id: ProjectId,
    order: { readonly handover: Handover; readonly at: WallMs },
    breathe: () => Promise<void>,
  ): Promise<BuiltTimeline & { readonly operations: ReadonlyMap<number, number> }>;
}
