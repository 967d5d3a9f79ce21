import {
  type AbsPath,
  absPathToColumn,
  pathFromColumn,
  StorageError,
  sayFailure,
  UnfError,
  type WallMs,
} from "@unf/core/base";
import { formatUtc } from "@unf/core/time";
import type { ImportedHistory, ImportParams, ImportReply } from "@unf/protocol";
import type { OpenProjects } from "../home/home.ts";
import { timelineIds } from "../home/projects.ts";
import { type FoundHistory, findHistories, type HistoryOrder } from "./find-histories.ts";
import { type ImportPlace, type Prepared, prepareHistory } from "./prepare.ts";
import { type ImportWorld, takeOverHistory } from "./take-over.ts";

/**
 * Takes over the histories of another program, one after the other; its store is only read. Only
 * for the holder of the daemon's lock. One that cannot be taken is reported, and the others are.
 */
export function importHome(
  world: ImportWorld,
  open: OpenProjects,
  params: ImportParams,
): Promise<ImportReply> {
  // A history that a crash left without its timeline would be taken for none.
  for (const id of timelineIds(world)) world.timelines.finishSwap(id);
  return eachHistory(world, params, async (prepared, { objects }) =>
    takeOverHistory(world, open, prepared, objects),
  );
}

/** Plans what `importHome` would do right now. Reads both stores and writes nothing. */
export function planImport(place: ImportPlace, params: ImportParams): Promise<ImportReply> {
  return eachHistory(place, params, async () => undefined);
}

type Taker = (prepared: Prepared, found: FoundHistory) => Promise<AbsPath | undefined>;

async function eachHistory(
  place: ImportPlace,
  params: ImportParams,
  take: Taker,
): Promise<ImportReply> {
  const order: HistoryOrder = {
    source: params.source,
    directory: toPath(params.directory),
    only: params.only === null ? null : toPath(params.only),
  };
  const histories: ImportedHistory[] = [];
  for (const found of findHistories(place.fs, order)) {
    if ("why" in found) {
      histories.push({
        ...nothing,
        root: absPathToColumn(found.root),
        state: "failed",
        why: found.why,
      });
      continue;
    }
    histories.push(await oneHistory({ ...place, now: place.clock.wall() }, order, found, take));
  }
  return { histories };
}

async function oneHistory(
  place: ImportPlace & { readonly now: WallMs },
  order: HistoryOrder,
  found: FoundHistory,
  take: Taker,
): Promise<ImportedHistory> {
  try {
    const prepared = await prepareHistory(place, order, found);
    const isNew = !prepared.isKnown && prepared.plan.rows.length > 0;
    const keptIn = isNew ? await take(prepared, found) : undefined;
    return report(prepared, keptIn);
  } catch (thrown) {
    // A disk that fails under our own store would fail every other history, too.
    if (!(thrown instanceof UnfError) || thrown instanceof StorageError) throw thrown;
    return {
      ...nothing,
      root: absPathToColumn(found.root),
      state: "failed",
      why: sayFailure(thrown),
    };
  }
}

function report(
  { history, plan, own, ownRows, isKnown }: Prepared,
  keptIn: AbsPath | undefined,
): ImportedHistory {
  const { rows, marks, leftOut } = plan;
  const root = absPathToColumn(history.root);
  if (isKnown) return { ...nothing, root, state: "known" };
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) {
    return { ...nothing, root, state: "empty", left_out: leftOut };
  }
  return {
    root,
    state: own === undefined ? "new" : "before",
    versions: rows.length,
    files: new Set(rows.map(({ path }) => path)).size,
    first_at: formatUtc(first.at),
    last_at: formatUtc(last.at),
    sessions: history.sessions.length,
    checkpoints: marks.length,
    left_out: leftOut,
    renumbered: own === undefined ? 0 : ownRows,
    kept_in: keptIn === undefined ? null : absPathToColumn(keptIn),
  };
}

const nothing: Omit<ImportedHistory, "root" | "state"> = {
  versions: 0,
  files: 0,
  first_at: null,
  last_at: null,
  sessions: 0,
  checkpoints: 0,
  left_out: {},
  renumbered: 0,
  kept_in: null,
};

function toPath(column: string): AbsPath {
  return pathFromColumn(column) as string as AbsPath;
}
