import assert from "node:assert/strict";
import { test } from "node:test";
import type { BlobId, RelPath, SnapshotId, WallMs } from "../base/brand.ts";
import { dayMs } from "../time/calendar.ts";
import type { RetentionRow } from "../timeline/pruning.ts";
import { olderThan } from "./policy.ts";
import { gatherProtection } from "./protection.ts";
import { shareOfPath } from "./share-of-path.ts";

const now = Date.UTC(2026, 10, 19) as WallMs;

function row(id: number, bytes: number, more: Partial<RetentionRow> = {}): RetentionRow {
  return {
    id: id as SnapshotId,
    path: "a" as RelPath,
    at: (now - (100 - id) * dayMs) as WallMs,
    settled: true,
    event: "modify",
    bytes,
    hash: String(id).repeat(64) as BlobId,
    ...{ session: null, turn: null, ambiguous: false, operation: null, cause: "event" },
    renamedFrom: null,
    ...more,
  };
}

test("what was never kept takes no room of a path, and letting it go frees none", () => {
  const order = {
    policies: [olderThan(dayMs)],
    sizeOf: (_: BlobId, bytes: number) => bytes,
    root: "/p",
    now,
    protection: gatherProtection({ checkpoints: [], open: [], turns: [], operations: [] }),
  };
  const texts = [row(1, 10), row(2, 20), row(9, 40)] as const;
  const withBinary = [texts[0], row(3, 2 ** 40, { withheld: true }), ...texts.slice(1)] as const;
  const { bytes, freeableBytes } = shareOfPath(texts, order);
  assert.deepEqual([bytes, freeableBytes], [70, 30]);
  const share = shareOfPath(withBinary, order);
  assert.deepEqual([share.bytes, share.freeableBytes, share.versions], [70, 30, 4]);
});
