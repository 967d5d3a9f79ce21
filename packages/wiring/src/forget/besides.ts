import { relative } from "node:path";
import {
  type AbsPath,
  type BlobId,
  type ForgetOrder,
  type ProjectId,
  systemCode,
  type TextPlace,
  type TimelineReader,
} from "@unf/core";
import type { ForgetPlan } from "@unf/engine";
import { openFileSystem } from "@unf/system";
import { openStore } from "../home-reader.ts";
import { nothingOpen } from "../verify/repair-home.ts";
import type { Besides, ForgetBesides } from "./besides-report.ts";
import { listNamedFiles, listRescuedContents, listTextFiles } from "./forget-files.ts";
import { openAllTimelines } from "./open-timelines.ts";
import { readNeedles } from "./read-needles.ts";

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
export function readBesides(
  home: AbsPath,
  opened: Opened,
  orders: readonly ForgetOrder[],
  plan: ForgetPlan,
): ForgetBesides {
  try {
    return readIn(home, opened, orders, plan);
  } catch (thrown) {
    // Whoever orders it all the same has it carried out as soon as that can be read.
    const failure = systemCode(thrown);
    if (failure === undefined) throw thrown;
    return { texts: [], files: [], owners: new Map(), failure };
  }
}

function readIn(
  home: AbsPath,
  { id, timeline }: Opened,
  orders: readonly ForgetOrder[],
  plan: ForgetPlan,
): ForgetBesides {
  const isWhole = orders.some(({ kind }) => kind === "project");
  using all = openAllTimelines(home, nothingOpen, isWhole ? id : undefined);
  const store = openStore(home, openFileSystem());
  const read = (hash: BlobId) => {
    const found = store.get(hash);
    return found.kind === "found" ? found.bytes : undefined;
  };
  const { everywhere, inTexts } = readNeedles({ home, id, timeline, all, read }, orders, plan);
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
    ...besidesOf(home, isWhole ? [] : timeline.findTexts(needles), [...files]),
    owners: isShared ? all.findOwners(hashes, id) : new Map(),
  };
}

export function besidesOf(
  home: AbsPath,
  texts: readonly TextPlace[],
  files: readonly string[],
): Besides {
  return { texts, files: files.map((path) => relative(home, path)).sort() };
}
