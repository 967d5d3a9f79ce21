import { quotedLabel, type Recap, type RecentStretch, shownCommand, turnName } from "@unf/answers";
import { escapeForDisplay, shortenHome } from "@unf/core/query";
import { renderAgoInWords, renderClock, renderLocalDate, renderResolved } from "@unf/core/time";
import type { Gap } from "@unf/core/timeline";
import { countOf, displayWidth, fitMiddle } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { fitReason, foldGaps } from "../log/gap-text.ts";
import { stretchCells } from "../log/stretches-answer.ts";
import { fileLines } from "../session/session-text.ts";

/** The same for a person and for an agent that reads it from a pipe. */
export function* renderRecap(
  recap: Recap,
  { userHome, steps }: { readonly userHome: string | undefined; readonly steps: readonly string[] },
  view: View,
): Generator<string> {
  const { paint, viewer, signs } = view;
  const { source, recent, gaps, lastOperation } = recap;
  yield paint.heading(escapeForDisplay(shortenHome(source.project.root, userHome)));
  if (recent.length === 0) yield " nobody is known to have worked here";
  for (const one of recent) yield* renderRecent(one, view);
  yield* renderUncommitted(recap, view);
  for (const gap of foldGaps(gaps.filter(isTold))) {
    const span = `${renderLocalDate(gap.from, viewer.zone)} ${renderClock(gap.from, viewer.zone)}${signs.dash}${renderClock(gap.to, viewer.zone)}`;
    yield paint.warning(fitReason(` recording gap ${span}, `, gap, "", view));
  }
  if (lastOperation !== undefined) {
    const { id, argv, kind, files, startedAt } = lastOperation;
    const words = argv.length === 0 ? kind : shownCommand(argv);
    const when = view.terminal.isForPerson
      ? renderAgoInWords(viewer.now - startedAt)
      : renderResolved(startedAt, viewer);
    const before = ` last operation op-${id} `;
    const line = fitMiddle(before, words, `, ${countOf(files, "file")}, ${when}`, view);
    yield line.replace(`op-${id}`, paint.id(`op-${id}`));
  }
  for (const step of steps) yield ` next: ${step}`;
}

/** Shorter gaps are of a recorder that was started anew, as in a listing. Unit: ms. */
const shortestGapMs = 1000;

function isTold({ from, to, path, closedAt }: Gap): boolean {
  return path !== undefined || closedAt === null || to - from >= shortestGapMs;
}

const filesShown = 10;

function* renderUncommitted({ uncommitted = [] }: Recap, view: View): Generator<string> {
  if (uncommitted.length === 0) return;
  const head = ` ${countOf(uncommitted.length, "file")} not committed: `;
  const names = uncommitted.map(escapeForDisplay);
  const lineOf = (count: number) => {
    const more = names.length - count;
    return `${head}${names.slice(0, count).join("  ")}${more > 0 ? ` and ${more} more` : ""}`;
  };
  const { width } = view.terminal;
  let count = Math.min(filesShown, names.length);
  const isCut = width !== undefined && !view.isVerbose;
  while (isCut && count > 1 && displayWidth(lineOf(count)) > width) count -= 1;
  yield lineOf(count);
}

function* renderRecent({ stretch, lastTurn }: RecentStretch, view: View): Generator<string> {
  const { paint, viewer } = view;
  const [id = "", ...cells] = stretchCells(stretch, view);
  const date = renderLocalDate(stretch.startedAt, viewer.zone);
  const takenBack = cells.pop() ?? "";
  const line = [date, ...cells].filter((cell) => cell !== "").join("  ");
  const { width } = view.terminal;
  const whole = takenBack === "" ? line : `${line}  ${takenBack}`;
  const isBelow = width !== undefined && id.length + 3 + displayWidth(whole) > width;
  const shown = fitMiddle(` ${id}  `, isBelow ? line : whole, "", view);
  yield shown.replace(id, paint.id(id));
  if (isBelow && takenBack !== "") yield `   ${takenBack}`;
  if (lastTurn !== undefined && lastTurn.turn.label !== "") {
    const { turn } = lastTurn;
    const state = turn.endedAt === null ? "under way" : "done";
    yield fitMiddle(
      `   last turn ${turnName(turn.id)} `,
      quotedLabel(turn.label),
      `, ${state}`,
      view,
    );
  }
  if (stretch.kind === "person") return;
  const { files } = stretch.report.touched;
  for (const line of fileLines(files.slice(0, filesShown), view)) yield `  ${line}`;
  if (files.length > filesShown) yield `   and ${countOf(files.length - filesShown, "more file")}`;
}
