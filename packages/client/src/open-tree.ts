import { resolve } from "node:path";
import type { ProjectReader } from "@unf/answers";
import { type AbsPath, encodeUtf8, pathToColumn, type RelPath, UnfError } from "@unf/core/base";
import { keptRows } from "@unf/core/timeline";
import { homeDirectory, openHomeReader } from "@unf/wiring";
import { listCheckpoints, nameOf, readPayload, toPublic } from "./checkpoints.ts";
import { countChanges, listChanges } from "./diff-stat.ts";
import type * as Public from "./public.ts";
import { type History, requireCheckpoint } from "./session.ts";
import { renderDiff } from "./tree-diff.ts";
import { leaseOf } from "./tree-lease.ts";
import { copyTree } from "./tree-values.ts";

/** Opens checkpoints of a tree that is given as values; `public.ts` says what its methods do. */
export async function openTree(
  store: string,
  { maxCheckpoints }: { readonly maxCheckpoints?: number } = {},
): Promise<Public.TreeHistory> {
  if (store === "") throw new UnfError("usage", "the directory is empty");
  if (maxCheckpoints !== undefined && !(Number.isInteger(maxCheckpoints) && maxCheckpoints > 0)) {
    throw new UnfError("usage", "maxCheckpoints is a whole number from 1 on");
  }
  const home = homeDirectory({ UNF_HOME: resolve(store) });
  const lease = leaseOf(home);
  // Where there is no history yet, it begins now.
  await lease.use(() => undefined);
  const history = new TreeReader(home);
  const close = async (): Promise<void> => {
    history.close();
    await lease.release();
  };
  const span = (from: number, to: number) =>
    [history.checkpoint(from).snapshot, history.checkpoint(to).snapshot] as const;
  return {
    checkpoint: async (tree, { label, message, payload, pinned = false } = {}) => {
      history.reader;
      const given = copyTree(tree);
      const bytes = typeof payload === "string" ? encodeUtf8(payload) : payload?.slice();
      const order = {
        ...nameOf(label ?? null, message ?? null),
        ...{ payload: bytes ?? null, pinned, checkpointsMax: maxCheckpoints },
      };
      return await lease.use(({ recorder }) => {
        const { created, ...checkpoint } = recorder.checkpoint(given, order);
        return { ...toPublic(checkpoint), created };
      });
    },
    checkpoints: async () => listCheckpoints(history),
    payload: async (checkpoint) => readPayload(history, checkpoint),
    restore: async (checkpoint) => readWhole(history, checkpoint),
    read: async (checkpoint, path) => readOne(history, checkpoint, path),
    diffStat: async (checkpoint, to) => countChanges(history, ...span(checkpoint, to)),
    diff: async (checkpoint, to) =>
      renderDiff(history, listChanges(history, ...span(checkpoint, to))),
    pin: async (checkpoint, pinned) =>
      lease.use(({ recorder }) => recorder.pinCheckpoint(checkpoint, pinned)),
    delete: async (checkpoint) =>
      lease.use(({ recorder }) => recorder.deleteCheckpoint(checkpoint)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The history for reading, which takes no lock. */
class TreeReader implements History {
  #reader: ProjectReader | undefined;

  constructor(home: AbsPath) {
    using opened = openHomeReader(home);
    const [project] = opened.projects();
    if (project === undefined) throw new UnfError("not_found", `${home} has no history any more`);
    this.#reader = opened.open(project);
  }

  get reader(): ProjectReader {
    if (this.#reader !== undefined) return this.#reader;
    throw new UnfError("usage", "the tree is closed");
  }

  get timeline() {
    return this.reader.timeline;
  }

  checkpoint(id: number) {
    return requireCheckpoint(this.timeline, id);
  }

  close(): void {
    this.#reader?.[Symbol.dispose]();
    this.#reader = undefined;
  }
}

function readWhole(history: History, checkpoint: number): Map<string, Uint8Array> {
  const { snapshot } = history.checkpoint(checkpoint);
  const tree = new Map<string, Uint8Array>();
  // The state at a checkpoint is never thinned.
  for (const row of keptRows(history.timeline.stateAt({ id: snapshot as never }, []))) {
    if (row.hash !== null)
      tree.set(pathToColumn(row.path), new Uint8Array(history.reader.content(row)));
  }
  return tree;
}

function readOne(history: History, checkpoint: number, path: string): Uint8Array | undefined {
  const { snapshot } = history.checkpoint(checkpoint);
  const was = history.timeline.pathAt(path as RelPath, { id: snapshot as never });
  if (was.kind !== "kept" || was.row.hash === null) return undefined;
  return new Uint8Array(history.reader.content(was.row));
}
