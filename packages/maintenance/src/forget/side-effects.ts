import { type AbsPath, type BlobId, type ProjectId, relativeTo, systemCode } from "@unf/core/base";
import type { ForgetOrder } from "@unf/core/forget";
import type { TimelineReader } from "@unf/core/ports";
import type { TextPlace } from "@unf/core/timeline";
import type { ForgetPlan } from "@unf/engine";
import { type HomePorts, nothingOpen } from "../home/home.ts";
import { type ContentOwner, openAllTimelines } from "./all-timelines.ts";
import { listNamedFiles, listRescuedContents, listTextFiles } from "./forget-files.ts";
import { readNeedles } from "./read-needles.ts";

/** Things that orders to forget take away or change beside rows and contents. */
export interface SideEffects {
  /** None for a whole project: all of them go with it. */
  readonly texts: readonly TextPlace[];
  /** Files that are deleted whole, as paths in the home; in order. */
  readonly files: readonly string[];
}

/** Effects that orders to forget would have beside the rows that they mean. */
export interface ForgetSideEffects extends SideEffects {
  /** Contents that stay because other projects have them, with one that does. */
  readonly owners: ReadonlyMap<BlobId, ContentOwner>;
  /** The system's code, where something of the home cannot be read: then nothing of this is known. */
  readonly failure?: string;
}

/** A project as it is read. */
interface Opened {
  readonly id: ProjectId;
  readonly timeline: TimelineReader;
}

/**
 * Finds out what carrying the orders out would change beside rows and contents. Changes nothing. Reads
 * the contents that are meant, all texts and payloads of the project, and up to 64 MiB of the files
 * that stay. Throws `store_damaged` when a timeline of the home cannot be read, as carrying out does.
 */
export function readSideEffects(
  home: HomePorts,
  opened: Opened,
  orders: readonly ForgetOrder[],
  plan: ForgetPlan,
): ForgetSideEffects {
  try {
    return readIn(home, opened, orders, plan);
  } catch (thrown) {
    // An order that is given all the same is carried out as soon as that can be read.
    const failure = systemCode(thrown);
    if (failure === undefined) throw thrown;
    return { texts: [], files: [], owners: new Map(), failure };
  }
}

function readIn(
  home: HomePorts,
  { id, timeline }: Opened,
  orders: readonly ForgetOrder[],
  plan: ForgetPlan,
): ForgetSideEffects {
  const isWhole = orders.some(({ kind }) => kind === "project");
  using all = openAllTimelines(home, nothingOpen, isWhole ? id : undefined);
  const store = home.openStore();
  const read = (hash: BlobId) => {
    const found = store.get(hash);
    return found.kind === "found" ? found.bytes : undefined;
  };
  const { everywhere, inTexts } = readNeedles({ ...home, id, timeline, all, read }, orders, plan);
  const needles = [...everywhere, ...inTexts];
  const hashes = new Set(plan.contents.map(({ hash }) => hash));
  const files = new Set([
    ...listNamedFiles(home, id, orders),
    ...listTextFiles(home, needles),
    ...listRescuedContents(home, id, hashes),
  ]);
  // By digest it goes from all of them.
  const isShared = orders.every(({ kind }) => kind !== "content");
  return {
    ...sideEffectsOf(home.home, isWhole ? [] : timeline.findTexts(needles), [...files]),
    owners: isShared ? all.findOwners(hashes, id) : new Map(),
  };
}

export function sideEffectsOf(
  home: AbsPath,
  texts: readonly TextPlace[],
  files: readonly AbsPath[],
): SideEffects {
  return { texts, files: files.map((path) => relativeTo(home, path) ?? path).sort() };
}
