import type { SnapshotId } from "@unf/core/base";
import { findStandingRestores, readAgentOrder, type StandingRestore } from "@unf/core/operations";
import type { TimelineReader } from "@unf/core/ports";
import type { Author, JournalStep, Operation } from "@unf/core/timeline";
import type { ProjectReader } from "../ports/history.ts";
import { openMerges } from "../sessions/merged-back.ts";
import { openRestores, readTakenBack } from "../sessions/taken-back.ts";

/** A turn whose work an `oops` took back, or a session of an agent that tells of no prompts. */
export interface TookBack {
  readonly turn: number | null;
  readonly session: string;
  readonly label: string | null;
  /** False when some of it stayed, or was merged with what others wrote. */
  readonly isWhole: boolean;
}

/**
 * Finds the deeds that an `oops` took back, the oldest first, also where it was undone since: its
 * steps tell, as one without a name says not what it found. Of other operations nothing. `all`:
 * those of the project, newest first.
 */
export function openTookBack(
  source: Pick<ProjectReader, "timeline" | "content">,
  all: readonly Operation[],
): (operation: Operation) => TookBack[] {
  const { timeline } = source;
  const open = openRestores(timeline, openMerges(source));
  return (operation) => {
    const { kind, state, argv, id, before } = operation;
    const isOops = kind === "restore" && (readAgentOrder(argv)?.said ?? argv)[0] === "oops";
    if (!isOops || (state !== "done" && state !== "partial")) return [];
    // Those that stood then: what one of them had taken back was not there any more.
    const standing = findStandingRestores(all.filter((one) => one.id <= id)).map(open);
    return [...findDoers(timeline, open(operation)).values()].flatMap((doer) => {
      const of = doer.turn === null ? { session: doer.session } : { turn: doer.turn };
      const took = readTakenBack(timeline, of, standing, before);
      if (took === undefined || !took.operations.includes(id)) return [];
      return [{ ...doer, isWhole: took.isWhole && took.operations.length === 1 }];
    });
  };
}

/** For a line in a list: of a file so many rows, of an operation so many files and turns. */
const rowsRead = 100;
const filesRead = 500;
const doersRead = 50;

type Doer = Omit<TookBack, "isWhole">;

/**
 * Finds who wrote the files between what the steps put back and the operation; of a file that was merged,
 * those whose lines are gone.
 */
function findDoers(
  timeline: TimelineReader,
  { operation: { id: operation, before }, mergedBack }: StandingRestore,
): ReadonlyMap<string, Doer> {
  const doers = new Map<string, Doer>();
  for (const step of timeline.steps(operation).slice(0, filesRead)) {
    for (const { session, turn } of authorsBefore(timeline, step, before, mergedBack)) {
      if (doers.size === doersRead) break;
      if (session !== null) doers.set(`${session} ${turn}`, doerOf(timeline, session, turn));
    }
  }
  return new Map([...doers].sort(([, a], [, b]) => (a.turn ?? 0) - (b.turn ?? 0)));
}

/** The authors of what a step took back, or may have: the newest first, and not many. */
function* authorsBefore(
  timeline: TimelineReader,
  { path, to }: JournalStep,
  before: number,
  mergedBack: StandingRestore["mergedBack"],
): Iterable<Author> {
  const isMerged = to.kind === "recorded" && to.snapshot === null;
  const merged = isMerged ? mergedBack?.(path) : undefined;
  const from = to.kind === "recorded" ? (to.snapshot ?? 0) : 0;
  let left = isMerged && (merged?.size ?? 0) === 0 ? 0 : rowsRead;
  const after = (before + 1) as SnapshotId;
  const query = { within: [path], interim: true, order: "newest", after } as const;
  for (const { id, author } of timeline.find(query)) {
    if (id <= from || left-- === 0) return;
    if (merged?.has(id) !== false) yield author;
  }
}

function doerOf(timeline: TimelineReader, session: string, turn: number | null): Doer {
  const named = turn === null ? timeline.session(session) : timeline.turn(turn);
  return { turn, session, label: named?.label ?? null };
}
