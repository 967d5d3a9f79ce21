import { isTaken } from "@unf/answers";
import { pathFromColumn } from "@unf/core/base";
import { type LeftOutReason, leftOutReasons } from "@unf/core/exchange";
import { escapeForDisplay, shortenHome } from "@unf/core/query";
import type { ImportedHistory } from "@unf/protocol";
import { countOf } from "../frame/print/columns.ts";

/** How the histories are shown. */
interface ImportShown {
  readonly isDry: boolean;
  readonly userHome: string | undefined;
}

/** 8 when some cannot be read, 7 when none can. */
export function importExit(histories: readonly ImportedHistory[]): number {
  const failed = histories.filter(({ state }) => state === "failed").length;
  if (failed === 0) return 0;
  return failed === histories.length ? 7 : 8;
}

export function* renderImport(
  histories: readonly ImportedHistory[],
  shown: ImportShown,
): Generator<string> {
  for (const one of histories) yield* renderHistory(one, shown);
  const taken = histories.filter(isTaken);
  const versions = taken.reduce((sum, one) => sum + one.versions, 0);
  const verb = shown.isDry ? "Would import" : "Imported";
  yield `${verb} ${countOf(versions, "version")} of ${countOf(taken.length, "project")}`;
  const hasNew = !shown.isDry && taken.some(({ state }) => state === "new");
  if (hasNew) yield "They are recorded from now on once they are watched: unf watch <dir>";
}

function* renderHistory(one: ImportedHistory, { userHome }: ImportShown): Generator<string> {
  const root = escapeForDisplay(shortenHome(pathFromColumn(one.root), userHome));
  if (one.state === "known") yield `${root}  imported already`;
  else if (one.state === "empty") yield `${root}  nothing to import`;
  else if (one.state === "failed") yield `${root}  failed: ${escapeForDisplay(one.why ?? "")}`;
  else yield `${root}  ${describe(one)}`;
  const left = leftOutReasons.filter((reason) => (one.left_out[reason] ?? 0) > 0);
  for (const reason of left) yield `  left out ${one.left_out[reason]}: ${reasons[reason]}`;
  if (one.renumbered > 0) {
    yield `  ${one.renumbered} own versions get numbers higher by ${one.versions}`;
  }
  if (one.kept_in !== null) {
    yield `  the timeline from before: ${escapeForDisplay(pathFromColumn(one.kept_in))}`;
  }
}

function describe(one: ImportedHistory): string {
  const span = `${one.first_at?.slice(0, 10)} to ${one.last_at?.slice(0, 10)}`;
  const more = [
    one.sessions > 0 ? `, ${countOf(one.sessions, "session")}` : "",
    one.checkpoints > 0 ? `, ${countOf(one.checkpoints, "checkpoint")}` : "",
  ].join("");
  return `${countOf(one.versions, "version")} of ${countOf(one.files, "file")}, ${span}${more}`;
}

const reasons: Readonly<Record<LeftOutReason, string>> = {
  path: "no file of the project",
  private: "private keys and credentials",
  time: "time in the future, or none",
  later: "recorded after the history here began",
  unchanged: "same content as the version before",
  missing: "content missing there",
  damaged: "content damaged there",
};
