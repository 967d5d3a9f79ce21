import type { RelPath } from "@unf/core/base";
import type { ItemFacts, RowFacts } from "../story/facts.ts";
import { type StoryScope, tellStory } from "../story/tell-story.ts";

/** A recorded version, as the screen lists it. Unit of instants: ms since 1970. */
export interface Version {
  readonly kind: "version";
  /** `v12` */
  readonly id: string;
  readonly root: string;
  readonly path: RelPath;
  readonly event: RowFacts["event"];
  readonly at: number;
  readonly author: Author;
  readonly session: string | null;
  readonly turn: string | null;
  readonly operation: string | null;
  readonly isBaseline: boolean;
  readonly added: number | null;
  readonly removed: number | null;
}

export interface Author {
  readonly type: "agent" | "human" | "unf" | "unknown";
  readonly name: string | null;
}

/** A mark between the versions. */
export type Mark =
  | {
      readonly kind: "turn";
      readonly root: string;
      readonly id: string;
      readonly session: string;
      readonly agent: string | null;
      readonly label: string | null;
      readonly from: number;
      readonly at: number;
      readonly isTakenBack: boolean;
    }
  | {
      readonly kind: "checkpoint";
      readonly root: string;
      readonly id: string;
      readonly name: string;
      readonly message: string | null;
      readonly at: number;
      readonly files: number;
    }
  | {
      readonly kind: "gap";
      readonly root: string;
      readonly from: number;
      readonly at: number;
      readonly reason: string;
      readonly path: string | null;
      readonly isOver: boolean;
    }
  | { readonly kind: "burst"; readonly root: string; readonly from: number; readonly at: number };

export type Turn = Extract<Mark, { readonly kind: "turn" }>;

/** Many versions that are one thing that happened: the newest first. */
export interface Group {
  readonly kind: "group";
  readonly cause: "turn" | "operation" | "baseline" | "moment";
  readonly versions: readonly Version[];
  readonly files: number;
  readonly added: number;
  readonly removed: number;
  readonly from: number;
  readonly at: number;
  readonly root: string;
  /** Of a turn that is known by more than its name. */
  readonly turn: Turn | undefined;
}

/** A deleted file that can come back. */
export interface Deleted {
  readonly kind: "deleted";
  readonly root: string;
  readonly path: RelPath;
  readonly at: number;
  readonly author: Author;
  /** The version that deleted it. */
  readonly deletion: string;
  readonly last: string | null;
}

/** A line that a search has found. */
export interface Hit {
  readonly kind: "hit";
  readonly root: string;
  readonly path: RelPath;
  readonly at: number;
  readonly version: string;
  /** From 1 up. */
  readonly line: number;
  readonly text: string;
  readonly isLive: boolean;
}

/** A line of the list, which may be opened to more of them where it is a group. */
export type Entry =
  | Version
  | Group
  | Extract<Mark, { readonly kind: "checkpoint" | "gap" }>
  | Deleted
  | Hit;

/** Tells an entry from every other, also after the list was read again. */
export function keyOf(entry: Entry): string {
  switch (entry.kind) {
    case "version":
      return `${entry.root} ${entry.id} ${entry.event}`;
    case "group":
      return `${entry.root} group ${entry.turn?.id ?? entry.versions.at(-1)?.id}`;
    case "checkpoint":
      return `${entry.root} ${entry.id}`;
    case "gap":
      return `${entry.root} gap ${entry.from}`;
    case "deleted":
      return `${entry.root} ${entry.deletion}`;
    case "hit":
      return `${entry.root} ${entry.version} ${entry.line} ${entry.path}`;
  }
}

/**
 * A listing as the screen shows it, the newest first: what a turn of an agent wrote is one entry, and so
 * is what happened to many files within a moment.
 */
export function toEntries(
  versions: readonly Version[],
  marks: readonly Mark[],
  scope: StoryScope,
): readonly Entry[] {
  const items = [...versions, ...marks].sort((a, b) => b.at - a.at);
  const turns = new Map(
    marks.flatMap((mark) => (mark.kind === "turn" ? [[turnKey(mark.root, mark.id), mark]] : [])),
  );
  const gathering = new TurnGathering(turns);
  for (const told of tellStory<Version | Mark>(items, factsOf, scope)) {
    if (told.kind === "happening") {
      gathering.addGroup(
        told.cause,
        told.rows.filter((row): row is Version => row.kind === "version"),
      );
    } else if (told.kind === "version") gathering.addVersion(told);
    else if (told.kind === "checkpoint" || told.kind === "gap") gathering.entries.push(told);
  }
  return gathering.entries.map((entry) =>
    entry.kind === "group" ? groupOf(entry.cause, entry.versions, entry.turn) : entry,
  );
}

/** Puts the versions of one turn together, in the place of the newest of them. */
class TurnGathering {
  readonly entries: Entry[] = [];
  readonly #turns: ReadonlyMap<string, Turn>;
  readonly #gathered = new Map<string, Version[]>();

  constructor(turns: ReadonlyMap<string, Turn>) {
    this.#turns = turns;
  }

  addGroup(cause: Group["cause"], versions: readonly Version[]): void {
    const isOfTurn = (versions[0]?.turn ?? null) !== null;
    if (isOfTurn) for (const version of versions) this.addVersion(version);
    else this.entries.push(groupOf(cause, versions, undefined));
  }

  addVersion(version: Version): void {
    if (version.turn === null) {
      this.entries.push(version);
      return;
    }
    const key = turnKey(version.root, version.turn);
    const known = this.#gathered.get(key);
    if (known !== undefined) {
      known.push(version);
      return;
    }
    const mine = [version];
    this.#gathered.set(key, mine);
    // Keeps the place among the others; its sums are made at the end.
    this.entries.push(groupOf("turn", mine, this.#turns.get(key)));
  }
}

const turnKey = (root: string, turn: string): string => `${root} ${turn}`;

function groupOf(
  cause: Group["cause"],
  versions: readonly Version[],
  turn: Turn | undefined,
): Group {
  const times = versions.map(({ at }) => at);
  const sum = (count: (one: Version) => number | null) =>
    versions.reduce((all, one) => all + (count(one) ?? 0), 0);
  return {
    kind: "group",
    cause,
    versions,
    files: new Set(versions.map(({ path }) => path)).size,
    added: sum(({ added }) => added),
    removed: sum(({ removed }) => removed),
    from: times.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY),
    at: times.reduce((most, at) => Math.max(most, at), 0),
    root: versions[0]?.root ?? "",
    turn,
  };
}

function factsOf(item: Version | Mark): ItemFacts {
  switch (item.kind) {
    case "version":
      return {
        kind: "row",
        project: item.root,
        at: item.at,
        path: item.path,
        event: item.event,
        author: [item.author.type, item.author.name, item.session, item.turn].join(" "),
        operation: item.operation === null ? null : Number(item.operation.replace("op-", "")),
        isBaseline: item.isBaseline,
        added: item.added ?? 0,
        removed: item.removed ?? 0,
      };
    case "turn":
      return { kind: "aside" };
    case "checkpoint":
      return { kind: "landmark" };
    case "gap": {
      const isAlwaysTold = !item.isOver || item.path !== null;
      return { kind: "gap", from: item.from, to: item.at, isAlwaysTold };
    }
    case "burst":
      return { kind: "burst", project: item.root, from: item.from, to: item.at };
  }
}
