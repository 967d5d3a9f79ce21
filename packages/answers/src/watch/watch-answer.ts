import type { AbsPath } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import type { ProjectEntry } from "@unf/maintenance";
import type { WatchReply } from "@unf/protocol";
import { pathFields } from "../parts/path-fields.ts";
import type { WatchEstimate } from "../ports/examination.ts";
import type { ServiceReport } from "../ports/service.ts";
import type { EstimateAnswer, WatchAnswer, WatchRowAnswer } from "./shape.ts";

/** A directory that another project records already. */
export interface PartOf {
  readonly root: AbsPath;
  readonly partOf: AbsPath;
}

export function isPart(one: object): one is PartOf {
  return "partOf" in one;
}

/** One directory, and what watching it would mean. */
export interface PlannedWatch {
  readonly root: AbsPath;
  /** The project whose history goes on here. */
  readonly from: ProjectEntry | undefined;
  /** `undefined` where nothing was counted. */
  readonly estimate: WatchEstimate | undefined;
}

/** Directories that are watched, or would be. `endedBy`: how recording in the foreground was ended. */
export function watchAnswer(
  rows: readonly (WatchReply | PlannedWatch | PartOf)[],
  said: {
    readonly isDryRun: boolean;
    readonly service?: ServiceReport | undefined;
    readonly endedBy?: NonNullable<WatchAnswer["foreground"]>["ended_by"];
  },
): WatchAnswer {
  const { isDryRun, service, endedBy } = said;
  return {
    dry_run: isDryRun,
    projects: rows.map(rowAnswer),
    ...(service === undefined
      ? {}
      : { service: { manager: service.manager ?? null, enabled: service.state === "enabled" } }),
    ...(endedBy === undefined ? {} : { foreground: { ended_by: endedBy } }),
  };
}

function rowAnswer(row: WatchReply | PlannedWatch | PartOf): WatchRowAnswer {
  const root = pathFields("root", row.root);
  if (isPart(row)) return { ...root, ...pathFields("part_of", row.partOf), already: true };
  const from = "id" in row ? row.relinked_from : row.from?.root;
  const relinked = from === undefined ? {} : pathFields("relinked_from", from);
  if (!("id" in row)) {
    const { estimate } = row;
    const counted = estimate === undefined ? {} : { estimate: estimateAnswer(estimate) };
    return { ...root, ...relinked, ...counted };
  }
  return {
    id: `p-${row.id}`,
    ...root,
    ...relinked,
    state: "watching",
    already: row.already,
    backend: row.backend,
    directories: row.directories,
    files_recorded: row.files_recorded,
    files_skipped: row.files_skipped,
    bytes: row.bytes,
  };
}

function estimateAnswer({ files, bytes, isComplete, largest }: WatchEstimate): EstimateAnswer {
  return {
    files,
    bytes,
    complete: isComplete,
    largest: largest.map((one) => ({ ...one, directory: escapeForDisplay(one.directory) })),
  };
}
