import type { RelPath } from "@unf/core/base";
import type { Filter } from "@unf/core/filter";
import type { EntryStat } from "@unf/core/ports";

/** True when a setting says that of this file only the digest is recorded. */
export function isContentWithheld(
  { filter }: { readonly filter: Filter },
  path: RelPath,
  kind: EntryStat["kind"],
): boolean {
  if (kind !== "file") return false;
  const verdict = filter.verdict(path, kind);
  return verdict.recorded && verdict.withheld !== undefined;
}
