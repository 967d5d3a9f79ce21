import {
  maskPrompt,
  quotedLabel,
  type SessionReport,
  type TouchedFile,
  type TurnReport,
  turnName,
} from "@unf/answers";
import { escapeForDisplay, escapeLineForDisplay } from "@unf/core/query";
import { renderLocalIso, renderResolved } from "@unf/core/time";
import { countOf, fitMiddle } from "../frame/print/columns.ts";
import { renderTable } from "../frame/print/table.ts";
import type { View } from "../frame/print/view.ts";
import { eventLetter } from "../frame/print/words.ts";
import { spanText, sumText } from "../sessions/session-parts.ts";
import { turnLines } from "../turns/turns-text.ts";

/** For a person a heading, the turns with their prompts, the files; for a pipe records with tabs. */
export function* renderSession(
  report: SessionReport,
  turns: readonly TurnReport[],
  view: View,
): Generator<string> {
  if (!view.terminal.isForPerson) {
    yield* renderPlain(report, turns, view);
    return;
  }
  const { session, touched } = report;
  const { paint, viewer } = view;
  const name = `${session.id}  ${escapeForDisplay(session.agent)}`;
  const label = quotedLabel(session.label);
  yield paint.heading(label === "" ? name : fitMiddle(`${name}  `, label, "", view));
  yield ` ${spanText(session, view, false)}, began ${renderResolved(session.startedAt, viewer)}`;
  if (session.parent !== null) yield ` goes on with ${session.parent}`;
  yield ` ${countOf(touched.files.length, "file")}  ${sumText(touched)}`;
  if (turns.length > 0) yield "";
  const lines = turnLines(turns, view, { hasSession: false });
  for (const [index, { turn }] of turns.entries()) {
    yield lines[index] ?? "";
    yield* promptLines(turn.prompt, view);
  }
  if (touched.files.length > 0) yield "";
  yield* fileLines(touched.files, view);
}

/** ` M  src/cart.ts  +12 -3`. */
export function fileLines(files: readonly TouchedFile[], { signs }: View): string[] {
  return renderTable(
    files.map((file) => [
      eventLetter(file.kind),
      nameText(file, signs.from),
      `+${file.added} -${file.removed}`,
    ]),
  );
}

function nameText({ path, renamedFrom }: TouchedFile, from: string): string {
  const name = escapeForDisplay(path);
  return renamedFrom === null ? name : `${name} ${from} ${escapeForDisplay(renamedFrom)}`;
}

function* promptLines(prompt: string | null, { paint, signs }: View): Generator<string> {
  if (prompt === null) return;
  for (const line of maskPrompt(prompt).split("\n")) {
    yield paint.faint(`   ${signs.edge} ${escapeLineForDisplay(line)}`);
  }
}

/** `turn`, its number, start, added, removed, label; `file`, letter, added, removed, path. */
function* renderPlain(
  { touched }: SessionReport,
  turns: readonly TurnReport[],
  { viewer }: View,
): Generator<string> {
  for (const { turn, touched: own } of turns) {
    const at = renderLocalIso(turn.startedAt, viewer.zone);
    const label = quotedLabel(turn.label) || "-";
    yield ["turn", turnName(turn.id), at, `+${own.added}`, `-${own.removed}`, label].join("\t");
  }
  for (const { path, kind, added, removed, renamedFrom } of touched.files) {
    const names = renamedFrom === null ? [path] : [path, renamedFrom];
    const cells = ["file", eventLetter(kind), `+${added}`, `-${removed}`];
    yield [...cells, ...names.map(escapeForDisplay)].join("\t");
  }
}
