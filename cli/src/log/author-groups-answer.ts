import { renderAge, renderLocalIso, type WallMs } from "@unf/core";
import { authorFields, authorText } from "../authors/author-text.ts";
import type { DocumentAnswer, JsonObject } from "../frame/print/answer.ts";
import { countOf, padLeft } from "../frame/print/columns.ts";
import { pathFields } from "../frame/print/path-json.ts";
import { instantJson } from "../frame/print/snapshot-json.ts";
import { renderTable } from "../frame/print/table.ts";
import type { View } from "../frame/print/view.ts";
import { labelJson, labelText, sumJson, sumText } from "../sessions/session-parts.ts";
import { turnName } from "../turns/turns-text.ts";
import { type Showing, selectionJson, versionJson } from "./answers.ts";
import type { AuthorGroup } from "./group-by-author.ts";

/** One line per turn or session, and one for each kind of author outside of them. */
export function authorGroupsAnswer(
  groups: readonly AuthorGroup[],
  next: string | null,
  showing: Showing,
): Omit<DocumentAnswer, "kind" | "schema"> {
  const { isGlobal } = showing.selection;
  const groupJson = (group: AuthorGroup): JsonObject => ({
    ...(isGlobal ? pathFields("root", group.source.project.root) : {}),
    ...authorFields({ ...group.author, turn: group.turn?.id ?? null, candidates: [] }),
    label: labelJson(labelOf(group)),
    versions: group.versions.length,
    files: group.files,
    ...sumJson(group),
    first_at: instantJson(spanOf(group).first),
    last_at: instantJson(spanOf(group).last),
    entries: group.versions.map((version) => versionJson(version, showing)),
  });
  return {
    isLong: true,
    document: () => ({ ...selectionJson(showing.selection), groups: groups.map(groupJson), next }),
    records: () => groups.map((group) => ({ type: "group", ...groupJson(group) })),
    end: () => ({ next }),
    text: (view) => (view.terminal.isForPerson ? lines(groups, view) : plain(groups, view)),
  };
}

function lines(groups: readonly AuthorGroup[], view: View): string[] {
  const { paint, viewer } = view;
  const rows = groups.map((group) => [
    padLeft(renderAge(viewer.now - spanOf(group).last), 4),
    nameOf(group),
    authorText(group.author),
    countOf(group.versions.length, "version"),
    countOf(group.files, "file"),
    sumText(group),
    labelText(labelOf(group)),
  ]);
  return renderTable(rows, { 0: paint.faint, 1: paint.id, 6: paint.faint });
}

/** Tab-separated: last instant, turn, author, versions, files, added, removed, label. */
function plain(groups: readonly AuthorGroup[], { viewer }: View): string[] {
  return groups.map((group) =>
    [
      renderLocalIso(spanOf(group).last, viewer.zone),
      nameOf(group) || "-",
      authorText(group.author),
      group.versions.length,
      group.files,
      `+${group.added}`,
      `-${group.removed}`,
      labelText(labelOf(group)) || "-",
    ].join("\t"),
  );
}

function nameOf({ turn }: AuthorGroup): string {
  return turn === undefined ? "" : turnName(turn.id);
}

function labelOf({ turn, session }: AuthorGroup): string | null {
  return turn?.label ?? session?.label ?? null;
}

/** Versions come in order, from either end. */
function spanOf({ versions }: AuthorGroup): { readonly first: WallMs; readonly last: WallMs } {
  const one = versions[0]?.snapshot.at ?? (0 as WallMs);
  const other = versions.at(-1)?.snapshot.at ?? one;
  return one < other ? { first: one, last: other } : { first: other, last: one };
}
