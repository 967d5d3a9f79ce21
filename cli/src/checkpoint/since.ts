import { countByStatus, pathOf, type SinceCheckpoint, statusOf } from "@unf/answers";
import { escapeForDisplay } from "@unf/core/query";
import { renderResolved } from "@unf/core/time";
import { countOf } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { eventLetter } from "../frame/print/words.ts";
import { checkpointTitle } from "./checkpoint-text.ts";

/** For a pipe only the files, as `letter tab path`. */
export function* renderSince(
  { checkpoint, changes }: SinceCheckpoint,
  view: View,
): Generator<string> {
  const { terminal, signs, viewer, paint } = view;
  if (!terminal.isForPerson) {
    for (const change of changes) {
      yield `${eventLetter(statusOf(change))}\t${escapeForDisplay(pathOf(change))}`;
    }
    return;
  }
  const title = `${signs.mark} since ${paint.id(checkpointTitle(checkpoint))}`;
  const counts = Object.entries(countByStatus(changes))
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${count} ${word}`);
  const detail = counts.length === 0 ? "" : ` (${counts.join(", ")})`;
  yield `${title}  ${renderResolved(checkpoint.at, viewer)}: ${countOf(changes.length, "file")} changed${detail}`;
  for (const change of changes) {
    yield `  ${eventLetter(statusOf(change))}  ${escapeForDisplay(pathOf(change))}`;
  }
}
