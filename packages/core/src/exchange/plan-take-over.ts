import type { BlobId, RelPath, WallMs } from "../base/brand.ts";
import {
  type ForeignHistory,
  type ForeignRow,
  type LeftOutReason,
  leftOutReasons,
  type TakenRow,
} from "./foreign-history.ts";

export interface TakeOverFacts {
  /** Rows from here on are left out: nothing of then can be true yet. */
  readonly now: WallMs;
  /** When the history that is there already begins; `undefined` when there is none. */
  readonly ownFrom: WallMs | undefined;
  /** True when the first row of that history says that the path stood there before. */
  readonly stoodThere: (path: RelPath) => boolean;
  /** True for what no recorder may keep the content of. */
  readonly isRefused: (path: RelPath) => boolean;
  /** The size of a content; why it cannot be had otherwise. */
  readonly content: (hash: BlobId) => number | "missing" | "damaged";
}

/** A checkpoint to be set: the state after the row at this index of the rows, -1 for none. */
export interface TakenMark {
  readonly label: string;
  readonly at: WallMs;
  readonly row: number;
  readonly files: number;
}

export interface TakeOver {
  readonly rows: readonly TakenRow[];
  readonly marks: readonly TakenMark[];
  readonly leftOut: Readonly<Record<LeftOutReason, number>>;
}

/**
 * Which rows of another program's history are taken over, and as what. They keep their order, and
 * time never goes back in it. What the own history shows to have been gone when it began is deleted
 * at its beginning, so that no state in between shows a file for ever. A step is a row or a path:
 * there may be millions, and whoever takes them decides when to pause.
 */
export function* planTakeOver(
  history: ForeignHistory,
  facts: TakeOverFacts,
): Generator<undefined, TakeOver> {
  const plan = new Planner(history, facts);
  for (const row of history.rows) {
    plan.add(row);
    yield;
  }
  return yield* plan.end();
}

class Planner {
  readonly #history: ForeignHistory;
  readonly #facts: TakeOverFacts;
  readonly #rows: TakenRow[] = [];
  readonly #marks: TakenMark[] = [];
  readonly #live = new Map<RelPath, BlobId>();
  readonly #sessions: ReadonlyMap<string, number>;
  readonly #leftOut = Object.fromEntries(leftOutReasons.map((reason) => [reason, 0])) as Record<
    LeftOutReason,
    number
  >;
  #at = 0 as WallMs;
  #marked = 0;

  constructor(history: ForeignHistory, facts: TakeOverFacts) {
    this.#history = history;
    this.#facts = facts;
    this.#sessions = new Map(history.sessions.map(({ name }, index) => [name, index]));
  }

  add(row: ForeignRow): void {
    this.#markBefore(row.number);
    const taken = this.#judge(row);
    if (typeof taken === "string") {
      this.#leftOut[taken] += 1;
      return;
    }
    this.#push(taken);
  }

  *end(): Generator<undefined, TakeOver> {
    this.#markBefore(Number.POSITIVE_INFINITY);
    const { ownFrom, stoodThere } = this.#facts;
    for (const [path, before] of [...this.#live]) {
      yield;
      if (ownFrom === undefined || stoodThere(path)) continue;
      const gone = {
        event: "delete",
        hash: null,
        bytes: 0,
        cause: "sweep",
        session: null,
      } as const;
      this.#push({ path, at: ownFrom, skewMs: 0, before, ...gone });
    }
    return { rows: this.#rows, marks: this.#marks, leftOut: this.#leftOut };
  }

  #judge(row: ForeignRow): TakenRow | LeftOutReason {
    const path = relativePath(row.path, this.#history.root);
    if (path === undefined) return "path";
    if (this.#facts.isRefused(path)) return "private";
    const at = this.#placeInTime(row.at);
    if (typeof at === "string") return at;
    if (row.hash === undefined) return "damaged";
    const before = this.#live.get(path) ?? null;
    if (row.hash === before) return "unchanged";
    const size = row.hash === null ? 0 : this.#facts.content(row.hash);
    if (typeof size === "string") return size;
    return {
      path,
      ...at,
      event: eventOf(row.hash, before),
      hash: row.hash,
      bytes: size,
      before,
      cause: row.isBaseline ? "baseline" : "event",
      session: row.session === null ? null : (this.#sessions.get(row.session) ?? null),
    };
  }

  #placeInTime(wanted: WallMs | undefined): Pick<TakenRow, "at" | "skewMs"> | "time" | "later" {
    const { now, ownFrom } = this.#facts;
    if (wanted === undefined || wanted > now) return "time";
    const at = Math.max(wanted, this.#at) as WallMs;
    return ownFrom !== undefined && at > ownFrom ? "later" : { at, skewMs: at - wanted };
  }

  #push(row: TakenRow): void {
    this.#rows.push(row);
    this.#at = row.at;
    if (row.hash === null) this.#live.delete(row.path);
    else this.#live.set(row.path, row.hash);
  }

  /** Marks stand in the order in which they were set, each behind the rows that it names. */
  #markBefore(number: number): void {
    const { marks } = this.#history;
    for (let mark = marks[this.#marked]; mark !== undefined && mark.number < number; ) {
      const { label, at } = mark;
      this.#marks.push({ label, at, row: this.#rows.length - 1, files: this.#live.size });
      this.#marked += 1;
      mark = marks[this.#marked];
    }
  }
}

function eventOf(hash: BlobId | null, before: BlobId | null): TakenRow["event"] {
  if (hash === null) return "delete";
  return before === null ? "create" : "modify";
}

/** Names that are no files of a project: those of the programs that record it. */
const ownNames = new Set([".git", ".agent-undo", ".unfudged"]);

/** The path below the root, however the other program wrote it; `undefined` for any other. */
function relativePath(path: string, root: string): RelPath | undefined {
  const below = root === "/" ? root : `${root}/`;
  const inner = path.startsWith(below) ? path.slice(below.length) : path;
  const names = inner.split("/");
  const isSound = names.every((name) => name !== "" && name !== "." && name !== "..");
  if (!isSound || inner.includes("\0") || !inner.isWellFormed()) return undefined;
  return names.some((name) => ownNames.has(name)) ? undefined : (inner as RelPath);
}
