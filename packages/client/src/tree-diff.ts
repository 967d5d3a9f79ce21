import { decodeUtf8Lossy, pathToColumn } from "@unf/core/base";
import { diffLines, hasNul, renderUnified } from "@unf/core/lines";
import type { Snapshot } from "@unf/core/timeline";
import type { ChangedPath } from "@unf/engine/checkpoints";
import type { History } from "./session.ts";

/** The changes as one patch, in their order. */
export function renderDiff({ reader }: History, changes: readonly ChangedPath[]): string {
  const read = (side: Snapshot | undefined) => side && reader.content(side);
  const patches = changes.map(({ path, before, after }) => {
    const [old, now] = [read(before), read(after)];
    if ([old, now].some((side) => side && hasNul(side))) {
      const name = pathToColumn(path);
      const from = before === undefined ? "/dev/null" : `a/${name}`;
      const to = after === undefined ? "/dev/null" : `b/${name}`;
      return `Binary files ${from} and ${to} differ\n`;
    }
    const { hunks } = diffLines(old, now);
    const side = (one: Snapshot | undefined) => one && { path, mode: one.mode };
    return decodeUtf8Lossy(renderUnified({ before: side(before), after: side(after), hunks }));
  });
  return patches.join("");
}
