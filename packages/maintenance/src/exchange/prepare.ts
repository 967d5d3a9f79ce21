import {
  type AbsPath,
  absPathToColumn,
  type BlobId,
  type RelPath,
  UnfError,
  type WallMs,
} from "@unf/core/base";
import type { Config } from "@unf/core/config";
import {
  type ForeignHistories,
  type ForeignHistory,
  type PathTest,
  planTakeOver,
  refusedPaths,
  type TakeOver,
} from "@unf/core/exchange";
import { secretChange } from "@unf/core/filter";
import type { TimelineReader } from "@unf/core/ports";
import type { Snapshot } from "@unf/core/timeline";
import type { HomePorts } from "../home/home.ts";
import { listProjects, type ProjectEntry } from "../home/projects.ts";
import type { FoundHistory, HistoryOrder } from "./find-histories.ts";
import { readForeignContent } from "./foreign-contents.ts";
import { Pauses } from "./pauses.ts";

/** Ports that a dry run needs as well as a real import. */
export interface ImportPlace
  extends Pick<HomePorts, "home" | "fs" | "files" | "intents" | "timelines" | "clock" | "digest"> {
  readonly config: Config;
  readonly foreign: ForeignHistories;
}

/** A history that was read and judged; nothing is written yet. */
export interface Prepared {
  readonly history: ForeignHistory;
  readonly plan: TakeOver;
  /** The project of this root, where there is one. */
  readonly own: ProjectEntry | undefined;
  /** Its rows, which get higher numbers. */
  readonly ownRows: number;
  /** True when it was taken over before. */
  readonly isKnown: boolean;
}

/** Reads a history of another program, every content of it, and what the home knows of its root. */
export async function prepareHistory(
  place: ImportPlace & { readonly now: WallMs },
  { source, directory }: Pick<HistoryOrder, "source" | "directory">,
  found: FoundHistory,
): Promise<Prepared> {
  const { config, now, clock } = place;
  const { root, objects, database } = found;
  const pauses = new Pauses(clock);
  const record = await place.foreign.read(source, database, () => clock.breathe());
  const history = { source, origin: directory, root, ...record };
  const own = listProjects(place).find((project) => project.root === root);
  using timeline = own === undefined ? undefined : place.timelines.read(own.id);
  const facts = timeline?.facts();
  const forgotten = timeline === undefined ? [] : readForgotten(timeline, root);
  const isKnown = timeline
    ?.imports()
    .some((one) => one.source === source && one.key === importKey(root));
  const contents = isKnown === true ? new Map() : await readSizes(place, history, objects);
  const steps = planTakeOver(history, {
    now,
    ownFrom: facts?.firstAt ?? undefined,
    isRefused: askedOnce(refusedPaths(secretChange(config), forgotten)),
    stoodThere: (path) => stoodThere(timeline?.firstOf(path)),
    content: (hash) => contents.get(hash) ?? "missing",
  });
  const plan = await pauses.during(steps);
  return { history, plan, own, ownRows: facts?.snapshots ?? 0, isKnown: isKnown === true };
}

/** A history is called by the root that it is of. */
export function importKey(root: AbsPath): string {
  return absPathToColumn(root);
}

/** A path has many rows, and asking takes longer than any of them. */
function askedOnce(test: PathTest): PathTest {
  const known = new Map<RelPath, boolean>();
  return (path) => {
    const answer = known.get(path) ?? test(path);
    known.set(path, answer);
    return answer;
  };
}

/**
 * Patterns of forgotten files, which must not come back by another way. Throws `refused` in the
 * middle of it.
 */
function readForgotten(timeline: TimelineReader, root: AbsPath): readonly string[] {
  const orders = timeline.forgettings();
  if (orders.some(({ state }) => state === "pending")) {
    throw new UnfError("refused", `an order to forget something of ${root} is under way`, {
      hint: "try again once it is carried out",
    });
  }
  return orders.flatMap(({ pattern }) => pattern ?? []);
}

async function readSizes(
  place: ImportPlace,
  { rows }: ForeignHistory,
  objects: AbsPath,
): Promise<Map<BlobId, number | "missing" | "damaged">> {
  const sizes = new Map<BlobId, number | "missing" | "damaged">();
  const pauses = new Pauses(place.clock);
  for (const { hash } of rows) {
    if (hash === null || hash === undefined || sizes.has(hash)) continue;
    const content = readForeignContent(place, objects, hash);
    sizes.set(hash, typeof content === "string" ? content : content.length);
    await pauses.pause();
  }
  return sizes;
}

/** A first row that is no creation speaks of a file that was there before; so does a first sweep. */
function stoodThere(first: Snapshot | undefined): boolean {
  if (first === undefined) return false;
  return first.cause === "baseline" || first.event === "modify" || first.event === "delete";
}
