import { isContentMissing } from "@unf/core/base";
import type { SnapshotQuery } from "@unf/core/ports";
import { authorFields } from "../authors/author-fields.ts";
import { maskPathOf } from "../diff/file-change.ts";
import { type FileDiff, readFileDiff } from "../diff/file-diff.ts";
import { hunkAnswers } from "../diff/file-diff-answer.ts";
import { recordedSide } from "../diff/sides.ts";
import { pathFields } from "../parts/path-fields.ts";
import { instant, snapshotFields } from "../parts/snapshot.ts";
import { previousOf } from "../scope/version.ts";
import type { ListedVersion } from "./listing.ts";
import type { Selection } from "./selection.ts";
import type { SelectionFields, VersionAnswer } from "./shape.ts";

/** How the versions of a selection are shown. */
export interface Showing {
  readonly selection: Selection;
  readonly hasPatch: boolean;
  /** Show secrets in patches instead of masking them. */
  readonly reveal: boolean;
}

/** A listed version: the same in a page, in a group and in a stream. */
export function versionAnswer(
  version: ListedVersion,
  { selection, hasPatch, reveal }: Showing,
): VersionAnswer {
  const { source, snapshot, authors } = version;
  const previous = previousOf(source.timeline, snapshot, selection.query.interim);
  const diff = hasPatch ? readShownDiff(version, selection) : undefined;
  const path = diff === undefined ? snapshot.path : maskPathOf(diff.change);
  return {
    ...(selection.isGlobal ? pathFields("root", source.project.root) : {}),
    ...snapshotFields(snapshot, previous),
    ...authorFields(authors.of(snapshot)),
    // Present only when there is no content any more.
    ...(snapshot.withheld === true || source.isKept(snapshot) ? {} : { lost: true }),
    ...(version.renamedTo === undefined ? {} : pathFields("renamed_to", version.renamedTo.path)),
    ...(hasPatch
      ? { hunks: hunkAnswers({ path, hunks: diff?.hunks ?? [] }, { hasWords: false, reveal }) }
      : {}),
  };
}

/** The fields every answer about a selection begins with. */
export function selectionFields({ sources, isGlobal, since, until }: Selection): SelectionFields {
  return {
    ...(isGlobal || sources[0] === undefined ? {} : pathFields("root", sources[0].project.root)),
    ...(since === undefined ? {} : { since: { input: since.input, resolved: instant(since.at) } }),
    ...(until === undefined ? {} : { until: { input: until.input, resolved: instant(until.at) } }),
  };
}

/** `undefined` where there is nothing to compare, or one of the two contents is lost. */
export function readShownDiff(version: ListedVersion, { query }: Selection): FileDiff | undefined {
  try {
    return readVersionDiff(version, query);
  } catch (thrown) {
    if (isContentMissing(thrown)) return undefined;
    throw thrown;
  }
}

/** The changes of a version, seen from the version of the file before it. */
function readVersionDiff(
  { source, snapshot }: ListedVersion,
  { interim }: Pick<SnapshotQuery, "interim">,
): FileDiff | undefined {
  const before = previousOf(source.timeline, snapshot, interim);
  const change = {
    before: before === undefined ? undefined : recordedSide(source, before),
    after: recordedSide(source, snapshot),
  };
  if (change.before === undefined && change.after === undefined) return undefined;
  return readFileDiff(change, contextLines);
}

const contextLines = 3;
