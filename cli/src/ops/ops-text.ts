import {
  type ListedOperation,
  quotedLabel,
  shownCommand,
  type TookBack,
  turnName,
} from "@unf/answers";
import { pathToColumn } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import { renderAge, renderClock, renderDayHeading, renderLocalIso } from "@unf/core/time";
import type { Operation, OperationState } from "@unf/core/timeline";
import {
  countOf,
  displayWidth,
  padLeft,
  padRight,
  shortenText,
  widest,
} from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";

/** One line per operation, under the day it was done; for a pipe one record with tabs. */
export function* renderOperations(
  listed: readonly ListedOperation[],
  view: View,
): Generator<string> {
  if (!view.terminal.isForPerson) {
    for (const one of listed) yield plainLine(one, view);
    return;
  }
  const idWidth = widest(listed.map(({ operation }) => idText(operation)));
  const width = widest(listed.map(({ operation }) => wordsOf(operation)));
  let day = "";
  for (const one of listed) {
    const heading = renderDayHeading(one.operation.startedAt, view.viewer);
    if (heading !== day) yield view.paint.heading(heading);
    day = heading;
    yield operationLine(one, { id: idWidth, words: Math.min(width, 60) }, view);
    for (const { path, why } of one.left.slice(0, leftShown))
      yield view.paint.faint(
        `   ${escapeForDisplay(pathToColumn(path))}  stayed as it was (${why})`,
      );
    if (one.left.length > leftShown)
      yield view.paint.faint(`   and ${one.left.length - leftShown} more (--json has them)`);
  }
}

/** Of an operation that was done in part, so many paths are named. */
const leftShown = 5;

interface Widths {
  readonly id: number;
  readonly words: number;
}

function operationLine(
  { operation, undoneBy, tookBack }: ListedOperation,
  { id, words }: Widths,
  { paint, viewer, terminal, signs, isVerbose }: View,
): string {
  const { startedAt, files } = operation;
  const age = padLeft(renderAge(viewer.now - startedAt), 4);
  const name = padRight(idText(operation), id);
  const clock = renderClock(startedAt, viewer.zone);
  const rest = [padRight(wordsOf(operation), words), countOf(files, "file")].join("  ");
  const remarkWith = (label: string) => {
    const remark = remarkOf(operation, undoneBy, tookBack, label);
    return remark === "" ? "" : `  ${remark}`;
  };
  const label = quotedLabel(tookBack[0]?.label ?? null);
  const before = ` ${name}  ${clock} ${age}  ${rest}`;
  const plain = before + remarkWith(label);
  const over = terminal.width === undefined || isVerbose ? 0 : displayWidth(plain) - terminal.width;
  const room = Math.max(0, displayWidth(label) - over);
  // Of a prompt nothing is said before the line wraps.
  const shown = room < labelMin ? "" : shortenText(label, room, signs.ellipsis);
  const remark = remarkWith(over > 0 ? shown : label);
  const isBelow = over > 0 && displayWidth(before + remark) > (terminal.width ?? 0);
  const told = isBelow ? `\n${" ".repeat(id + 1)}${remarkWith(label)}` : remark;
  return ` ${paint.id(name)}  ${clock} ${paint.faint(age)}  ${rest}${told === "" ? "" : paint.faint(told)}`;
}

/** Less of a prompt says nothing. Unit: characters. */
const labelMin = 8;

/** Tab-separated: operation, instant, kind, state, files, what it takes back, what took it back, command, and whose work an oops took back. */
function plainLine({ operation, undoneBy, tookBack }: ListedOperation, { viewer }: View): string {
  const { kind, state, files, inverts, startedAt } = operation;
  return [
    idText(operation),
    renderLocalIso(startedAt, viewer.zone),
    kind,
    state,
    files,
    inverts === null ? "-" : `op-${inverts}`,
    undoneBy === undefined ? "-" : `op-${undoneBy}`,
    wordsOf(operation),
    ...(tookBack.length === 0 ? [] : [tookBackText(tookBack)]),
  ].join("\t");
}

const states: Readonly<Record<OperationState, string>> = {
  staging: "under way",
  committed: "interrupted: the next start finishes it",
  done: "",
  partial: "only a part",
  abandoned: "given up, nothing was changed",
};

function remarkOf(
  { state, inverts }: Operation,
  undoneBy: number | undefined,
  tookBack: readonly TookBack[],
  label: string,
): string {
  const remarks = [
    states[state],
    tookBackText(tookBack, label),
    inverts === null ? "" : `takes back op-${inverts}`,
    undoneBy === undefined ? "" : `undone by op-${undoneBy}`,
  ];
  return remarks.filter((remark) => remark !== "").join(", ");
}

/** `took back t-2 "no test"`, `took back part of t-2, t-3`; empty where there is nothing to name. */
function tookBackText(
  tookBack: readonly TookBack[],
  label = quotedLabel(tookBack[0]?.label ?? null),
): string {
  const [first, ...others] = tookBack;
  if (first === undefined) return "";
  const name = ({ turn, session, isWhole }: TookBack): string =>
    `${isWhole ? "" : "part of "}${turn === null ? session : turnName(turn)}`;
  if (others.length === 0) return `took back ${name(first)} ${label}`.trimEnd();
  const shown = tookBack.slice(0, tookBackShown).map(name).join(", ");
  const more = tookBack.length - tookBackShown;
  return `took back ${shown}${more > 0 ? ` and ${more} more` : ""}`;
}

const tookBackShown = 4;

function wordsOf({ argv, kind }: Operation): string {
  return argv.length === 0 ? kind : shownCommand(argv);
}

function idText({ id }: Operation): string {
  return `op-${id}`;
}
