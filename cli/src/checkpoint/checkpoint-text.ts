import {
  type Checkpoint,
  checkpointId,
  escapeForDisplay,
  renderBytes,
  renderClock,
  renderLocalDate,
  renderLocalIso,
} from "@unf/core";
import type { JsonObject } from "../frame/print/answer.ts";
import { countOf, padLeft, padRight, widest } from "../frame/print/columns.ts";
import { maskName, maskPrompt } from "../frame/print/prompt-text.ts";
import { instantJson } from "../frame/print/snapshot-json.ts";
import type { View } from "../frame/print/view.ts";

/** What a person calls it: its label, or its number where it has none. */
export function checkpointName(checkpoint: Checkpoint): string {
  return escapeForDisplay(labelOf(checkpoint) ?? checkpointId(checkpoint));
}

/** `cp:3 before-refactor`: the number, which is unique, and the label. */
export function checkpointTitle(checkpoint: Checkpoint): string {
  const id = checkpointId(checkpoint);
  const label = labelOf(checkpoint);
  return label === null ? id : `${id} ${escapeForDisplay(label)}`;
}

/** Its label as it is shown: what looks like a key in it is masked. */
export function labelOf({ label }: Pick<Checkpoint, "label">): string | null {
  return label === null ? null : maskName(label);
}

/** A checkpoint in a document. `version`: the newest version that belongs to it. */
export function checkpointJson(checkpoint: Checkpoint): JsonObject {
  const { message, at, snapshot, files, payloadBytes, pinned } = checkpoint;
  const label = labelOf(checkpoint);
  return {
    id: checkpointId(checkpoint),
    name: label ?? checkpointId(checkpoint),
    label,
    message: message === null ? null : maskPrompt(message),
    at: instantJson(at),
    version: snapshot === 0 ? null : `v${snapshot}`,
    files,
    payload_bytes: payloadBytes,
    pinned,
  };
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
