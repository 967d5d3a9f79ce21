import { type RelPath, UnfError, type WallMs } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import { renderAgoInWords } from "@unf/core/time";
import { type Point, type Snapshot, stampOf } from "@unf/core/timeline";
import { instant } from "../parts/snapshot.ts";
import type { OpenScope } from "./open-scope.ts";

/** Why there is no version of a path at an instant. */
export function nothingThere(
  { reader: { timeline } }: Pick<OpenScope, "reader">,
  { path, point }: { readonly path: RelPath; readonly point: Point },
  word: string,
): UnfError {
  const [first] = timeline.find({ within: [path], interim: true, order: "oldest" });
  if (first === undefined || first.path !== path) {
    return new UnfError("not_found", `${word} is a directory, and a file is needed`, {
      hint: `unf log ${word}`,
    });
  }
  const isEarlier = "id" in point ? first.id <= point.id : stampOf(first) <= point.at;
  const isUnknown = timeline.pathAt(path, point).kind === "unknown";
  // A file that stood there when recording began may have been there long before.
  const isBefore = !isEarlier && (!isUnknown || first.cause === "baseline");
  const isAbsent = isUnknown ? "is not known to have been there" : "was not there";
  const what = isBefore ? "was not recorded yet" : isAbsent;
  return new UnfError("not_found", `${word} ${what} at that instant`, {
    hint: `its first version is v${first.id}, of ${instant(first.at)}`,
  });
}

/** Why a version has no content; `command`: the words after `unf` that show a version of a path. */
export function deletedThen(
  { reader }: Pick<OpenScope, "reader">,
  snapshot: Snapshot,
  {
    command,
    now,
  }: { readonly command: (version: string, path: string) => string; readonly now: WallMs },
): UnfError {
  const ago = renderAgoInWords(now - snapshot.at);
  const path = escapeForDisplay(snapshot.path);
  const rename = reader.timeline.renameOf(snapshot.id);
  if (rename !== undefined) {
    const newPath = escapeForDisplay(rename.path);
    const what = `${path} was renamed to ${newPath} in v${rename.id} (${ago})`;
    return new UnfError("not_found", what, { hint: `unf ${command(`v${rename.id}`, newPath)}` });
  }
  const what = snapshot.cause === "excluded" ? "is no longer recorded since" : "was deleted in";
  return new UnfError("not_found", `${path} ${what} v${snapshot.id} (${ago})`, {
    hint: `unf ${command(`v${snapshot.id}~1`, path)}`,
  });
}
