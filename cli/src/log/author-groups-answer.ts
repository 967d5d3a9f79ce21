import {
  type AuthorGroup,
  labelOfGroup,
  logByAuthorAnswer,
  quotedLabel,
  type Showing,
  spanOfGroup,
  turnName,
} from "@unf/answers";
import { renderAge, renderLocalIso } from "@unf/core/time";
import { authorText } from "../authors/author-text.ts";
import type { DocumentAnswer } from "../frame/print/answer.ts";
import { countOf, padLeft } from "../frame/print/columns.ts";
import { renderTable } from "../frame/print/table.ts";
import type { View } from "../frame/print/view.ts";
import { sumText } from "../sessions/session-parts.ts";

/** One line per turn or session, and one for each kind of author outside of them. */
export function authorGroupsAnswer(
  groups: readonly AuthorGroup[],
  next: string | null,
  showing: Showing,
): Omit<DocumentAnswer, "kind" | "schema"> {
  const answer = () => logByAuthorAnswer(groups, next, showing);
  return {
    isLong: true,
    document: answer,
    records: () => answer().groups.map((group) => ({ type: "group", ...group })),
    end: () => ({ next }),
    text: (view) => (view.terminal.isForPerson ? lines(groups, view) : plain(groups, view)),
  };
}

function lines(groups: readonly AuthorGroup[], view: View): string[] {
  const { paint, viewer } = view;
  const rows = groups.map((group) => [
    padLeft(renderAge(viewer.now - spanOfGroup(group).last), 4),
    nameOf(group),
    authorText(group.author),
    countOf(group.versions.length, "version"),
    countOf(group.files, "file"),
    sumText(group),
    quotedLabel(labelOfGroup(group)),
  ]);
  const colours = { 0: paint.faint, 1: paint.id, 6: paint.faint };
  return renderTable(rows, colours, { ...view, column: 6 });
}

/** Tab-separated: last instant, turn, author, versions, files, added, removed, label. */
function plain(groups: readonly AuthorGroup[], { viewer }: View): string[] {
  return groups.map((group) =>
    [
      renderLocalIso(spanOfGroup(group).last, viewer.zone),
      nameOf(group) || "-",
      authorText(group.author),
      group.versions.length,
      group.files,
      `+${group.added}`,
      `-${group.removed}`,
      quotedLabel(labelOfGroup(group)) || "-",
    ].join("\t"),
  );
}

function nameOf({ turn }: AuthorGroup): string {
  return turn === undefined ? "" : turnName(turn.id);
}
