import { labelOf, maskPrompt } from "@unf/answers";
import { checkpointId } from "@unf/core/checkpoints";
import { escapeForDisplay } from "@unf/core/query";
import { renderBytes, renderClock, renderLocalDate, renderLocalIso } from "@unf/core/time";
import type { Checkpoint } from "@unf/core/timeline";
import { countOf, padLeft, padRight, widest } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";

/** A person's name for it: its label, or its number where it has none. */
export function checkpointName(checkpoint: Checkpoint): string {
  return escapeForDisplay(labelOf(checkpoint) ?? checkpointId(checkpoint));
}

/** `cp:3 before-refactor`: the number, which is unique, and the label. */
export function checkpointTitle(checkpoint: Checkpoint): string {
  const id = checkpointId(checkpoint);
  const label = labelOf(checkpoint);
  return label === null ? id : `${id} ${escapeForDisplay(label)}`;
}

/** All of them, one line each. */
export function* renderCheckpoints(
  checkpoints: readonly Checkpoint[],
  view: View,
): Generator<string> {
  const { paint, signs, terminal, viewer } = view;
  const ids = widest(checkpoints.map(checkpointId));
  const labels = widest(checkpoints.map((one) => escapeForDisplay(labelOf(one) ?? "")));
  const counts = widest(checkpoints.map(({ files }) => countOf(files, "file")));
  for (const checkpoint of checkpoints) {
    if (!terminal.isForPerson) {
      yield plainCheckpoint(checkpoint, view);
      continue;
    }
    const { at, files, message } = checkpoint;
    yield [
      `${signs.mark} ${paint.id(padRight(checkpointId(checkpoint), ids))}`,
      padRight(escapeForDisplay(labelOf(checkpoint) ?? ""), labels),
      `${renderLocalDate(at, viewer.zone)} ${renderClock(at, viewer.zone)}`,
      padLeft(countOf(files, "file"), counts),
      ...remarks(checkpoint),
      ...(message === null ? [] : [paint.faint(firstLine(message))]),
    ].join("  ");
  }
}

/** Tab-separated: instant, number, label, files, bytes of the payload, pinned, message. */
function plainCheckpoint(checkpoint: Checkpoint, { viewer }: View): string {
  const { at, files, payloadBytes, pinned, message } = checkpoint;
  const label = labelOf(checkpoint);
  return [
    renderLocalIso(at, viewer.zone),
    checkpointId(checkpoint),
    label === null ? "-" : escapeForDisplay(label),
    files,
    payloadBytes ?? "-",
    pinned ? "pinned" : "-",
    message === null ? "-" : escapeForDisplay(maskPrompt(message)),
  ].join("\t");
}

/** Everything there is to say about one. */
export function* renderCheckpoint(
  checkpoint: Checkpoint,
  digest: string,
  view: View,
): Generator<string> {
  const { at, snapshot, files, message, payloadBytes, pinned } = checkpoint;
  const { paint, signs, viewer } = view;
  yield `${view.terminal.isForPerson ? `${signs.mark} ` : ""}${paint.heading(checkpointTitle(checkpoint))}`;
  yield `  at       ${renderLocalIso(at, viewer.zone)}`;
  yield `  version  ${snapshot === 0 ? "-" : `v${snapshot}`}`;
  yield `  files    ${countOf(files, "file")}`;
  yield `  digest   ${digest}`;
  if (payloadBytes !== null) yield `  payload  ${renderBytes(payloadBytes)}`;
  if (pinned) yield "  pinned   yes";
  for (const line of message === null ? [] : maskPrompt(message).split("\n"))
    yield `  message  ${escapeForDisplay(line)}`;
}

function remarks({ pinned, payloadBytes }: Checkpoint): string[] {
  return [
    ...(pinned ? ["pinned"] : []),
    ...(payloadBytes === null ? [] : [`payload ${renderBytes(payloadBytes)}`]),
  ];
}

function firstLine(message: string): string {
  return escapeForDisplay(maskPrompt(message).split("\n", 1)[0] ?? "");
}
