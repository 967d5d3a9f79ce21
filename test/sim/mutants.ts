import type { AbsPath } from "@unf/core/base";
import type { FileSystem, Hint, ObjectStore, Timeline } from "@unf/core/ports";
import type { Temperament } from "./temperament.ts";

/** A fault planted by wrapping a port: the simulation must catch each of them, or it proves nothing. */
export interface Mutant {
  readonly name: string;
  readonly disk?: (fs: FileSystem) => FileSystem;
  readonly store?: (store: ObjectStore, fs: FileSystem, directory: AbsPath) => ObjectStore;
  readonly timeline?: (timeline: Timeline) => Timeline;
  readonly hints?: (hints: readonly Hint[]) => readonly Hint[];
  /** The watcher says that everything was handed over, at once. */
  readonly barrierLies?: true;
  readonly model?: { readonly clamps: boolean };
  /** Starts without making durable what the process before it left in the store. */
  readonly opensUnsynced?: boolean;
  /** Starts without finishing what the process before it left undone. */
  readonly skipsRecover?: boolean;
  /** Collects without asking what waits to be committed. */
  readonly collectsBlindly?: boolean;
  /** Of the world that showed it when it was last looked at, where the first one to do so comes late. */
  readonly seed?: number;
  /** Traits that must be likely in a world that is to show it. */
  readonly temper?: Partial<Temperament>;
}

/** The programs as they are. */
export const noMutant: Mutant = { name: "none" };

export const mutants: readonly Mutant[] = [
  {
    name: "a collection does not ask what waits to be committed",
    seed: 455,
    collectsBlindly: true,
    store: (store) => ({ ...store, untrash: () => false }),
    temper: { collects: 0.3, insideDeath: 0 },
  },
  {
    name: "a barrier answers before the hints from before it are handed over",
    barrierLies: true,
  },
  {
    name: "a prune does not ask for checkpoints",
    timeline: (timeline) => ({ ...timeline, checkpoints: () => [] }),
    temper: { prunes: 1 },
  },
  {
    name: "a prune does not ask for the turns of open sessions",
    timeline: (timeline) => ({
      ...timeline,
      openSessions: () => [],
      turns: () => [],
    }),
    temper: { prunes: 1 },
  },
  {
    name: "a prune takes the newest row of a path with the others",
    timeline: (timeline) => ({
      ...timeline,
      deleteSnapshots: (order) => {
        const rows = order.ids.flatMap((id) => timeline.snapshot(id) ?? []);
        const tops = rows.flatMap(({ path }) => timeline.head(path)?.snapshot ?? []);
        return timeline.deleteSnapshots({ ...order, ids: [...order.ids, ...tops], whole: true });
      },
    }),
    temper: { prunes: 1 },
  },
  {
    name: "files are not flushed when the inbox is emptied",
    disk: (fs) => ({ ...fs, syncFile: () => undefined }),
  },
  {
    name: "directories are not flushed when the inbox is emptied",
    disk: (fs) => ({ ...fs, syncDirectory: () => undefined }),
  },
  {
    name: "objects that nothing else holds are not flushed before their rows",
    store: (store) => ({ ...store, syncAll: () => undefined, flushAll: async () => undefined }),
  },
  {
    name: "the packs of a large batch are not flushed before its rows",
    disk: (fs) => ({
      ...fs,
      flushFile: async () => undefined,
      syncFile: (path) => {
        if (!path.includes("/packs/")) fs.syncFile(path);
      },
    }),
  },
  {
    name: "rows are committed before their contents are kept anywhere",
    timeline: (timeline) => ({
      ...timeline,
      commit: (batch) => timeline.commit({ ...batch, inbox: [] }),
    }),
  },
  {
    name: "what cannot be recorded has no head",
    seed: 17,
    timeline: (timeline) => ({
      ...timeline,
      head: (path) => {
        const head = timeline.head(path);
        return head?.unrecordable === undefined ? head : undefined;
      },
      heads: (...range) =>
        timeline.heads(...range).filter(({ unrecordable }) => unrecordable === undefined),
    }),
  },
  {
    name: "a stat taken within a tick of the change is trusted",
    seed: 103,
    timeline: (timeline) => ({
      ...timeline,
      commit: (batch) =>
        timeline.commit({
          ...batch,
          recordings: batch.recordings.map(({ snapshot, head }) => ({
            snapshot,
            head: head === null ? null : { ...head, racy: false },
          })),
          restats: batch.restats.map((restat) => ({ ...restat, racy: false })),
        }),
    }),
  },
  {
    name: "a sweep looks at size and modification time only",
    seed: 22,
    disk: (fs) => ({
      ...fs,
      lstat: (path) => {
        const stat = fs.lstat(path);
        if (stat === undefined || stat.kind === "directory") return stat;
        return { ...stat, ino: 0n, ctimeNs: 0n };
      },
      read: (path, limit) => {
        const read = fs.read(path, limit);
        if (!("stat" in read)) return read;
        return { ...read, stat: { ...read.stat, ino: 0n, ctimeNs: 0n } };
      },
    }),
  },
  {
    name: "the inbox is emptied before its objects are durable",
    timeline: (timeline) => ({
      ...timeline,
      inboxHashes: (before) => {
        const hashes = timeline.inboxHashes(before);
        timeline.dropFromInbox(hashes.map(({ hash }) => hash));
        return hashes;
      },
    }),
  },
  { name: "timestamps follow a clock that goes back", seed: 44, model: { clamps: false } },
  {
    name: "an overflow is not heeded",
    hints: (hints) => hints.filter(({ kind }) => kind !== "overflow"),
  },
  { name: "recovery leaves the inbox and open bursts alone", skipsRecover: true },
  { name: "objects of an earlier process are taken for durable", opensUnsynced: true },
  {
    name: "a committed operation is taken for carried out",
    seed: 81,
    temper: { insideDeath: 0.02 },
    timeline: (timeline) => ({
      ...timeline,
      unfinishedOperations: () =>
        timeline.unfinishedOperations().filter(({ id, state, startedAt }) => {
          if (state === "committed") timeline.finishOperation(id, { at: startedAt, state: "done" });
          return state !== "committed";
        }),
    }),
  },
  {
    name: "an operation is committed when it is carried out",
    seed: 92,
    temper: { insideDeath: 0.02 },
    timeline: (timeline) => ({
      ...timeline,
      commitOperation: () => undefined,
      finishOperation: (id, end) => {
        if (end.state === "done") timeline.commitOperation(id);
        timeline.finishOperation(id, end);
      },
    }),
  },
  {
    name: "nobody ends an operation that a crash has cut off",
    seed: 58,
    timeline: (timeline) => ({ ...timeline, unfinishedOperations: () => [] }),
  },
  {
    name: "a deletion counts only when it was told of",
    timeline: (timeline) => ({
      ...timeline,
      heads: (within, after, limit) => (within === "" ? [] : timeline.heads(within, after, limit)),
    }),
  },
];
