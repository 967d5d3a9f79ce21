import type { SnapshotId } from "@unf/core/base";
import type { RetentionPolicy } from "@unf/core/retention";
import type { Picture } from "../../engine/stage.ts";
import { bytesOf } from "./tree.ts";

/** A state that was on disk and was recorded. */
export interface Moment {
  /** Where older history comes along it grows. */
  id: SnapshotId;
  readonly at: number;
  readonly tree: Picture;
  /** Paths of files that were not recorded, or are forgotten: they may be said not to be known. */
  readonly unrecorded: Set<string>;
  /** No prune, decay or cap has been allowed to thin what is needed for it. */
  isWhole: boolean;
  isCheckpoint: boolean;
  /** False where what was written next has the same time: the clock was set back. */
  ownsInstant: boolean;
  /** The history was ordered to start later, or does by now: by its time it may be refused. */
  isBeforeStart: boolean;
  /** It came along with an older history. */
  readonly isOlder?: true;
}

/** Something that unf did to the disk, with everything on disk before and after. */
export interface Deed {
  /** `undefined`: nobody was told, since the process died. */
  readonly operation: number | undefined;
  readonly at: number;
  readonly before: Picture;
  readonly after: Picture;
  /** Versions that it needs may have been thinned or forgotten. */
  isWeak?: boolean;
  /** Paths that were left when it was taken back or done again, somebody having changed them before. */
  readonly left?: ReadonlySet<string>;
  /** Of one that was undone and done again: what stood when it was undone. */
  readonly found?: Picture;
}

export interface Turn {
  /** Paths that its tools said they write. */
  readonly written: readonly string[];
  readonly session: string;
  readonly before: Picture;
  readonly after: Picture;
}

const dayMs = 24 * 3_600_000;
/** No prune takes what the restores of so long need. */
const operationsKeptMs = 7 * dayMs;

/** Remembers every state that was written, and what of it must still be had. */
export class Model {
  readonly moments: Moment[] = [];
  /** Deeds that can be undone, the newest last; those that can be redone, the next one last. */
  readonly done: Deed[] = [];
  readonly undone: Deed[] = [];
  /** Everything recorded on disk now, and everything else. */
  recorded: Picture = {};
  standing: Picture = {};
  /** The last turn of an agent, while unf has changed nothing since. */
  turn: Turn | undefined;
  /** Paths that a tool has announced and not ended; whoever writes there counts as the agent. */
  readonly announced = new Set<string>();
  /** Contents that must be had, each with a path where it stood. */
  readonly #owed = new Map<string, string>();
  /** Contents that were moved out of the way, and are nobody's to thin. */
  readonly #rescued = new Map<string, string>();
  /** Of paths that are gone: the last content, if it was not moved elsewhere. */
  readonly #lastContents = new Map<string, string>();
  /** Where each mass change was seen to begin. */
  readonly #marks = new Map<number, number>();
  readonly #forgotten = new Set<string>();
  readonly #olderPaths = new Set<string>();
  #counter = 0;
  /** Something was ordered to be forgotten. */
  hasForgotten = false;
  /** An older history came along. */
  hasOlder = false;

  /** A word that nobody wrote before; `who` begins it. */
  word(who: "person" | "agent"): string {
    this.#counter += 1;
    return `${who} ${this.#counter}`;
  }

