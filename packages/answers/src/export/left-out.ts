import type { RelPath } from "@unf/core/base";
import type { Snapshot } from "@unf/core/timeline";
import { versionName } from "../parts/names.ts";
import { pathFields } from "../parts/path-fields.ts";
import { thinnedFields } from "../scope/thinned.ts";
import type { LeftOutFields } from "./shape.ts";
import type { LeftOut } from "./tree-changes.ts";

/** Files that did not get into an export, and why. */
export function leftOutFields({ secret, unfit, withheld, lost, thinned }: LeftOut): LeftOutFields {
  return {
    left_out: [
      ...[...secret].map((path) => ({ ...pathFields("path", path), why: "secret" as const })),
      ...[...unfit].map((path) => ({ ...pathFields("path", path), why: "name" as const })),
      ...[...pathsOfRows(withheld)].map((path) => ({
        ...pathFields("path", path),
        why: "withheld" as const,
      })),
    ],
    lost: lost.map(({ id, path }) => ({ ...pathFields("path", path), version: versionName(id) })),
    ...thinnedFields(thinned),
  };
}

/** True when contents are lost or thinned: the export is not all that there was. */
export function isIncomplete({ lost, thinned }: LeftOut): boolean {
  return lost.length + thinned.length > 0;
}

export function pathsOfRows(rows: readonly Snapshot[]): Set<RelPath> {
  return new Set(rows.map(({ path }) => path));
}
