import type { BurstMark } from "@unf/core";
import type { JsonObject } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import { instantJson } from "../frame/print/snapshot-json.ts";

/** The name of a mass change, which is also the time just before it. */
export function burstName({ id }: BurstMark): string {
  return `burst:${id}`;
}

/** `1 240 files changed, 12 deleted`. */
export function burstCounts({ changed, deleted }: BurstMark): string {
  if (changed === 0 && deleted > 0) return `${countOf(deleted, "file")} deleted`;
  return `${countOf(changed, "file")} changed${deleted === 0 ? "" : `, ${deleted} deleted`}`;
}

/** A mass change in a document. `before`: the newest version that is older than it. */
export function burstJson(burst: BurstMark): JsonObject {
  return {
    id: burstName(burst),
    from: instantJson(burst.from),
    to: instantJson(burst.to),
    before: burst.before === 0 ? null : `v${burst.before}`,
    changed: burst.changed,
    deleted: burst.deleted,
  };
}
