import type { RelPath, SnapshotId } from "@unf/core/base";
import type { Head } from "@unf/core/timeline";
import type { FakeProject } from "./fake-project.ts";
import { fakeNow } from "./fake-time.ts";
import { row } from "./fake-timeline.ts";
import { wanted } from "./shop-plans.ts";

const day = 24 * 60 * 60_000;
const before = (days: number): number => fakeNow - days * day;

const deletion = { event: "delete", hash: null, bytes: 0, mode: 0 } as const;
const gone = ["src/legacy.ts", "src/vat.ts", "late.ts"];

/**
 * A project out of which files went in every way: two at once, one that was made after that, one that
 * came back, one that was renamed, one that is no longer recorded, and one long ago.
 */
export const attic: FakeProject = {
  root: "/home/a/src/attic",
  history: {
    rows: [
      row({ id: 1, path: "old.ts", at: before(30), event: "create" }),
      row({ id: 2, path: "old.ts", at: before(20), ...deletion }),
      row({ id: 3, path: "src/legacy.ts", at: before(6), event: "create" }),
      row({ id: 4, path: "src/vat.ts", at: before(6), event: "create" }),
      row({ id: 5, path: "back.ts", at: before(6), event: "create" }),
      row({ id: 6, path: "moved.ts", at: before(6), event: "create" }),
      row({ id: 7, path: "ignored.ts", at: before(6), event: "create" }),
      row({ id: 8, path: "src/legacy.ts", at: before(5) }),
      row({ id: 9, path: "src/legacy.ts", at: before(4), ...deletion }),
      row({ id: 10, path: "src/vat.ts", at: before(4), ...deletion }),
      row({ id: 11, path: "back.ts", at: before(4), ...deletion }),
      row({ id: 12, path: "moved.ts", at: before(3), ...deletion, cause: "renamed" }),
      row({ id: 13, path: "ignored.ts", at: before(3), ...deletion, cause: "excluded" }),
      row({ id: 14, path: "late.ts", at: before(2), event: "create" }),
      row({ id: 15, path: "back.ts", at: before(2), event: "create" }),
      row({ id: 16, path: "late.ts", at: before(1), ...deletion, settled: false }),
    ],
    heads: [head("back.ts", 15)],
  },
  plan: (request) => ({
    id: `pl-0000000${request.within.length}`,
    request,
    unchanged: 0,
    actions: gone
      .filter((path) => request.within.includes(path as RelPath))
      .map((path) => ({
        kind: "write",
        path: path as RelPath,
        disk: { kind: "absent" },
        wanted: wanted(path, path === "late.ts" ? 14 : path === "src/vat.ts" ? 4 : 8),
      })),
  }),
};

function head(path: string, id: number): Head {
  const { hash, bytes, mode } = wanted(path, id);
  const stat = { mode, dev: 1n, ino: 1n, size: 10n, mtimeNs: 1n, ctimeNs: 1n };
  return {
    path: path as RelPath,
    hash,
    bytes,
    mode,
    stat,
    racy: false,
    snapshot: id as SnapshotId,
  };
}
