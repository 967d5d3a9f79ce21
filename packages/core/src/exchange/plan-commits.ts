import type { RelPath, SnapshotId, WallMs } from "../base/brand.ts";
import { parentPath } from "../base/path.ts";
import { limits } from "../config/limits.ts";
import type { BurstMark } from "../timeline/burst-mark.ts";
import type { Snapshot } from "../timeline/snapshot.ts";

/** The bond between the rows of a commit. */
export type GroupKind = "baseline" | "turn" | "session" | "operation" | "burst" | "work";

/** Rows that become one commit. */
export interface CommitGroup {
  readonly kind: GroupKind;
  /** Number of the turn, the operation or the mass change; 0 for the other kinds. */
  readonly number: number;
  readonly session: string | null;
  readonly agent: string | null;
  readonly first: SnapshotId;
  readonly last: SnapshotId;
  readonly from: WallMs;
  readonly to: WallMs;
  /** The newest row of each path. */
  readonly rows: readonly Snapshot[];
  readonly versions: number;
}

/**
 * Gathers rows, oldest first, into commits: one a turn (or with `squashTurns` a session), an
 * operation or a mass change; what else was written belongs together until nothing happened for a
 * while. Agents that work at the same time are told apart: a group takes later rows as long as no
 * other group touches its paths, or paths above or below them. So whatever came in between, the
 * commits one after the other lead through states that each path really had, and the last row ends
 * the last commit. What is read is held until its group ends, and no more.
 */
export function* planCommits(
  rows: Iterable<Snapshot>,
  options: { readonly squashTurns: boolean; readonly bursts: readonly BurstMark[] },
): Generator<CommitGroup> {
  const open = new Map<string, OpenGroup>();
  for (const row of rows) {
    const key = keyOf(row, options);
    const own = `${key.kind} ${key.number} ${key.session ?? ""} ${key.agent ?? ""}`;
    for (const [name, group] of open) {
      const isOver = Math.abs(row.at - group.to) > group.silenceMs;
      if (!isOver && (name === own || !group.touches(row.path))) continue;
      open.delete(name);
      yield group.end();
    }
    const group = open.get(own) ?? new OpenGroup(key, row);
    group.add(row);
    open.set(own, group);
  }
  for (const group of [...open.values()].sort((a, b) => a.last - b.last)) yield group.end();
}

type Key = Pick<CommitGroup, "kind" | "number" | "session" | "agent">;

function keyOf(
  { id, at, cause, operation, author }: Snapshot,
  { squashTurns, bursts }: { readonly squashTurns: boolean; readonly bursts: readonly BurstMark[] },
): Key {
  const key = (kind: GroupKind, number = 0): Key => ({ kind, number, session: null, agent: null });
  if (operation !== null) return key("operation", operation);
  const { session, turn, agent } = author;
  if (turn !== null && !squashTurns) return { kind: "turn", number: turn, session, agent };
  if (session !== null) return { kind: "session", number: 0, session, agent };
  if (agent !== null) return { kind: "work", number: 0, session: null, agent };
  if (cause === "baseline") return key("baseline");
  const burst = bursts.findLast(({ before, from, to }) => before < id && from <= at && at <= to);
  return burst === undefined ? key("work") : key("burst", burst.id);
}

class OpenGroup {
  readonly #key: Key;
  readonly #first: Snapshot;
  readonly #rows = new Map<RelPath, Snapshot>();
  /** Directories above its paths. */
  readonly #above = new Set<RelPath>();
  #last: Snapshot;
  #versions = 0;

  constructor(key: Key, first: Snapshot) {
    this.#key = key;
    this.#first = first;
    this.#last = first;
  }

  get last(): SnapshotId {
    return this.#last.id;
  }

  get to(): WallMs {
    return this.#last.at;
  }

  /** Silence that ends the group: work that somebody named does not end at a short pause. */
  get silenceMs(): number {
    const { silenceMs, namedSilenceMs } = limits.exchange;
    return this.#key.kind === "work" ? silenceMs : namedSilenceMs;
  }

  touches(path: RelPath): boolean {
    if (this.#rows.has(path) || this.#above.has(path)) return true;
    for (let above = parentPath(path); above !== ""; above = parentPath(above)) {
      if (this.#rows.has(above)) return true;
    }
    return false;
  }

  add(row: Snapshot): void {
    this.#rows.set(row.path, row);
    this.#last = row;
    this.#versions += 1;
    for (let above = parentPath(row.path); above !== ""; above = parentPath(above)) {
      if (this.#above.has(above)) break;
      this.#above.add(above);
    }
  }

  end(): CommitGroup {
    return {
      ...this.#key,
      first: this.#first.id,
      last: this.#last.id,
      from: this.#first.at,
      to: this.#last.at,
      rows: [...this.#rows.values()],
      versions: this.#versions,
    };
  }
}
