import type { Entry, SessionReader } from "./host.ts";

/** The `customType` of the entries that say which checkpoint belongs to which entry. */
export const ledgerType = "unf-checkpoint";

/** The files as they were at an entry: before a prompt, after anything else. */
export interface Point {
  readonly entry: string;
  /** `cp:17` is 17. */
  readonly checkpoint: number;
  /** The instant of that checkpoint, as unf prints it: tells it from one that has its number in another history. */
  readonly at: string;
  /** The session that set it. A fork takes the entry over, and the checkpoint stays its parent's. */
  readonly session: string;
}

/** Points by their entries. Of an entry that has several the last one counts. */
export type Points = ReadonlyMap<string, Point>;

export function readPoints(entries: readonly Entry[]): Points {
  const points = entries.flatMap(({ type, customType, data }) => {
    const point = type === "custom" && customType === ledgerType ? toPoint(data) : undefined;
    return point === undefined ? [] : [[point.entry, point] as const];
  });
  return new Map(points);
}

function toPoint(data: unknown): Point | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { entry, checkpoint, at, session } = data as Partial<Record<keyof Point, unknown>>;
  if (typeof entry !== "string" || typeof at !== "string" || typeof session !== "string")
    return undefined;
  if (typeof checkpoint !== "number" || !Number.isSafeInteger(checkpoint)) return undefined;
  return { entry, checkpoint, at, session };
}

/** The parent and the points that a session file names; its conversation is not read. */
export function readSessionFile(text: string): { parent: string | undefined; points: Points } {
  const lines = text.split("\n");
  const [head] = parseLines(lines.slice(0, 1)) as { readonly parentSession?: unknown }[];
  const entries = parseLines(lines.filter((line) => line.includes(ledgerType)));
  const parent = head?.parentSession;
  return {
    parent: typeof parent === "string" ? parent : undefined,
    points: readPoints(entries as Entry[]),
  };
}

/** A line that was cut off by a crash is none. */
function parseLines(lines: readonly string[]): object[] {
  return lines.flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return typeof value === "object" && value !== null ? [value] : [];
    } catch {
      return [];
    }
  });
}

/** The point that tells how the files were at an entry. */
export interface Found {
  readonly point: Point;
  /** The entry has none of its own, and files may have been written between that one and it. */
  readonly isEarlier: boolean;
}

/** Entries that may stand between a change of files and the next: work that was cut off has no point. */
const writers: ReadonlySet<string | undefined> = new Set(["user", "assistant", "bashExecution"]);

/** The point of an entry, or of the nearest one above it. */
export function findPoint(
  target: string,
  session: Pick<SessionReader, "getEntry">,
  points: Points,
): Found | undefined {
  let isEarlier = false;
  const seen = new Set<string>();
  for (let entry = session.getEntry(target); entry !== undefined && !seen.has(entry.id); ) {
    seen.add(entry.id);
    const point = points.get(entry.id);
    if (point !== undefined) return { point, isEarlier };
    isEarlier ||= writers.has(entry.message?.role);
    entry = entry.parentId === null ? undefined : session.getEntry(entry.parentId);
  }
  return undefined;
}

/** The entries from a leaf up to the root. */
export function pathFrom(leaf: string | null, session: Pick<SessionReader, "getEntry">): Entry[] {
  const path = new Map<string, Entry>();
  let entry = leaf === null ? undefined : session.getEntry(leaf);
  while (entry !== undefined && !path.has(entry.id)) {
    path.set(entry.id, entry);
    entry = entry.parentId === null ? undefined : session.getEntry(entry.parentId);
  }
  return [...path.values()];
}

/** `cp:17`, or the instant where that checkpoint is gone: its versions may be there all the same. */
export function timeOf({ checkpoint, at }: Point, live: ReadonlyMap<number, string>): string {
  return live.get(checkpoint) === at ? `cp:${checkpoint}` : at;
}

/**
 * Checkpoints to delete so that a session keeps `max`, and none of before `since`: its own, the oldest
 * first, none that a person has labelled, and never the newest.
 */
export function surplus(
  points: Iterable<Point>,
  { max, since }: { readonly max: number; readonly since: number },
  {
    session,
    live,
    labelled,
  }: {
    readonly session: string;
    readonly live: ReadonlyMap<number, string>;
    readonly labelled: (entry: string) => boolean;
  },
): number[] {
  const own = new Set<number>();
  const kept = new Set<number>();
  for (const point of points) {
    if (point.session !== session || live.get(point.checkpoint) !== point.at) continue;
    own.add(point.checkpoint);
    if (labelled(point.entry)) kept.add(point.checkpoint);
  }
  const ordered = [...own].sort((a, b) => a - b);
  const excess = ordered.length - Math.max(1, max);
  return ordered
    .slice(0, -1)
    .filter((id) => !kept.has(id))
    .filter((id, index) => index < excess || Date.parse(live.get(id) ?? "") < since);
}
