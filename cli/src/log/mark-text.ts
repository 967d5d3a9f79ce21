import {
  burstName,
  edgeAt,
  type HandoverEdge,
  type ListedBurst,
  type ListedCheckpoint,
  type ListedGap,
  type ListedMark,
  type ListedTurn,
  labelOf,
  quotedLabel,
  turnName,
} from "@unf/answers";
import { pathToColumn } from "@unf/core/base";
import { checkpointId } from "@unf/core/checkpoints";
import { escapeForDisplay } from "@unf/core/query";
import { renderAge, renderClock, renderDayHeading, renderLocalIso } from "@unf/core/time";
import { checkpointTitle } from "../checkpoint/checkpoint-text.ts";
import { countOf, fitMiddle, padLeft } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { gapReason } from "../frame/print/words.ts";
import { burstCounts } from "../scope/burst-text.ts";
import { sumText } from "../sessions/session-parts.ts";
import { fitReason, type ToldGap } from "./gap-text.ts";
import type { LogLayout } from "./layout.ts";

/** A mark between versions, as a person reads it. `told`: what is said of several gaps in its place. */
export function markLine(mark: ListedMark, layout: LogLayout, view: View, told?: ToldGap): string {
  switch (mark.kind) {
    case "gap":
      return gapLine(mark, layout, view, told);
    case "burst":
      return burstLine(mark, layout, view);
    case "checkpoint":
      return checkpointLine(mark, layout, view);
    case "handover": {
      const name = layout.projectName?.(mark);
      return handoverLine(mark, name === undefined ? "" : ` (${name})`, view);
    }
    case "turn":
      return turnLine(mark, layout, view);
  }
}

/** The same as one record for a pipe. */
export function plainMark(mark: ListedMark, layout: LogLayout, view: View): string {
  switch (mark.kind) {
    case "gap":
      return plainGap(mark, layout, view);
    case "burst":
      return plainBurst(mark, layout, view);
    case "checkpoint":
      return plainCheckpoint(mark, layout, view);
    case "handover":
      return plainHandover(
        mark,
        layout.projectName === undefined ? [] : [layout.projectName(mark)],
        view,
      );
    case "turn":
      return plainTurn(mark, layout, view);
  }
}

function gapLine(
  { gap, project }: ListedGap,
  layout: LogLayout,
  view: View,
  told: ToldGap = gap,
): string {
  const { signs, viewer, paint } = view;
  const from = renderClock(told.from, viewer.zone);
  const to = renderClock(told.to, viewer.zone);
  const isSameDay = renderDayHeading(told.from, viewer) === renderDayHeading(told.to, viewer);
  const span = `${isSameDay ? "" : `${renderDayHeading(told.from, viewer)} `}${from}${signs.dash}${to}`;
  const name = layout.projectName?.({ kind: "gap", gap, project });
  const suffix = `${name === undefined ? "" : ` (${name})`} ${signs.rule}`;
  return paint.warning(fitReason(` ${signs.rule} recording gap ${span} `, told, suffix, view));
}

function plainGap(item: ListedGap, layout: LogLayout, { viewer }: View): string {
  const { gap } = item;
  return [
    renderLocalIso(gap.to, viewer.zone),
    "gap",
    `since ${renderLocalIso(gap.from, viewer.zone)}`,
    gapReason(gap),
    ...(layout.projectName === undefined ? [] : [layout.projectName(item)]),
  ].join("\t");
}

function burstLine(item: ListedBurst, layout: LogLayout, { paint, signs }: View): string {
  const name = layout.projectName?.(item);
  const text = `${signs.mark} burst${name === undefined ? "" : ` (${name})`}  ${burstCounts(item.burst)}`;
  const before = `${signs.between} before it: ${paint.id(burstName(item.burst))}`;
  return ` ${paint.heading(text)} ${before}`;
}

function plainBurst(item: ListedBurst, layout: LogLayout, { viewer }: View): string {
  const { burst } = item;
  return [
    renderLocalIso(burst.to, viewer.zone),
    "burst",
    burstName(burst),
    burstCounts(burst),
    ...(layout.projectName === undefined ? [] : [layout.projectName(item)]),
  ].join("\t");
}

function checkpointLine(item: ListedCheckpoint, layout: LogLayout, view: View): string {
  const { paint, signs, viewer } = view;
  const { checkpoint } = item;
  const age = padLeft(` ${renderAge(viewer.now - checkpoint.at)}`, 5);
  const name = layout.projectName === undefined ? "" : ` (${layout.projectName(item)})`;
  const title = paint.id(checkpointTitle(checkpoint));
  return ` ${renderClock(checkpoint.at, viewer.zone)}${paint.faint(age)}  ${signs.mark}  checkpoint${name} ${title}`;
}

function plainCheckpoint(item: ListedCheckpoint, layout: LogLayout, { viewer }: View): string {
  const { checkpoint } = item;
  return [
    renderLocalIso(checkpoint.at, viewer.zone),
    "checkpoint",
    checkpointId(checkpoint),
    escapeForDisplay(labelOf(checkpoint) ?? "-"),
    ...(layout.projectName === undefined ? [] : [layout.projectName(item)]),
  ].join("\t");
}

function turnLine(item: ListedTurn, layout: LogLayout, view: View): string {
  const { paint, signs, viewer } = view;
  const { turn, touched } = item.report;
  const age = padLeft(` ${renderAge(viewer.now - turn.startedAt)}`, 5);
  const name = layout.projectName === undefined ? "" : ` (${layout.projectName(item)})`;
  const label = quotedLabel(turn.label);
  const clock = ` ${renderClock(turn.startedAt, viewer.zone)}`;
  const id = turnName(turn.id);
  const sums = ` ${signs.rule} ${countOf(touched.files.length, "file")} ${sumText(touched)}`;
  // The colours have no width: what fits is found out without them.
  const before = `${clock}${age}  ${signs.rule} turn${name} ${id} `;
  const shown = label === "" ? "" : fitMiddle(before, label, sums, view).slice(before.length);
  const title = `turn${name} ${paint.id(id)} ${shown === "" ? sums.trimStart() : shown}`;
  return `${clock}${paint.faint(age)}  ${signs.rule} ${title}`;
}

function plainTurn(item: ListedTurn, layout: LogLayout, { viewer }: View): string {
  const { turn, agent } = item.report;
  return [
    renderLocalIso(turn.startedAt, viewer.zone),
    "turn",
    turnName(turn.id),
    `${agent === null ? "" : `${escapeForDisplay(agent)} `}${turn.session}`,
    quotedLabel(turn.label) || "-",
    ...(layout.projectName === undefined ? [] : [layout.projectName(item)]),
  ].join("\t");
}

function handoverLine(edge: HandoverEdge, suffix: string, { paint, signs }: View): string {
  return ` ${paint.heading(`${signs.mark} ${handoverText(edge)}${suffix}`)}`;
}

function plainHandover(edge: HandoverEdge, more: readonly string[], { viewer }: View): string {
  const at = renderLocalIso(edgeAt(edge), viewer.zone);
  return [at, "handover", pathToColumn(edge.handover.path), handoverText(edge), ...more].join("\t");
}

/** The hand-over's line in a listing. */
function handoverText({ handover: { path, taken }, edge }: HandoverEdge): string {
  const name = escapeForDisplay(path);
  if (edge === "begin") return `${name} is a project of its own from here on`;
  return `${name} is recorded here again: ${countOf(taken ?? 0, "version")} taken over`;
}
