import type { RelPath, SnapshotId } from "@unf/core/base";
import type { UndoPlan } from "@unf/core/operations";
import type { RestorePlan } from "@unf/core/restore";
import type { StepState } from "@unf/core/timeline";
import { row } from "./fake-timeline.ts";
import { hostileName } from "./shop.ts";

/** A plan with one action of every kind. */
export const fullPlan: Omit<RestorePlan, "request"> = {
  id: "pl-5d2c90ab",
  unchanged: 12,
  actions: [
    {
      kind: "write",
      path: "src/cart.ts" as RelPath,
      disk: {
        kind: "file",
        hash: wantedHash(9),
        mode: 0o100644,
        bytes: 8,
        snapshot: 9 as SnapshotId,
      },
      wanted: wanted("src/cart.ts", 4),
    },
    {
      kind: "write",
      path: "src/vat.ts" as RelPath,
      disk: { kind: "absent" },
      wanted: wanted("src/vat.ts", 2),
    },
    {
      kind: "chmod",
      path: "run.sh" as RelPath,
      disk: {
        kind: "file",
        hash: wantedHash(2),
        mode: 0o100644,
        bytes: 8,
        snapshot: 2 as SnapshotId,
      },
      wanted: wanted("run.sh", 2),
    },
    {
      kind: "kept_newer",
      path: hostileName as RelPath,
      disk: {
        kind: "file",
        hash: wantedHash(7),
        mode: 0o100644,
        bytes: 8,
        snapshot: 7 as SnapshotId,
      },
    },
    { kind: "refused", path: "src/blocked" as RelPath, why: "directory_in_the_way" },
  ],
};

const gone: StepState = { kind: "absent" };

/** Merged just now: no version has it yet. */
const unsaved: StepState = { ...held(5), snapshot: null };

/** Plan to take back op-1: one action of every kind. */
export const fullUndo: UndoPlan = {
  id: "pl-9a07c3e1",
  kind: "undo",
  inverts: 1,
  unchanged: 3,
  actions: [
    { kind: "chmod", path: "run.sh" as RelPath, from: held(2), to: held(2), merged: false },
    { kind: "write", path: "src/cart.ts" as RelPath, from: held(9), to: held(4), merged: false },
    { kind: "delete", path: "src/new.ts" as RelPath, from: held(7), to: gone, merged: false },
    {
      kind: "kept",
      path: "src/price.ts" as RelPath,
      why: "overlaps",
      overlaps: [{ line: 40, lines: 7 }],
    },
    { kind: "write", path: "src/tax.ts" as RelPath, from: held(5), to: unsaved, merged: true },
    { kind: "write", path: "src/vat.ts" as RelPath, from: gone, to: held(2), merged: false },
    { kind: "refused", path: "src/blocked" as RelPath, why: "directory_in_the_way" },
  ],
};

/** A recorded file as a plan wants it. */
export function wanted(path: string, id: number) {
  return {
    path: path as RelPath,
    snapshot: id as SnapshotId,
    hash: wantedHash(id),
    mode: 0o100644,
    bytes: 10,
  };
}

function held(id: number) {
  return {
    kind: "recorded" as const,
    hash: wantedHash(id),
    bytes: 10,
    mode: 0o100644,
    snapshot: id as SnapshotId,
  };
}

function wantedHash(id: number) {
  return row({ id, path: "x", at: 0 }).hash ?? raise();
}

function raise(): never {
  throw new Error("a row without content");
}
