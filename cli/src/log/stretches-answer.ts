import {
  logBySessionAnswer,
  type PersonStretch,
  type Showing,
  type Stretch,
  stretchName,
} from "@unf/answers";
import { baseName } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import { renderDayHeading, renderLocalIso } from "@unf/core/time";
import type { DocumentAnswer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import { renderTable } from "../frame/print/table.ts";
import type { View } from "../frame/print/view.ts";
import { spanText, sumText } from "../sessions/session-parts.ts";
import { plainSession, sessionCells } from "../sessions/sessions-text.ts";

/** Sessions of agents and the work of people in one list, newest first. */
export function stretchesAnswer(
  stretches: readonly Stretch[],
  { selection }: Showing,
): Omit<DocumentAnswer, "kind" | "schema"> {
  const answer = () => logBySessionAnswer(stretches, selection);
  return {
    isLong: true,
    document: answer,
    records: () => answer().sessions.map((session) => ({ type: "session", ...session })),
    text: (view) =>
      view.terminal.isForPerson
        ? renderForPerson(stretches, selection.isGlobal, view)
        : stretches.map((stretch) => plainLine(stretch, selection.isGlobal, view)),
  };
}

function* renderForPerson(
  stretches: readonly Stretch[],
  isGlobal: boolean,
  view: View,
): Generator<string> {
  const { paint, viewer } = view;
  const lines = renderTable(
    stretches.map((stretch) => [
      ...stretchCells(stretch, view),
      isGlobal ? escapeForDisplay(baseName(stretch.source.project.root)) : "",
    ]),
    { 0: paint.id, 6: paint.faint, 7: paint.faint },
    { ...view, column: 6, below: 7 },
  );
  let day = "";
  for (const [index, { startedAt }] of stretches.entries()) {
    const heading = renderDayHeading(startedAt, viewer);
    if (heading !== day) yield paint.heading(heading);
    day = heading;
    yield lines[index] ?? "";
  }
}

/** Name, who, span, turns, files, lines, label, and what took it back. */
export function stretchCells(stretch: Stretch, view: View): string[] {
  if (stretch.kind === "agent") {
    return sessionCells(stretch.report, view);
  }
  return [
    stretchName(stretch),
    whoOf(stretch),
    spanText(stretch, view, false),
    view.signs.between,
    countOf(stretch.files, "file"),
    sumText({ ...stretch, exact: true }),
    "",
    "",
  ];
}

/** Tab-separated, as `unf sessions`: name, who, start, end or `open`, turns, files, added, removed, label. */
function plainLine(stretch: Stretch, isGlobal: boolean, view: View): string {
  const iso = (at: Stretch["startedAt"]) => renderLocalIso(at, view.viewer.zone);
  const project = isGlobal ? [escapeForDisplay(stretch.source.project.root)] : [];
  if (stretch.kind === "person") {
    const { startedAt, endedAt, files, added, removed } = stretch;
    const span = [iso(startedAt), iso(endedAt), "-"];
    const sums = [files, `+${added}`, `-${removed}`, "-"];
    return [stretchName(stretch), whoOf(stretch), ...span, ...sums, ...project].join("\t");
  }
  return [plainSession(stretch.report, view), ...project].join("\t");
}

function whoOf({ isCertain }: PersonStretch): string {
  return isCertain ? "you" : "unknown";
}
