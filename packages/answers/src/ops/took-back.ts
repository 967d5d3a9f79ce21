import type { SnapshotId } from "@unf/core/base";
import { findStandingRestores, readAgentOrder } from "@unf/core/operations";
import type { TimelineReader } from "@unf/core/ports";
import type { JournalStep, Operation } from "@unf/core/timeline";
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
  timeline: TimelineReader,
  all: readonly Operation[],
): (operation: Operation) => TookBack[] {
  const open = openRestores(timeline);
  return ({ kind, state, argv, id, before }) => {
    const isOops = kind === "restore" && (readAgentOrder(argv)?.said ?? argv)[0] === "oops";
    if (!isOops || (state !== "done" && state !== "partial")) return [];
    // Those that stood then: what one of them had taken back was not there any more.
    const standing = findStandingRestores(all.filter((one) => one.id <= id)).map(open);
    return [...findDoers(timeline, timeline.steps(id), before).values()].flatMap((doer) => {
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

/** Finds who wrote the files between what the steps put back and the operation. */
function findDoers(
  timeline: TimelineReader,
  steps: readonly JournalStep[],
  before: number,
): ReadonlyMap<string, Doer> {
  const doers = new Map<string, Doer>();
  for (const { path, to } of steps.slice(0, filesRead)) {
    const from = to.kind === "recorded" ? (to.snapshot ?? before) : 0;
    const after = (before + 1) as SnapshotId;
    let left = rowsRead;
    const query = { within: [path], interim: true, order: "newest", after } as const;
    for (const { id, author } of timeline.find(query)) {
      if (id <= from || left-- === 0 || doers.size === doersRead) break;
      const { session, turn } = author;
      if (session !== null) doers.set(`${session} ${turn}`, doerOf(timeline, session, turn));
    }
  }
  return new Map([...doers].sort(([, a], [, b]) => (a.turn ?? 0) - (b.turn ?? 0)));
}

function doerOf(timeline: TimelineReader, session: string, turn: number | null): Doer {
  const named = turn === null ? timeline.session(session) : timeline.turn(turn);
  return { turn, session, label: named?.label ?? null };
}
