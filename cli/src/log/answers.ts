import { baseName, escapeForDisplay, isContentMissing, renderAge, renderLocalIso } from "@unf/core";
import { authorFields } from "../authors/author-text.ts";
import { checkpointJson } from "../checkpoint/checkpoint-text.ts";
import { hunksJson } from "../diff/diff-json.ts";
import { renderHunks } from "../diff/diff-text.ts";
import { maskPathOf } from "../diff/file-change.ts";
import { maskDiff, renderPatch } from "../diff/file-diff.ts";
import type { Chunk, DocumentAnswer, JsonObject, StreamItem } from "../frame/print/answer.ts";
import { countOf, padRight, widest } from "../frame/print/columns.ts";
import { shortenHome } from "../frame/print/home-path.ts";
import { pathFields } from "../frame/print/path-json.ts";
import { gapJson, instantJson, snapshotJson } from "../frame/print/snapshot-json.ts";
import type { View } from "../frame/print/view.ts";
import { burstJson } from "../scope/burst-text.ts";
import { previousOf } from "../scope/version.ts";
import { turnJson } from "../turns/turns-text.ts";
import type { ListedGroup } from "./group.ts";
import { handoverJson } from "./handover-text.ts";
import type { LogLayout } from "./layout.ts";
import type { ListedVersion, Listing } from "./listing.ts";
import { renderLog } from "./log-text.ts";
import type { ListedMark } from "./marks.ts";
import { readVersionDiff } from "./patch.ts";
import type { Selection } from "./selection.ts";

/** What decides how versions are shown. */
export interface Showing {
  readonly selection: Selection;
  readonly hasPatch: boolean;
  /** Show secrets in patches instead of masking them. */
  readonly reveal: boolean;
  readonly hasBars: boolean;
  /** The user's home directory, which headings shorten to `~`. */
  readonly userHome: string | undefined;
}

/** A version as a JSON object: the same in a document, in a record and in a stream. */
export function versionJson(
  version: ListedVersion,
  { selection, hasPatch, reveal }: Showing,
): JsonObject {
  const { source, snapshot, authors } = version;
  const previous = previousOf(source.timeline, snapshot, selection.query.interim);
  const diff = hasPatch ? readDiff(version, selection) : undefined;
  return {
    ...(selection.isGlobal ? pathFields("root", source.project.root) : {}),
    ...snapshotJson(snapshot, previous),
    ...authorFields(authors.of(snapshot)),
    // Present only when there is no content any more.
    ...(snapshot.withheld === true || source.isKept(snapshot) ? {} : { lost: true }),
    ...(version.renamedTo === undefined ? {} : pathFields("renamed_to", version.renamedTo.path)),
    ...(hasPatch
      ? {
          hunks: hunksJson(
            {
              path: diff === undefined ? snapshot.path : maskPathOf(diff.change),
              hunks: diff?.hunks ?? [],
            },
            { hasWords: false, reveal },
          ),
        }
      : {}),
  };
}

/** The fields every answer about a selection begins with. */
export function selectionJson({ sources, isGlobal, since, until }: Selection): JsonObject {
  return {
    ...(isGlobal || sources[0] === undefined ? {} : pathFields("root", sources[0].project.root)),
    ...(since === undefined
      ? {}
      : { since: { input: since.input, resolved: instantJson(since.at) } }),
    ...(until === undefined
      ? {}
      : { until: { input: until.input, resolved: instantJson(until.at) } }),
  };
}

function markJson(mark: ListedMark): JsonObject {
  if (mark.kind === "gap") return gapJson(mark.gap);
  if (mark.kind === "turn") return turnJson(mark.report);
  if (mark.kind === "handover") return handoverJson(mark.handover);
  return mark.kind === "burst" ? burstJson(mark.burst) : checkpointJson(mark.checkpoint);
}

/** One page of versions and what stands between them. */
export function listingAnswer(
  listing: Listing,
  showing: Showing,
): Omit<DocumentAnswer, "kind" | "schema"> {
  const { selection } = showing;
  const markRecord = (mark: ListedMark): JsonObject => ({
    ...(selection.isGlobal ? pathFields("root", mark.project.root) : {}),
    ...markJson(mark),
  });
  const marks = (kind: ListedMark["kind"]) =>
    listing.items
      .filter((item): item is ListedMark => item.kind !== "version" && item.kind === kind)
      .map(markRecord);
  return {
    isLong: true,
    document: () => ({
      ...selectionJson(selection),
      entries: listing.versions.map((version) => versionJson(version, showing)),
      gaps: marks("gap"),
      bursts: marks("burst"),
      checkpoints: marks("checkpoint"),
      handovers: marks("handover"),
      turns: marks("turn"),
      next: listing.next,
    }),
    records: function* () {
      for (const item of listing.items) {
        if (item.kind === "version") yield { type: "version", ...versionJson(item, showing) };
        else yield { type: item.kind, ...markRecord(item) };
      }
    },
    end: () => ({ next: listing.next }),
    text: function* (view) {
      yield* renderLog(listing.items, layoutOf(showing, view), view);
      if (showing.hasBars && view.terminal.isForPerson) yield sumLine(listing.versions);
    },
  };
}

