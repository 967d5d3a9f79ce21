import { type HomeSize, sumHistory, sumHome, type UsageGroup } from "@unf/core/storage";
import { pathFields } from "../parts/path-fields.ts";
import type { UsageKey } from "./question.ts";
import type { Usage } from "./read-usage.ts";
import type { DuAnswer, StoreSizeAnswer, UsageAnswer } from "./shape.ts";

/** The answer: room by group. */
export function duAnswer({ scope, groups, more, total, size }: Usage, by: UsageKey): DuAnswer {
  return {
    ...pathFields("root", scope.project.root),
    by,
    rows: groups.map((group) => usageAnswer(group, by)),
    more,
    total_bytes: total,
    store: storeSize(size),
  };
}

/** `key` is a path where the groups are files or directories. */
function usageAnswer({ key, bytes, versions }: UsageGroup, by: UsageKey): UsageAnswer {
  const named = by === "file" || by === "dir" ? pathFields("key", key) : { key };
  return { ...named, bytes, versions };
}

function storeSize(size: HomeSize): StoreSizeAnswer {
  const { objects, packs, timelines, trash, backups, rescues, logs, other } = size;
  return {
    objects_bytes: objects.bytes,
    packs_bytes: packs.bytes,
    timelines_bytes: timelines.bytes,
    trash_bytes: trash.bytes,
    backups_bytes: backups.bytes,
    rescues_bytes: rescues.bytes,
    logs_bytes: logs.bytes,
    other_bytes: other.bytes,
    counted_bytes: sumHistory(size),
    disk_bytes: sumHome(size),
  };
}