  get owed(): Iterable<readonly [string, string]> {
    return [...this.#owed, ...this.#rescued];
  }

  /** Something is about to happen. */
  begin(now: number): void {
    // An instant that the clock shows a second time means what happens now.
    for (const moment of this.moments) if (now <= moment.at) moment.ownsInstant = false;
  }

  /** Learns the tree on disk, which is recorded up to this version. */
  learn(standing: Picture, recorded: Picture, newest?: { id: SnapshotId; at: number }): void {
    for (const [path, what] of Object.entries(this.recorded)) {
      if (recorded[path] === undefined) this.#lastContents.set(path, contentOf(what));
    }
    const contents = new Set(Object.values(recorded).map(contentOf));
    for (const [path, content] of this.#lastContents) {
      if (recorded[path] !== undefined || contents.has(content)) this.#lastContents.delete(path);
    }
    for (const [path, what] of Object.entries(recorded)) this.#owed.set(contentOf(what), path);
    this.recorded = recorded;
    this.standing = standing;
    const unrecorded = Object.keys(standing).filter((path) => recorded[path] === undefined);
    for (const path of unrecorded) this.#stoodUnseen(path);
    const last = this.moments.at(-1);
    if (newest === undefined || newest.id === last?.id) {
      for (const path of unrecorded) last?.unrecorded.add(path);
      return;
    }
    this.moments.push({
      ...newest,
      unrecorded: new Set([...unrecorded, ...this.#forgotten]),
      tree: recorded,
      isWhole: true,
      isCheckpoint: false,
      ownsInstant: true,
      isBeforeStart: false,
    });
  }

  /** Something stands there without a row: once there is one, since when is not known. */
  #stoodUnseen(path: string): void {
    if (this.moments.some(({ tree }) => tree[path] !== undefined)) return;
    for (const { unrecorded } of this.moments) unrecorded.add(path);
  }

  /** It was recorded elsewhere in the store, and comes back from there. */
  owe(path: string, content: string): void {
    this.#owed.set(content, path);
  }

  /** Moments came along from before the first one, one version each. */
  addOlder(older: readonly Pick<Moment, "at" | "tree">[]): void {
    for (const moment of this.moments) moment.id = (moment.id + older.length) as SnapshotId;
    const rest = { isWhole: true, isCheckpoint: false, ownsInstant: true, isBeforeStart: false };
    for (const [id, before] of this.#marks) this.#marks.set(id, before + older.length);
    const moments = older.map((one, index) => {
      const id = (index + 1) as SnapshotId;
      return { ...one, ...rest, id, isOlder: true as const, unrecorded: new Set<string>() };
    });
    this.moments.unshift(...moments);
    for (const path of older.flatMap(({ tree }) => Object.keys(tree))) this.#olderPaths.add(path);
    for (const { tree } of older)
      for (const [path, what] of Object.entries(tree)) this.#owed.set(contentOf(what), path);
  }

  /** These bytes were replaced by unf, and were recorded nowhere: they must lie in the rescue. */
  oweRescued(path: string, content: string): void {
    this.#rescued.set(content, path);
  }

  /** Something may have thinned what is older than it keeps everything of. */
  thin({ keepAllMs, bringsBack }: Pick<RetentionPolicy, "keepAllMs" | "bringsBack">, now: number) {
    // Where the clock was set back, what was written before something old is older than that.
    const old = this.moments.findLastIndex(({ at }) => now - at >= keepAllMs);
    for (const [index, moment] of this.moments.entries()) {
      if (moment.isCheckpoint || moment === this.moments.at(-1)) continue;
      if (index < old || now - moment.at > keepAllMs) moment.isWhole = false;
    }
    const kept = new Map<string, string>();
    const keep = (tree: Picture, paths = Object.keys(tree)) => {
      for (const path of paths) {
        const what = tree[path];
        if (what !== undefined) kept.set(contentOf(what), path);
      }
    };
    keep(this.recorded);
    for (const { tree, isWhole } of this.moments) if (isWhole) keep(tree);
    for (const { before, after, at } of [...this.done, ...this.undone]) {
      if (now - at > operationsKeptMs) continue;
      const changed = Object.keys({ ...before, ...after }).filter((p) => before[p] !== after[p]);
      keep(before, changed);
      keep(after, changed);
    }
    if (bringsBack) for (const [path, content] of this.#lastContents) kept.set(content, path);
    for (const content of this.#owed.keys()) if (!kept.has(content)) this.#owed.delete(content);
  }

  /** The history was ordered to start at an instant. */
  startAt(start: number): void {
    for (const moment of this.moments) if (moment.at < start) moment.isBeforeStart = true;
  }

  /** Marks that begin elsewhere than when they were seen first. */
  movedMarks(marks: ReadonlyMap<number, number>): number[] {
    for (const [id, before] of marks) if (!this.#marks.has(id)) this.#marks.set(id, before);
    return [...marks].flatMap(([id, before]) => (this.#marks.get(id) === before ? [] : [id]));
  }

  /** Every version of the path was ordered to go; gives the contents that nothing else has. */
  forget(path: string): string[] {
    // A content that was recorded elsewhere in the store came back without being a moment.
    const own = new Set([...this.#owed].flatMap(([content, at]) => (at === path ? [content] : [])));
    const others = new Set<string>();
    for (const moment of this.moments) {
      if (moment.tree[path] !== undefined) moment.isWhole = false;
      for (const [where, what] of Object.entries(moment.tree))
        (where === path ? own : others).add(contentOf(what));
    }
    for (const deed of [...this.done, ...this.undone])
      if (deed.before[path] !== undefined || deed.after[path] !== undefined) deed.isWeak = true;
    this.turn = undefined;
    this.hasForgotten = true;
    this.#forgotten.add(path);
    for (const moment of this.moments) moment.unrecorded.add(path);
    // Older versions came along of one file: without it history begins where it began before.
    if (this.#olderPaths.has(path))
      for (const moment of this.moments) if (moment.isOlder) moment.isBeforeStart = true;
    // Nor is there a first version of it any more: history begins with that of another file.
    for (const moment of this.moments) {
      if (Object.keys(moment.tree).some((one) => !this.isForgotten(one))) break;
      moment.isBeforeStart = true;
    }
    this.#lastContents.delete(path);
    const gone = [...own].filter((content) => !others.has(content) && !this.#rescued.has(content));
    for (const content of gone) this.#owed.delete(content);
    return gone;
  }

  /** True where nobody knows what stood there before: with a name went everything below it. */
  isForgotten(path: string): boolean {
    return [...this.#forgotten].some((one) => path === one || path.startsWith(`${one}/`));
  }

  /** unf changed the disk by an order of its own. */
  did(deed: Deed): void {
    this.done.push(deed);
    this.undone.length = 0;
    this.turn = undefined;
  }
}

/** One character a byte. */
export function contentOf(standing: string): string {
  return bytesOf(standing).toString("latin1");
}