/** One line per file. */
export function groupsAnswer(
  groups: readonly ListedGroup[],
  next: string | null,
  showing: Showing,
): Omit<DocumentAnswer, "kind" | "schema"> {
  const groupJson = ({ source, group, versions }: ListedGroup): JsonObject => ({
    ...(showing.selection.isGlobal ? pathFields("root", source.project.root) : {}),
    ...pathFields("path", group.path),
    versions: group.snapshots,
    first_at: instantJson(group.firstAt),
    last_at: instantJson(group.last.at),
    last: `v${group.last.id}`,
    last_kind: group.last.event,
    added: group.added,
    removed: group.removed,
    ...(group.exact ? {} : { exact: false }),
    entries: versions.map((version) => versionJson(version, showing)),
  });
  return {
    isLong: true,
    document: () => ({ ...selectionJson(showing.selection), files: groups.map(groupJson), next }),
    records: () => groups.map((group) => ({ type: "file", ...groupJson(group) })),
    end: () => ({ next }),
    text: (view) => renderGroups(groups, showing, view),
  };
}

/** One version of a stream. */
export function versionItem(version: ListedVersion, showing: Showing): StreamItem {
  return {
    record: { type: "version", ...versionJson(version, showing) },
    text: (view) => renderLog([version], { ...layoutOf(showing, view), isStream: true }, view),
  };
}

function layoutOf(showing: Showing, view: View): LogLayout {
  const { selection } = showing;
  const [first] = selection.sources;
  return {
    title:
      selection.isGlobal || first === undefined
        ? ""
        : escapeForDisplay(shortenHome(first.project.root, showing.userHome)),
    projectName: selection.isGlobal
      ? (item) => {
          const { root } = item.kind === "version" ? item.source.project : item.project;
          return escapeForDisplay(view.terminal.isForPerson ? baseName(root) : root);
        }
      : undefined,
    hasBars: showing.hasBars,
    below: (version, shown) => (showing.hasPatch ? patchChunks(version, showing, shown) : []),
    isStream: false,
  };
}

function* patchChunks(
  version: ListedVersion,
  { selection, reveal }: Showing,
  view: View,
): Generator<Chunk> {
  const diff = readDiff(version, selection);
  if (diff === undefined) return;
  if (view.terminal.isForPerson)
    yield* renderHunks(
      { path: maskPathOf(diff.change), hunks: diff.hunks },
      { hasWords: false, reveal },
      view,
    );
  else yield renderPatch(reveal ? diff : maskDiff(diff));
}

/** `undefined` where there is nothing to compare, or one of the two contents is lost. */
function readDiff(version: ListedVersion, { query }: Selection) {
  try {
    return readVersionDiff(version, query);
  } catch (thrown) {
    if (isContentMissing(thrown)) return undefined;
    throw thrown;
  }
}

function sumLine(versions: readonly ListedVersion[]): string {
  const files = new Set(
    versions.map(({ source, snapshot }) => `${source.project.id}/${snapshot.path}`),
  ).size;
  const added = versions.reduce((sum, { snapshot }) => sum + (snapshot.counts?.added ?? 0), 0);
  const removed = versions.reduce((sum, { snapshot }) => sum + (snapshot.counts?.removed ?? 0), 0);
  return ` ${countOf(versions.length, "version")} of ${countOf(files, "file")}, +${added} -${removed}`;
}

function* renderGroups(
  groups: readonly ListedGroup[],
  showing: Showing,
  view: View,
): Generator<string> {
  const { viewer, paint, terminal } = view;
  const nameOf = ({ source, group }: ListedGroup) =>
    `${showing.selection.isGlobal ? `${escapeForDisplay(baseName(source.project.root))}/` : ""}${escapeForDisplay(group.path)}`;
  const width = widest(groups.map(nameOf));
  for (const listed of groups) {
    const { group, source } = listed;
    const sums = [`+${group.added}`, `-${group.removed}`];
    if (!terminal.isForPerson) {
      const root = showing.selection.isGlobal ? [escapeForDisplay(source.project.root)] : [];
      const at = renderLocalIso(group.last.at, viewer.zone);
      yield [
        at,
        group.snapshots,
        ...sums,
        `v${group.last.id}`,
        ...root,
        escapeForDisplay(group.path),
      ].join("\t");
      continue;
    }
    const age = renderAge(viewer.now - group.last.at).padStart(4);
    const count = countOf(group.snapshots, "version").padStart(12);
    yield ` ${paint.faint(age)}  ${padRight(nameOf(listed), width)}  ${count}  ${sums.join(" ")}  ${paint.id(`v${group.last.id}`)}`;
  }
}
