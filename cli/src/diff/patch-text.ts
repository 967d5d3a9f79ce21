import { type FileChange, type FileDiff, type FileSide, gitMode } from "@unf/answers";
import { diffLines, type FilePatch, type Hunk, renderUnified } from "@unf/core/lines";
import { isLinkMode } from "@unf/core/timeline";

/** The difference as a patch that `git apply` takes; empty when it has no lines that can be shown. */
export function renderPatch(diff: FileDiff): Uint8Array {
  const { before, after } = diff.change;
  if (diff.unshown !== undefined) return Buffer.from(`${unshownText(diff)}\n`);
  if (
    before !== undefined &&
    after !== undefined &&
    isLinkMode(before.mode) !== isLinkMode(after.mode)
  ) {
    // A file that became a link, or the other way: for git that is one deleted and one created.
    return Buffer.concat([
      patchOf({ before, after: undefined }),
      patchOf({ before: undefined, after }),
    ]);
  }
  return renderUnified(filePatch(diff.change, diff.hunks));
}

/** `Binary files a/x and b/x differ`, in git's words. */
export function unshownText({ change, unshown }: FileDiff): string {
  const { before, after } = change;
  const from = before === undefined ? "/dev/null" : `a/${before.path}`;
  const to = after === undefined ? "/dev/null" : `b/${after.path}`;
  if (unshown === "binary") return `Binary files ${from} and ${to} differ`;
  const why =
    unshown === "withheld"
      ? "the content of one was not kept"
      : "one cannot be read or is too large";
  return `Files ${from} and ${to} differ (${why})`;
}

function patchOf(change: FileChange): Uint8Array {
  const { hunks } = diffLines(change.before?.read(), change.after?.read());
  return renderUnified(filePatch(change, hunks));
}

function filePatch(change: FileChange, hunks: readonly Hunk[]): FilePatch {
  return { before: patchSide(change.before), after: patchSide(change.after), hunks };
}

function patchSide(side: FileSide | undefined): FilePatch["before"] {
  return side === undefined ? undefined : { path: side.path, mode: gitMode(side.mode) };
}
