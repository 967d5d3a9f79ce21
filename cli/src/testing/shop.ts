import type { Gap, RelPath, RestorePlan, SnapshotId, WallMs } from "@unf/core";
import type { DaemonStatus } from "@unf/protocol";
import { row } from "./fake-timeline.ts";
import { type FakeProject, fakeNow } from "./fake-world.ts";

const minute = 60_000;
const before = (minutes: number): number => fakeNow - minutes * minute;

/** A bidirectional override and an escape sequence: what no terminal may be sent. */
export const hostileName = "src/\u202egnp.\x1b[31mevil.ts";

/** A name that is not UTF-8, as the program holds it. */
const rawName = "src/caf\udce9.ts";

/** A project with one of everything that a listing can show. */
export const shop: FakeProject = {
  root: "/home/a/src/shop",
  history: {
    rows: [
      row({ id: 1, path: "src/cart.ts", at: before(90), event: "create", cause: "baseline" }),
      row({ id: 2, path: "src/vat.ts", at: before(90), event: "create", cause: "baseline" }),
      row({ id: 3, path: "src/cart.ts", at: before(40), settled: false }),
      row({ id: 4, path: "src/cart.ts", at: before(40) + 100 }),
      row({
        id: 5,
        path: "src/tax.ts",
        at: before(39),
        event: "rename",
        renamedFrom: "src/vat.ts" as RelPath,
        evidence: "inode",
        counts: { lines: 3, added: 0, removed: 0, exact: true },
      }),
      row({
        id: 6,
        path: "src/vat.ts",
        at: before(39),
        event: "delete",
        hash: null,
        bytes: 0,
        mode: 0,
        cause: "renamed",
        counts: { lines: 0, added: 0, removed: 3, exact: true },
      }),
      row({ id: 7, path: hostileName, at: before(10), event: "create" }),
      row({
        id: 8,
        path: rawName,
        at: before(9),
        event: "create",
        counts: { lines: 9, added: 9, removed: 0, exact: false },
      }),
      row({ id: 9, path: "src/cart.ts", at: before(5), cause: "operation", operation: 1 }),
    ],
    gaps: [gap({ id: 1, from: before(30), to: before(23) })],
    bursts: [
      {
        id: 3,
        before: 6 as SnapshotId,
        from: before(11) as WallMs,
        to: before(10) as WallMs,
        changed: 1240,
        deleted: 12,
      },
    ],
    operations: [
      {
        id: 1,
        kind: "restore",
        startedAt: before(5) as WallMs,
        finishedAt: before(5) as WallMs,
        argv: ["restore", "src"],
        before: 8,
        plan: "{}",
        outcome: "done",
      },
    ],
  },
  contents: {
    1: "one\ntwo\n",
    4: "one\nTWO words\nthree\n",
    9: "one\nTWO words\nfour\n",
  },
};

/** A second project, for listings of several. */
export const api: FakeProject = {
  root: "/home/a/src/api",
  history: { rows: [row({ id: 1, path: "main.go", at: before(7), event: "create" })] },
};

/** A daemon that knows both projects. */
export const daemonStatus: DaemonStatus = {
  pid: 4121,
  version: "0.1.0",
  started_at: "2026-11-17T11:32:07.000Z",
  uptime_ms: 266_400_000,
  rss_bytes: 74_448_896,
  cpu: 0.002,
  safe_mode: false,
  projects: [
    {
      id: "0000000000000001",
      root: "/home/a/src/shop",
      state: "watching",
      reason: null,
      backend: "inotify",
      backend_reason: "the default on Linux",
      directories: 214,
      files: 3,
      versions: 9,
      bytes: 90,
      last_event_at: "2026-11-20T13:27:07.000Z",
      pending: 0,
      open_gaps: 0,
      stopped_since: null,
    },
    {
      id: "0000000000000002",
      root: "/home/a/src/api",
      state: "missing",
      reason: "the directory was deleted",
      backend: "inotify",
      backend_reason: "the default on Linux",
      directories: 0,
      files: 0,
      versions: 1,
      bytes: 10,
      last_event_at: null,
      pending: 0,
      open_gaps: 1,
      stopped_since: null,
    },
  ],
};

/** A plan with one action of every kind. */
export const fullPlan: Omit<RestorePlan, "request"> = {
  id: "pl-5d2c90ab",
  unchanged: 12,
  actions: [
    {
      kind: "write",
      path: "src/cart.ts" as RelPath,
      disk: { kind: "file", hash: wantedHash(9), mode: 0o100644, snapshot: 9 as SnapshotId },
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
      disk: { kind: "file", hash: wantedHash(2), mode: 0o100644, snapshot: 2 as SnapshotId },
      wanted: wanted("run.sh", 2),
    },
    {
      kind: "kept_newer",
      path: hostileName as RelPath,
      disk: { kind: "file", hash: wantedHash(7), mode: 0o100644, snapshot: 7 as SnapshotId },
    },
    { kind: "refused", path: "src/blocked" as RelPath, why: "directory_in_the_way" },
  ],
};

function wanted(path: string, id: number) {
  return {
    path: path as RelPath,
    snapshot: id as SnapshotId,
    hash: wantedHash(id),
    mode: 0o100644,
    bytes: 10,
  };
}

function wantedHash(id: number) {
  return row({ id, path: "x", at: 0 }).hash ?? raise();
}

function raise(): never {
  throw new Error("a row without content");
}

function gap(given: { id: number; from: number; to: number }): Gap {
  return {
    id: given.id,
    from: given.from as WallMs,
    to: given.to as WallMs,
    reason: "daemon_away",
    closedAt: given.to as WallMs,
    closedBy: "sweep",
    pathsDiffered: 2,
  };
}
