import type { VerifyReport } from "@unf/answers";
import type { AbsPath, BlobId, ProjectId, RelPath, SnapshotId } from "@unf/core/base";

const shop = { project: "0000000000000001" as ProjectId, root: "/home/a/src/shop" as AbsPath };

/** Report of `unf verify` on a home in which one of everything is damaged. */
export const damagedReport: VerifyReport = {
  versions: 14_208,
  objects: 9120,
  unreferenced: undefined,
  trash: { objects: 2, bytes: 4096 },
  leftovers: 1,
  errors: [
    {
      kind: "timeline",
      project: "0000000000000002" as ProjectId,
      root: "/home/a/src/api" as AbsPath,
      message: "the sums do not agree with the rows (1)",
    },
    { kind: "pack", name: "6e1f0c2ab94d17e853c0", message: "its index is damaged" },
    {
      kind: "object",
      fault: "damaged",
      hash: "a".repeat(64) as BlobId,
      versions: [
        { ...shop, id: 12 as SnapshotId, path: "src/cart.ts" as RelPath },
        { ...shop, id: 19 as SnapshotId, path: "src/cart.ts" as RelPath },
      ],
    },
  ],
  lost: [
    {
      kind: "object",
      fault: "missing",
      hash: "b".repeat(64) as BlobId,
      versions: [{ ...shop, id: 7 as SnapshotId, path: "src/vat.ts" as RelPath }],
    },
  ],
};
