import process from "node:process";
import { type AbsPath, type ForgetSearch, UnfError } from "@unf/core";
import { cleanEnvironment, programPath, programVariables, runProgram } from "@unf/system";
import type { RecorderWorld } from "../recorder-world.ts";
import { listPending } from "./carry-on.ts";
import type { ScanReport } from "./scan-report.ts";
import { readSearches, settleSearches } from "./searches.ts";

/** Looks through the whole home. */
export type SearchHome = (
  home: AbsPath,
  sought: Pick<ForgetSearch, "prints" | "hashes">,
) => Promise<ScanReport>;

/**
 * Makes every search that is due, all in one pass. One whose project still has a pending order stays
 * due. `undefined` when none was.
 */
export async function searchForgotten(
  { home, log }: Pick<RecorderWorld, "home" | "log">,
  search: SearchHome,
): Promise<(ScanReport & { readonly searched: true }) | undefined> {
  const due = readSearches(home).filter(({ state }) => state === "due");
  if (due.length === 0) return undefined;
  const report = await search(home, {
    prints: due.flatMap(({ prints }) => prints),
    hashes: [...new Set(due.flatMap(({ hashes }) => hashes))],
  });
  const { files, found, unread } = report;
  if (found.length > 0 || unread.length > 0) log.warn("forget.found", { found, unread });
  else log.info("forget.searched", { files });
  const pending = new Set(listPending(home));
  settleSearches(
    home,
    due.filter(({ project }) => !pending.has(project)),
    report,
  );
  return { ...report, searched: true };
}

/**
 * The search by a process of its own. Who closes a second descriptor of a file that SQLite has open
 * loses its locks on it; a daemon has all timelines open. What to look for is in the home.
 */
export function searchInChild(signal: AbortSignal): SearchHome {
  return async (home) => {
    const { code, stdout } = await runProgram({
      path: programPath("daemon"),
      args: ["--home", home, "--search"],
      env: { ...cleanEnvironment(process.env), ...programVariables(process.env) },
      signal,
    });
    if (code !== 0) throw new UnfError("failed", `the search of the home ended with ${code}`);
    return JSON.parse(stdout) as ScanReport;
  };
}
