import type { EntryStat, Filter, RelPath } from "@unf/core";

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
