import type { ListedVersion } from "@unf/answers";
import { escapeForDisplay } from "@unf/core/query";
import type { Snapshot } from "@unf/core/timeline";
import type { Signs } from "../frame/print/view.ts";

/** The path, for a rename the one it came from, and for a departure the one it went to. */
export function pathText(
  { snapshot, renamedTo }: Pick<ListedVersion, "snapshot" | "renamedTo">,
  signs: Pick<Signs, "from" | "to">,
): string {
  const { path, renamedFrom } = snapshot;
  const name = escapeForDisplay(path);
  if (renamedTo !== undefined) return `${name} ${signs.to} ${escapeForDisplay(renamedTo.path)}`;
  return renamedFrom === null ? name : `${name} ${signs.from} ${escapeForDisplay(renamedFrom)}`;
}

/** Unusual traits of a version, in a few words; empty for most. */
export function remarkText({ snapshot, source }: ListedVersion): string {
  const missing = snapshot.withheld === true ? notKeptText(snapshot) : "content lost";
  const remarks = [
    source.isKept(snapshot) ? "" : missing,
    snapshot.settled ? "" : "interim",
    snapshot.cause === "baseline" ? "baseline" : "",
    snapshot.cause === "excluded" ? "no longer recorded" : "",
    snapshot.cause === "renamed" ? "renamed" : "",
    snapshot.operation === null ? "" : `op-${snapshot.operation}`,
  ];
  return remarks.filter((remark) => remark !== "").join(", ");
}

/** Why of a version only digest and size were recorded. */
function notKeptText({ unrecordable }: Partial<Pick<Snapshot, "unrecordable">>): string {
  if (unrecordable === undefined) return "content not kept";
  return `${unrecordable === "binary" ? "binary" : "too large"}, content not kept`;
}
