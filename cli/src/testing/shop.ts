import type { RelPath, SnapshotId, WallMs } from "@unf/core/base";
import type { Checkpoint, Gap, Operation } from "@unf/core/timeline";
import type { DaemonStatus } from "@unf/protocol";
import type { FakeProject } from "./fake-project.ts";
import { fakeNow } from "./fake-time.ts";
import { row } from "./fake-timeline.ts";

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
      operation({ id: 1, argv: ["restore", "src", "--at", "13:55"], at: before(5), before: 8 }),
      operation({
        id: 2,
        argv: ["restore", "a b.ts"],
        at: before(4),
        state: "abandoned",
        files: 0,
      }),
      operation({ id: 3, kind: "undo", argv: ["undo"], at: before(3), inverts: 1 }),
      operation({ id: 4, argv: ["restore", "--at", "op:1"], at: before(2), state: "partial" }),
    ],
    checkpoints: [
      {
        ...checkpoint({ id: 1, label: "before-refactor", at: before(12), snapshot: 6, files: 2 }),
        message: "the last that worked",
        pinned: true,
      },
      {
        ...checkpoint({ id: 3, label: null, at: before(8), snapshot: 8, files: 4 }),
        message: "all tests pass\nfor once",
        payloadBytes: 4,
      },
      checkpoint({ id: 4, label: "step", at: before(6), snapshot: 8, files: 4 }),
      checkpoint({ id: 5, label: "step", at: before(4), snapshot: 9, files: 4 }),
    ],
    payloads: { 3: Buffer.of(0x7b, 0x7d, 0x00, 0xff) },
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
  store: {
    used_bytes: 51_380_224,
    cap_bytes: 5_368_709_120,
    measured_at: "2026-11-20T13:30:00.000Z",
    level: "good",
    thinning_failed: false,
  },
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

function operation(given: Partial<Operation> & { id: number; at: number }): Operation {
  const { at, ...rest } = given;
  return {
    kind: "restore",
    startedAt: at as WallMs,
    finishedAt: at as WallMs,
    argv: ["restore"],
    before: 9,
    after: 9,
    plan: "pl-5d2c90ab",
    inverts: null,
    state: "done",
    files: 2,
    ...rest,
  };
}

function checkpoint(given: {
  id: number;
  label: string | null;
  at: number;
  snapshot: number;
  files: number;
}): Checkpoint {
  return {
    ...given,
    at: given.at as WallMs,
    snapshot: given.snapshot as SnapshotId,
    message: null,
    payloadBytes: null,
    pinned: false,
  };
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
