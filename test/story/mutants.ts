import * as disk from "node:fs";
import { join } from "node:path";
import type { SnapshotId, WallMs } from "@unf/core/base";
import type { Author, Point } from "@unf/core/timeline";
import type { Picture } from "../engine/stage.ts";
import { saveFile } from "./acts/disk.ts";
import { bytesOf, isLink, readTree } from "./model/tree.ts";
import type { EngineFault } from "./stage/engine.ts";

const monthMs = 30 * 24 * 3_600_000;

/** One kind of fault, planted by wrapping something; a story must catch it. */
export interface Mutant extends EngineFault {
  readonly name: string;
  /** Acts that are more frequent in the stories that are to catch it. */
  readonly acts?: Readonly<Record<string, number>>;
  /** Of the story that caught it when it was last looked at. */
  readonly seed?: number;
}

export const mutants: readonly Mutant[] = [
  {
    name: "a prune takes one version more than its plan names",
    seed: 12,
    timeline: (timeline) => ({
      deleteSnapshots: (order) => {
        const all = [...timeline.find({ within: [], interim: true, order: "oldest" })];
        const more = all.find(({ id }) => !order.ids.includes(id) && id > (order.ids[0] ?? 0));
        const ids = more === undefined ? order.ids : [...order.ids, more.id];
        return timeline.deleteSnapshots({ ...order, ids });
      },
    }),
  },
  {
    name: "versions count as older than they are",
    timeline: (timeline) => ({
      retentionRows: (...asked) =>
        timeline
          .retentionRows(...asked)
          .map((row) => ({ ...row, at: (row.at - monthMs) as WallMs })),
    }),
  },
  {
    name: "of what is thinned nothing is left, births and deaths included",
    seed: 6,
    timeline: (timeline) => ({
      deleteSnapshots: (order) => {
        const gone = new Set(order.ids);
        const deleted = timeline.deleteSnapshots(order);
        timeline.deleteTraces((_, id) => gone.has(id));
        return deleted;
      },
    }),
    acts: { "months of decay": 4, "history decays": 4, "time passes": 4 },
  },
  {
    name: "the mark of a mass change moves",
    seed: 2,
    timeline: (timeline) => ({
      bursts: (since) => {
        const before = timeline.facts().lastId ?? 0;
        return timeline.bursts(since).map((mark) => ({ ...mark, before }));
      },
    }),
    acts: { "a mass change": 4 },
  },
  pruneWithoutCheckpoints(),
  {
    name: "a checkpoint lies one version too early",
    seed: 3,
    timeline: (timeline) => ({
      addCheckpoint: (checkpoint) =>
        timeline.addCheckpoint({
          ...checkpoint,
          snapshot: Math.max(0, checkpoint.snapshot - 1) as SnapshotId,
        }),
    }),
  },
  {
    name: "at its cap a store deletes what does not help",
    seed: 4,
    sizeOf: (bytes) => bytes * 20,
    acts: { "the store meets its cap": 6, "time passes": 4 },
  },
  {
    name: "who plans reads larger files than who records",
    seed: 6,
    timeline: (timeline) => ({
      meta: (key) => (key === "max_file_bytes" ? `${64 * 2 ** 20}` : timeline.meta(key)),
      // Of a file that has a row it is asked what that says, so long as it is sure.
      head: (path) => {
        const head = timeline.head(path);
        return head === undefined ? undefined : { ...head, racy: true };
      },
    }),
    acts: { "a binary or large file": 12, restore: 8 },
  },
  {
    name: "what is rescued shares its bytes with another name",
    disk: (fs) => ({ ...fs, copyNew: fs.link }),
    acts: { "a person saves": 8, "a hard link": 16, restore: 12 },
  },
  {
    name: "an undo goes past what was edited since",
    stage: (stage) => {
      const trees: Picture[] = [];
      const noting = async <T>(work: () => Promise<T>): Promise<T> => {
        const tree = readTree(stage.root);
        const done = await work();
        if (JSON.stringify(tree) !== JSON.stringify(readTree(stage.root))) trees.push(tree);
        return done;
      };
      return {
        restore: (request) => noting(() => stage.restore(request)),
        oops: () => noting(() => stage.oops()),
        invert: async (kind) => {
          const report = await stage.invert(kind);
          const tree = kind === "undo" ? trees.pop() : undefined;
          if (tree !== undefined) putBack(stage.root, tree);
          return report;
        },
      };
    },
    acts: { undo: 4, restore: 4 },
  },
  everythingByAgents(),
  {
    name: "an operation that a kill has cut off stays as it is",
    timeline: () => ({ unfinishedOperations: () => [] }),
    acts: { "killed in a restore": 8 },
  },
  {
    name: "a collection takes what a version needs",
    stage: (stage) => ({
      collect: async (emptyTrash) => {
        await stage.collect(emptyTrash);
        const objects = join(stage.directory, "objects");
        const found = disk.readdirSync(objects, { recursive: true, withFileTypes: true });
        const file = found.find((entry) => entry.isFile());
        if (file !== undefined) disk.rmSync(join(file.parentPath, file.name));
      },
    }),
  },
  {
    name: "a deletion is not recorded",
    seed: 1,
    timeline: (timeline) => ({
      commit: (batch) =>
        timeline.commit({
          ...batch,
          recordings: batch.recordings.filter(({ snapshot }) => snapshot.hash !== null),
        }),
    }),
  },
  {
    name: "the state at an instant is that of the version before",
    seed: 1,
    timeline: (timeline) => ({
      stateAt: (point, within) => timeline.stateAt(justBefore(point), within),
      stateInSteps: (point, within) => timeline.stateInSteps(justBefore(point), within),
    }),
  },
];

function justBefore(point: Point): Point {
  return "at" in point ? { at: (point.at - 1) as WallMs } : point;
}

/** Writes what stood there, over whatever stands there now. */
function putBack(root: string, tree: Picture): void {
  for (const [path, what] of Object.entries(tree))
    if (!isLink(what)) saveFile(root, path, bytesOf(what));
}

function pruneWithoutCheckpoints(): Mutant {
  let isPruning = false;
  return {
    name: "a prune does not ask for checkpoints",
    timeline: (timeline) => ({ checkpoints: () => (isPruning ? [] : timeline.checkpoints()) }),
    stage: (stage) => ({
      prune: async (policy) => {
        isPruning = true;
        try {
          return await stage.prune(policy);
        } finally {
          isPruning = false;
        }
      },
    }),
    acts: { checkpoint: 4, "prune what is older": 4, "time passes": 4 },
  };
}

/** After an agent's first word everything is its doing. */
function everythingByAgents(): Mutant {
  let author: Author | undefined;
  return {
    name: "an oops takes back what people wrote as well",
    seed: 4,
    timeline: (timeline) => ({
      commit: (batch) => {
        const recordings = batch.recordings.map((one) => {
          if (one.snapshot.author.turn !== null) author = one.snapshot.author;
          return { ...one, snapshot: { ...one.snapshot, author: author ?? one.snapshot.author } };
        });
        return timeline.commit({ ...batch, recordings });
      },
    }),
    acts: { "an agent's turn": 4, oops: 4 },
  };
}
