import { type FileDiff, type ProjectReader, readOutcomeDiff } from "@unf/answers";
import { isContentMissing } from "@unf/core/base";
import type { ActionOutcome } from "@unf/core/orders";
import type { FileSystem } from "@unf/core/ports";
import { escapeForDisplay } from "@unf/core/query";
import { renderDiff } from "../diff/diff-text.ts";
import type { View } from "../frame/print/view.ts";

/** Lines that a plan would change, file by file, from those on disk to those it would write. */
export function* renderPlannedDiff(
  reader: ProjectReader,
  fileSystem: FileSystem,
  actions: readonly ActionOutcome[],
  view: View,
): Generator<string> {
  for (const action of actions) {
    const diff = tryRead(() => readOutcomeDiff(reader, fileSystem, action));
    if (diff !== undefined) yield* renderDiff(diff, { hasWords: true, reveal: false }, view);
    else if (action.merged) {
      yield `${escapeForDisplay(action.path)}   merged: what was changed since stays`;
    }
  }
}

/** A content that is lost keeps nobody from looking at the others. */
function tryRead(read: () => FileDiff | undefined): FileDiff | undefined {
  try {
    return read();
  } catch (thrown) {
    if (isContentMissing(thrown)) return undefined;
    throw thrown;
  }
}
