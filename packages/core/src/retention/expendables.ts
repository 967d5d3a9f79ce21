import type { RelPath, SnapshotId, WallMs } from "../base/brand.ts";
import type { RetentionRow } from "../timeline/pruning.ts";
import type { ContentKey } from "./content-meter.ts";
import type { KeepReason } from "./plan-path.ts";

/** A row with content that only the policy keeps. */
export interface Expendable {
  readonly id: SnapshotId;
  readonly path: RelPath;
  readonly at: WallMs;
  readonly why: KeepReason;
  readonly key: ContentKey;
}

/**
 * The rows that may go when the contents must shrink further than the policy does. Rows of renames are
 * none: the two must stay or go together.
 */
export class Expendables {
  readonly #rows: Expendable[] = [];

  add({ id, path, at, renamedFrom }: RetentionRow, why: KeepReason, key: ContentKey): void {
    if (expendable.has(why) && renamedFrom === null) this.#rows.push({ id, path, at, why, key });
  }

  oldestFirst(): readonly Expendable[] {
    return this.#rows.sort((a, b) => a.id - b.id);
  }
}

const expendable = new Set<KeepReason>(["hourly", "daily", "weekly", "state", "content"]);
