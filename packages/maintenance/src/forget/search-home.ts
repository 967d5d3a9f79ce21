import type { AbsPath } from "@unf/core/base";
import type { ForgetSearch } from "@unf/core/forget";
import type { ScannedFiles } from "@unf/core/ports";
import type { HomePorts, HomeWorld } from "../home/home.ts";
import { listPending } from "./carry-on.ts";
import { readSearches, settleSearches } from "./searches.ts";

/** Looks through the whole home. */
export type SearchHome = (
  home: AbsPath,
  sought: Pick<ForgetSearch, "prints" | "hashes">,
) => Promise<ScannedFiles>;

/**
 * Makes every search that is due, all in one pass. One whose project still has a pending order stays
 * due. `undefined` when none was.
 */
export async function searchForgotten(
  home: Pick<HomePorts, "home" | "files" | "timelines"> & Pick<HomeWorld, "log">,
  search: SearchHome,
): Promise<(ScannedFiles & { readonly searched: true }) | undefined> {
  const due = readSearches(home).filter(({ state }) => state === "due");
  if (due.length === 0) return undefined;
  const report = await search(home.home, {
    prints: due.flatMap(({ prints }) => prints),
    hashes: [...new Set(due.flatMap(({ hashes }) => hashes))],
  });
  const { files, found, unread } = report;
  if (found.length > 0 || unread.length > 0) home.log.warn("forget.found", { found, unread });
  else home.log.info("forget.searched", { files });
  const pending = new Set(listPending(home));
  settleSearches(
    home,
    due.filter(({ project }) => !pending.has(project)),
    report,
  );
  return { ...report, searched: true };
}
