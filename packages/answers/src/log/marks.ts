import { isWithin, type RelPath, type SnapshotId, type WallMs } from "@unf/core/base";
import type { SnapshotQuery, TimelineReader } from "@unf/core/ports";
import { type BurstMark, type Checkpoint, type Gap, stampOf, type Turn } from "@unf/core/timeline";
import type { ProjectEntry } from "@unf/maintenance";
import type { ProjectReader } from "../ports/history.ts";
import { edgeAt, edgesOf, type HandoverEdge } from "./handover.ts";
import type { Selection } from "./selection.ts";
import { isTurnListed, type ListedTurn, planTurns } from "./turn-marks.ts";

/** A span of the listing in which versions may be missing. */
export interface ListedGap {
  readonly kind: "gap";
  readonly project: ProjectEntry;
  readonly gap: Gap;
}

/** A mass change within the listing. */
export interface ListedBurst {
  readonly kind: "burst";
  readonly project: ProjectEntry;
  readonly burst: BurstMark;
}

/** A checkpoint that was set within the listing. */
export interface ListedCheckpoint {
  readonly kind: "checkpoint";
  readonly project: ProjectEntry;
  readonly checkpoint: Checkpoint;
}

/** A directory that became a project of its own within the listing, or came back. */
export interface ListedHandover extends HandoverEdge {
  readonly kind: "handover";
  readonly project: ProjectEntry;
}

/** Marks that stand between the versions of a listing. */
export type ListedMark = ListedGap | ListedBurst | ListedCheckpoint | ListedHandover | ListedTurn;

/** A mark, and where it stands among the stamps of the rows. */
export interface StampedMark {
  readonly mark: ListedMark;
  readonly stamp: WallMs;
}

/** The span of stamps that a page covers; `undefined`: from the beginning, or to the end. */
export interface MarkSpan {
  readonly after: WallMs | undefined;
  readonly upTo: WallMs | undefined;
  /** The clock was set back within it: a mark may belong elsewhere than its instant says. */
  readonly isSetBack: boolean;
}

/** The gaps and mass changes that ended, the checkpoints set and the turns begun within a span, in order. */
export function readMarks(selection: Selection, span: MarkSpan): StampedMark[] {
  const { after = -1, upTo = Number.POSITIVE_INFINITY, isSetBack } = span;
  const { since = 0, until = Number.POSITIVE_INFINITY, order } = selection.query;
  const first = Math.max(since, isSetBack ? 0 : after + 1) as WallMs;
  const marks = selection.sources.flatMap((source) =>
    readCandidates(source, selection.query, first).flatMap((one): StampedMark[] => {
      if (one.at < first || one.at > until) return [];
      const stamp = isSetBack ? stampAfter(source.timeline, one) : one.at;
      if (stamp <= after || stamp > upTo) return [];
      const mark = one.read(selection);
      return mark === undefined ? [] : [{ mark, stamp }];
    }),
  );
  return marks.sort((a, b) => (order === "newest" ? b.stamp - a.stamp : a.stamp - b.stamp));
}

/** The instant of a mark, as the clock showed it. */
export function endOf(mark: ListedMark): WallMs {
  if (mark.kind === "turn") return mark.report.turn.startedAt;
  if (mark.kind === "checkpoint") return mark.checkpoint.at;
  if (mark.kind === "handover") return edgeAt(mark);
  return mark.kind === "gap" ? mark.gap.to : mark.burst.to;
}

interface Candidate {
  readonly at: WallMs;
  /** The newest row when it was set, where that is known. */
  readonly before?: number;
  readonly read: (selection: Selection) => ListedMark | undefined;
}

function readCandidates(
  source: ProjectReader,
  { within }: SnapshotQuery,
  since: WallMs,
): Candidate[] {
  const { timeline, project } = source;
  const listTurn = planTurns(source);
  const gaps = timeline.gaps(since).filter(({ path }) => path === undefined || isOf(within, path));
  const plain = (mark: ListedMark, before?: number): Candidate => ({
    at: endOf(mark),
    ...(before === undefined ? {} : { before }),
    read: () => mark,
  });
  return [
    ...gaps.map((gap) => ({
      ...plain({ kind: "gap", project, gap }),
      read: ({ matches }: Selection): ListedMark | undefined =>
        gap.path === undefined || matches(gap.path) ? { kind: "gap", project, gap } : undefined,
    })),
    ...timeline
      .bursts(since)
      .map((burst) => plain({ kind: "burst", project, burst }, burst.before)),
    ...timeline
      .handovers()
      .flatMap(edgesOf)
      .map((edge) => plain({ ...edge, kind: "handover", project })),
    ...timeline
      .checkpoints()
      .map((one) => plain({ kind: "checkpoint", project, checkpoint: one }, one.snapshot)),
    ...readTurns(timeline, since).map((turn) => ({
      at: turn.startedAt,
      before: turn.before,
      read: (selection: Selection) =>
        isTurnListed(source, selection, turn) ? listTurn(turn) : undefined,
    })),
  ];
}

/**
 * Turns since an instant. One that began later went on later, too, unless the clock was set back
 * within it.
 */
function readTurns(timeline: TimelineReader, since: WallMs): Turn[] {
  return timeline.turns({ since, limit: Number.MAX_SAFE_INTEGER });
}

/** Never earlier than the row that was the newest when the mark was set. */
function stampAfter(timeline: TimelineReader, { at, before }: Candidate): WallMs {
  const row = before === undefined ? undefined : timeline.snapshot(before as SnapshotId);
  return Math.max(at, row === undefined ? 0 : stampOf(row)) as WallMs;
}

/** True for a path among what the listing is about. */
function isOf(within: SnapshotQuery["within"], path: RelPath): boolean {
  return within.length === 0 || within.some((one) => isWithin(one, path));
}
