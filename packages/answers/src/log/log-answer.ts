import { burstAnswer, checkpointFields, handoverAnswer } from "../parts/marks.ts";
import { versionName } from "../parts/names.ts";
import { pathFields } from "../parts/path-fields.ts";
import { gapAnswer, instant } from "../parts/snapshot.ts";
import { turnFields } from "../sessions/report-fields.ts";
import type { ListedGroup } from "./group.ts";
import type { ListedVersion, Listing } from "./listing.ts";
import type { ListedMark } from "./marks.ts";
import type { LogAnswer, LogByFileAnswer } from "./shape.ts";
import { type Showing, selectionFields, versionAnswer } from "./version-answer.ts";

/** One page of versions and what stands between them. */
export function logAnswer(listing: Listing, showing: Showing): LogAnswer {
  const { items, versions, next } = listing;
  const marks = <K extends ListedMark["kind"]>(kind: K) =>
    items.filter((item): item is Extract<ListedMark, { kind: K }> => item.kind === kind);
  const root = (mark: ListedMark) => rootFields(mark, showing);
  return {
    ...selectionFields(showing.selection),
    entries: versions.map((version) => versionAnswer(version, showing)),
    gaps: marks("gap").map((mark) => ({ ...root(mark), ...gapAnswer(mark.gap) })),
    bursts: marks("burst").map((mark) => ({ ...root(mark), ...burstAnswer(mark.burst) })),
    checkpoints: marks("checkpoint").map((mark) => ({
      ...root(mark),
      ...checkpointFields(mark.checkpoint),
    })),
    handovers: marks("handover").map((mark) => ({
      ...root(mark),
      ...handoverAnswer(mark.handover),
    })),
    turns: marks("turn").map((mark) => ({ ...root(mark), ...turnFields(mark.report) })),
    next,
  };
}

/** One row of a page as a record of its own, in the order of the listing. */
export function logRecord(item: ListedVersion | ListedMark, showing: Showing) {
  if (item.kind === "version") return { type: item.kind, ...versionAnswer(item, showing) };
  return { type: item.kind, ...rootFields(item, showing), ...markFields(item) };
}

/** The versions of a page, gathered by file. */
export function logByFileAnswer(
  groups: readonly ListedGroup[],
  next: string | null,
  showing: Showing,
): LogByFileAnswer {
  const files = groups.map(({ source, group, versions }) => ({
    ...(showing.selection.isGlobal ? pathFields("root", source.project.root) : {}),
    ...pathFields("path", group.path),
    versions: group.snapshots,
    first_at: instant(group.firstAt),
    last_at: instant(group.last.at),
    last: versionName(group.last.id),
    last_kind: group.last.event,
    added: group.added,
    removed: group.removed,
    ...(group.exact ? {} : { exact: false as const }),
    entries: versions.map((version) => versionAnswer(version, showing)),
  }));
  return { ...selectionFields(showing.selection), files, next };
}

function rootFields({ project }: ListedMark, { selection }: Showing) {
  return selection.isGlobal ? pathFields("root", project.root) : {};
}

function markFields(mark: ListedMark) {
  switch (mark.kind) {
    case "gap":
      return gapAnswer(mark.gap);
    case "burst":
      return burstAnswer(mark.burst);
    case "checkpoint":
      return checkpointFields(mark.checkpoint);
    case "handover":
      return handoverAnswer(mark.handover);
    case "turn":
      return turnFields(mark.report);
  }
}
