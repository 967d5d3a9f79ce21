import { quotedLabel, type TurnReport, turnName } from "@unf/answers";
import { escapeForDisplay } from "@unf/core/query";
import { renderDayHeading, renderLocalIso } from "@unf/core/time";
import { countOf } from "../frame/print/columns.ts";
import { renderTable } from "../frame/print/table.ts";
import type { View } from "../frame/print/view.ts";
import { spanText, sumText, takenBackText } from "../sessions/session-parts.ts";

/** One line per turn, under the day it began; for a pipe one record with tabs. */
export function* renderTurns(reports: readonly TurnReport[], view: View): Generator<string> {
  if (!view.terminal.isForPerson) {
    for (const report of reports) yield plainTurn(report, view);
    return;
  }
  const lines = turnLines(reports, view, { hasSession: true });
  let day = "";
  for (const [index, { turn }] of reports.entries()) {
    const heading = renderDayHeading(turn.startedAt, view.viewer);
    if (heading !== day) yield view.paint.heading(heading);
    day = heading;
    yield lines[index] ?? "";
  }
}

/** ` t-12  claude-code s-7f3a  14:31:50–14:32:20  7 files  +102 -18  "add coupons"`. */
export function turnLines(
  reports: readonly TurnReport[],
  view: View,
  { hasSession }: { readonly hasSession: boolean },
): string[] {
  const { paint } = view;
  const rows = reports.map(({ turn, agent, touched, takenBack }) => [
    turnName(turn.id),
    hasSession ? `${agent === null ? "" : `${escapeForDisplay(agent)} `}${turn.session}` : "",
    spanText(turn, view, true),
    countOf(touched.files.length, "file"),
    sumText(touched),
    quotedLabel(turn.label),
    takenBackText(takenBack),
  ]);
  return renderTable(
    rows,
    { 0: paint.id, 5: paint.faint, 6: paint.faint },
    { ...view, column: 5, below: 6 },
  );
}

/** Tab-separated: turn, start, end or `open`, files, added, removed, session, agent, label, and what took it back, where something did. */
function plainTurn({ turn, agent, touched, takenBack }: TurnReport, { viewer }: View): string {
  const { id, startedAt, endedAt, session, label } = turn;
  return [
    turnName(id),
    renderLocalIso(startedAt, viewer.zone),
    endedAt === null ? "open" : renderLocalIso(endedAt, viewer.zone),
    touched.files.length,
    `+${touched.added}`,
    `-${touched.removed}`,
    session,
    agent === null ? "-" : escapeForDisplay(agent),
    quotedLabel(label) || "-",
    ...(takenBack === undefined ? [] : [takenBackText(takenBack)]),
  ].join("\t");
}
