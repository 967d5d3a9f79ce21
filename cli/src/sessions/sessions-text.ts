import { quotedLabel, type SessionReport } from "@unf/answers";
import { escapeForDisplay } from "@unf/core/query";
import { renderDayHeading, renderLocalIso } from "@unf/core/time";
import { countOf } from "../frame/print/columns.ts";
import { renderTable } from "../frame/print/table.ts";
import type { View } from "../frame/print/view.ts";
import { spanText, sumText, takenBackText } from "./session-parts.ts";

/** One line per session, under the day it began; for a pipe one record with tabs. */
export function* renderSessions(reports: readonly SessionReport[], view: View): Generator<string> {
  if (!view.terminal.isForPerson) {
    for (const report of reports) yield plainSession(report, view);
    return;
  }
  const lines = sessionLines(reports, view);
  let day = "";
  for (const [index, { session }] of reports.entries()) {
    const heading = renderDayHeading(session.startedAt, view.viewer);
    if (heading !== day) yield view.paint.heading(heading);
    day = heading;
    yield lines[index] ?? "";
  }
}

/** ` s-7f3a  claude-code  14:05–14:32  4 turns  19 files  +310 -77  "add coupons"`. */
function sessionLines(reports: readonly SessionReport[], view: View): string[] {
  const { paint } = view;
  return renderTable(
    reports.map((report) => sessionCells(report, view)),
    { 0: paint.id, 6: paint.faint, 7: paint.faint },
    { ...view, column: 6, below: 7 },
  );
}

/** Id, agent, span, turns, files, lines, label, and what took it back. */
export function sessionCells(report: SessionReport, view: View): string[] {
  const { session, turns, touched, takenBack } = report;
  return [
    session.id,
    escapeForDisplay(session.agent),
    spanText(session, view, false),
    countOf(turns, "turn"),
    countOf(touched.files.length, "file"),
    sumText(touched),
    quotedLabel(session.label),
    takenBackText(takenBack),
  ];
}

/** Tab-separated: session, agent, start, end or `open`, turns, files, added, removed, label, and what took it back, where something did. */
export function plainSession(
  { session, turns, touched, takenBack }: SessionReport,
  { viewer }: View,
): string {
  const { id, agent, startedAt, endedAt, label } = session;
  return [
    id,
    escapeForDisplay(agent),
    renderLocalIso(startedAt, viewer.zone),
    endedAt === null ? "open" : renderLocalIso(endedAt, viewer.zone),
    turns,
    touched.files.length,
    `+${touched.added}`,
    `-${touched.removed}`,
    quotedLabel(label) || "-",
    ...(takenBack === undefined ? [] : [takenBackText(takenBack)]),
  ].join("\t");
}
