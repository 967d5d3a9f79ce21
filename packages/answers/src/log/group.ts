import { type FileGroup, groupByFile } from "@unf/core/query";
import type { Snapshot } from "@unf/core/timeline";
import type { ProjectReader } from "../ports/history.ts";
import type { ListedVersion } from "./listing.ts";

/** The versions of one file in a listing. */
export interface ListedGroup {
  readonly source: ProjectReader;
  readonly group: FileGroup;
  readonly versions: readonly ListedVersion[];
}

/** Gathers versions by file; the groups come in the order in which their files first appear. */
export function groupVersions(versions: readonly ListedVersion[]): ListedGroup[] {
  const bySource = Map.groupBy(versions, ({ source }) => source);
  const groups = [...bySource].flatMap(([source, own]) => {
    const byPath = Map.groupBy(own, ({ snapshot }) => snapshot.path);
    const rows: Snapshot[] = own.map(({ snapshot }) => snapshot);
    return groupByFile(rows).map((group) => ({
      source,
      group,
      versions: byPath.get(group.path) ?? [],
    }));
  });
  const place = new Map(versions.map((version, index) => [version, index]));
  const first = ({ versions: [version] }: ListedGroup) =>
    version === undefined ? 0 : (place.get(version) ?? 0);
  return groups.sort((a, b) => first(a) - first(b));
}
