import {
  type ListedGroup,
  type ListedVersion,
  type Listing,
  logAnswer,
  logByFileAnswer,
  logRecord,
  maskDiff,
  maskPathOf,
  readShownDiff,
  type Showing,
  type StoryItem,
} from "@unf/answers";
import { baseName, type SnapshotId } from "@unf/core/base";
import { escapeForDisplay, shortenHome } from "@unf/core/query";
import { renderAge, renderLocalIso } from "@unf/core/time";
import { renderHunks } from "../diff/diff-text.ts";
import { renderPatch } from "../diff/patch-text.ts";
import type { Chunk, DocumentAnswer, StreamItem } from "../frame/print/answer.ts";
import { countOf, padRight, widest } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import type { LogLayout } from "./layout.ts";
import { renderRecords, renderStory } from "./log-text.ts";

/** Choices that decide how versions are shown. */
export interface TextShowing extends Showing {
  readonly hasBars: boolean;
  /** The version that the listing is about, which its line shows. */
  readonly marked: SnapshotId | undefined;
  /** The user's home directory, which headings shorten to `~`. */
  readonly userHome: string | undefined;
}

/** One page of versions and what stands between them; `story`: the same as a person reads it. */
export function listingAnswer(
  listing: Listing,
  story: readonly StoryItem[],
  showing: TextShowing,
): Omit<DocumentAnswer, "kind" | "schema"> {
  return {
    isLong: true,
    document: () => logAnswer(listing, showing),
    records: function* () {
      for (const item of listing.items) yield logRecord(item, showing);
    },
    end: () => ({ next: listing.next }),
    text: function* (view) {
      const layout = layoutOf(showing, view);
      if (view.terminal.isForPerson) yield* renderStory(story, layout, view);
      else if (story.length > 0) yield* renderRecords(listing.items, layout, view);
      if (showing.hasBars && view.terminal.isForPerson) yield sumLine(listing.versions);
    },
  };
}

/** One line per file. */
export function groupsAnswer(
  groups: readonly ListedGroup[],
  next: string | null,
  showing: TextShowing,
): Omit<DocumentAnswer, "kind" | "schema"> {
  const answer = () => logByFileAnswer(groups, next, showing);
  return {
    isLong: true,
    document: answer,
    records: () => answer().files.map((file) => ({ type: "file", ...file })),
    end: () => ({ next }),
    text: (view) => renderGroups(groups, showing, view),
  };
}

/** One version of a stream. */
export function versionItem(version: ListedVersion, showing: TextShowing): StreamItem {
  return {
    record: logRecord(version, showing),
    text: (view) => {
      const layout = { ...layoutOf(showing, view), isStream: true };
      const isForPerson = view.terminal.isForPerson;
      return (isForPerson ? renderStory : renderRecords)([version], layout, view);
    },
  };
}

function layoutOf(showing: TextShowing, view: View): LogLayout {
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
    marked: showing.marked,
    below: (version, shown) => (showing.hasPatch ? patchChunks(version, showing, shown) : []),
    isStream: false,
  };
}

function* patchChunks(
  version: ListedVersion,
  { selection, reveal }: TextShowing,
  view: View,
): Generator<Chunk> {
  const diff = readShownDiff(version, selection);
  if (diff === undefined) return;
  if (view.terminal.isForPerson)
    yield* renderHunks(
      { path: maskPathOf(diff.change), hunks: diff.hunks },
      { hasWords: false, reveal },
      view,
    );
  else yield renderPatch(reveal ? diff : maskDiff(diff));
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
  showing: TextShowing,
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
