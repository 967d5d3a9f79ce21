import { escapeForDisplay, renderDayHeading, renderLocalIso } from "@unf/core";
import type { JsonObject } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import { pathFields } from "../frame/print/path-json.ts";
import { renderTable } from "../frame/print/table.ts";
import type { View } from "../frame/print/view.ts";
import type { SessionReport } from "./reports.ts";
import {
  labelJson,
  labelText,
  spanJson,
  spanText,
  sumJson,
  sumText,
  takenBackJson,
  takenBackText,
} from "./session-parts.ts";

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
    { 0: paint.id, 6: paint.faint },
  );
}

/** Id, agent, span, turns, files, lines, label. */
export function sessionCells(report: SessionReport, view: View): string[] {
  const { session, turns, touched, takenBack } = report;
  return [
    session.id,
    escapeForDisplay(session.agent),
    spanText(session, view, false),
    countOf(turns, "turn"),
    countOf(touched.files.length, "file"),
    sumText(touched),
    [labelText(session.label), takenBackText(takenBack)].filter((text) => text !== "").join("  "),
  ];
}

/** A session in a document. */
export function sessionJson({ session, turns, touched, takenBack }: SessionReport): JsonObject {
  const { id, agent, agentSession, cwd, label, parent, endedBy } = session;
  return {
    id,
    agent,
    label: labelJson(label),
    ...spanJson(session),
    ended_by: endedBy,
    parent,
    agent_session: agentSession,
    ...(cwd === null ? { cwd: null } : pathFields("cwd", cwd)),
    turns,
    files: touched.files.length,
    versions: touched.versions,
    ...sumJson(touched),
    taken_back: takenBackJson(takenBack),
  };
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
    labelText(label) || "-",
    ...(takenBack === undefined ? [] : [takenBackText(takenBack)]),
  ].join("\t");
}
