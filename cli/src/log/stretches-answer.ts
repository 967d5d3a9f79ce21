import { baseName, escapeForDisplay, renderDayHeading, renderLocalIso } from "@unf/core";
import type { DocumentAnswer, JsonObject } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import { pathFields } from "../frame/print/path-json.ts";
import { renderTable } from "../frame/print/table.ts";
import type { View } from "../frame/print/view.ts";
import { spanJson, spanText, sumText } from "../sessions/session-parts.ts";
import { plainSession, sessionCells, sessionJson } from "../sessions/sessions-text.ts";
import { type Showing, selectionJson } from "./answers.ts";
import type { PersonStretch, Stretch } from "./stretches.ts";

/** Sessions of agents and the work of people in one list, newest first. */
export function stretchesAnswer(
  stretches: readonly Stretch[],
  { selection }: Showing,
): Omit<DocumentAnswer, "kind" | "schema"> {
  const toJson = (stretch: Stretch): JsonObject => ({
    ...(selection.isGlobal ? pathFields("root", stretch.source.project.root) : {}),
    ...stretchJson(stretch),
  });
  return {
    isLong: true,
    document: () => ({ ...selectionJson(selection), sessions: stretches.map(toJson) }),
    records: () => stretches.map((stretch) => ({ type: "session", ...toJson(stretch) })),
    text: (view) =>
      view.terminal.isForPerson
        ? renderForPerson(stretches, selection.isGlobal, view)
        : stretches.map((stretch) => plainLine(stretch, selection.isGlobal, view)),
  };
}

/** As in `unf sessions`; what only agents have is `null`. */
export function stretchJson(stretch: Stretch): JsonObject {
  if (stretch.kind === "agent") return sessionJson(stretch.report);
  const { files, versions, added, removed } = stretch;
  return {
    id: nameOf(stretch),
    agent: null,
    author: { type: stretch.isCertain ? "human" : "unknown" },
    ...spanJson(stretch),
    turns: null,
    files,
    versions,
    added,
    removed,
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
    { 0: paint.id, 6: paint.faint },
  );
  let day = "";
  for (const [index, { startedAt }] of stretches.entries()) {
    const heading = renderDayHeading(startedAt, viewer);
    if (heading !== day) yield paint.heading(heading);
    day = heading;
    yield lines[index] ?? "";
  }
}

/** Name, who, span, turns, files, lines, label. */
export function stretchCells(stretch: Stretch, view: View): string[] {
  if (stretch.kind === "agent") {
    return sessionCells(stretch.report, view);
  }
  return [
    nameOf(stretch),
    whoOf(stretch),
    spanText(stretch, view, false),
    view.signs.between,
    countOf(stretch.files, "file"),
    sumText({ ...stretch, exact: true }),
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
    return [nameOf(stretch), whoOf(stretch), ...span, ...sums, ...project].join("\t");
  }
  return [plainSession(stretch.report, view), ...project].join("\t");
}

/** `gap-31`, after its first version. */
function nameOf({ first }: PersonStretch): string {
  return `gap-${first}`;
}

function whoOf({ isCertain }: PersonStretch): string {
  return isCertain ? "you" : "unknown";
}
