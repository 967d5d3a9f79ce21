import assert from "node:assert/strict";
import { chmodSync, copyFileSync, existsSync, lstatSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { BlobId, WallMs } from "@unf/core/base";
import { readIdentity } from "../file/identity.ts";
import { always, identity, openScratch, recording } from "../testing/scratch.ts";
import { openTimeline, openTimelineReader } from "./open.ts";

const nothing = { inbox: [], restats: [], settlements: [] };

test("an identity survives the timeline, with a root that is not UTF-8 and 64-bit numbers", () => {
  using scratch = openScratch();
  const create = {
    ...identity,
    root: "/home/\udcff/p" as typeof identity.root,
    dev: 2n ** 64n - 1n,
    ino: 2n ** 63n,
    createdAt: 1_700_000_000_123 as WallMs,
  };
  openTimeline(scratch.path, always, { create })[Symbol.dispose]();
  using reader = openTimelineReader(scratch.path);
  assert.deepEqual(readIdentity(reader), create);
});

test("opening an existing timeline to create it changes nothing", () => {
  using scratch = openScratch();
  openTimeline(scratch.path, always, { create: identity })[Symbol.dispose]();
  const create = { ...identity, dev: 99n };
  using again = openTimeline(scratch.path, always, { create });
  assert.deepEqual(readIdentity(again), identity);
});

test("a timeline without an identity is damaged", () => {
  using scratch = openScratch();
  using timeline = openTimeline(scratch.path, always, { create: identity });
  timeline.setMeta("ino", "-1");
  assert.throws(() => readIdentity(timeline), { code: "store_damaged" });
});

test("a reader sees what is committed while it is open, and cannot write", () => {
  using scratch = openScratch();
  using timeline = openTimeline(scratch.path, always, { create: identity });
  using reader = openTimelineReader(scratch.path);
  assert.equal(reader.facts().snapshots, 0);
  timeline.commit({ ...nothing, recordings: [recording("a")] });
  assert.equal(reader.facts().snapshots, 1);
});

test("relax gives the pages of drained contents back to the disk", () => {
  using scratch = openScratch();
  using timeline = openTimeline(scratch.path, always, { create: identity });
  const hashes = Array.from({ length: 40 }, (_, i) => i.toString(16).padStart(64, "0") as BlobId);
  const inbox = hashes.map((hash) => ({ hash, bytes: new Uint8Array(50_000).fill(1) }));
  timeline.commit({ ...nothing, inbox, recordings: [recording("a")] });
  timeline.dropFromInbox(hashes);
  const before = timeline.facts().timelineBytes;
  timeline.relax();
  const after = timeline.facts().timelineBytes;
  assert.ok(before > 2_000_000 && after < 300_000, `${before} -> ${after}`);
  assert.equal(timeline.facts().snapshots, 1);
});

test("using a timeline after it was closed is a bug that says so", () => {
  using scratch = openScratch();
  const timeline = openTimeline(scratch.path, always, { create: identity });
  timeline[Symbol.dispose]();
  timeline[Symbol.dispose]();
  assert.throws(() => timeline.facts(), /used after it was closed/);
});

const unix = { skip: process.platform === "win32" ? "needs Unix permissions" : false };

test("a timeline in a directory that cannot be written is read all the same", unix, () => {
  using scratch = openScratch();
  const recordings = [recording("a")];
  {
    using timeline = openTimeline(scratch.path, always, { create: identity });
    timeline.commit({ ...nothing, recordings });
    assert.equal(readWithoutWriting(scratch), 1, "in use");
    timeline.commit({ ...nothing, recordings });
    // A crash leaves rows that are only in the -wal, and no -shm.
    using crashed = openScratch();
    for (const end of ["", "-wal"]) copyFileSync(`${scratch.path}${end}`, `${crashed.path}${end}`);
    assert.equal(readWithoutWriting(crashed), 2, "after a crash");
  }
  assert.equal(readWithoutWriting(scratch), 2, "closed");
});

/** Rows a reader finds who may write neither the directory nor a file in it. */
function readWithoutWriting({ directory, path }: ReturnType<typeof openScratch>): number {
  const names = readdirSync(directory);
  for (const name of names) chmodSync(join(directory, name), 0o444);
  chmodSync(directory, 0o555);
  try {
    using reader = asNobody(() => openTimelineReader(path));
    assert.ok(openCopies().every((copy) => copy.endsWith(" (deleted)")));
    return [...reader.find({ within: [], interim: true, order: "newest" })].length;
  } finally {
    chmodSync(directory, 0o700);
    assert.deepEqual(readdirSync(directory), names);
    for (const name of names) chmodSync(join(directory, name), 0o600);
  }
}

/** Root may write anywhere, so it must become someone else for this. */
function asNobody<T>(work: () => T): T {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}

/** The files of copies made for reading that this process has open. */
function openCopies(): string[] {
  const open = "/proc/self/fd";
  if (!existsSync(open)) return [];
  return readdirSync(open)
    .filter((fd) => lstatSync(join(open, fd), { throwIfNoEntry: false }) !== undefined)
    .map((fd) => readlinkSync(join(open, fd)))
    .filter((target) => target.includes("/unf-read-"));
}
