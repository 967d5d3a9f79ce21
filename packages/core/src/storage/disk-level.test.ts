import assert from "node:assert/strict";
import { test } from "node:test";
import { limits } from "../config/limits.ts";
import {
  type DiskLevel,
  type DiskRoom,
  decideDiskLevel,
  hasRoomForBallast,
  isShortOfInodes,
  planDiskMarks,
} from "./disk-level.ts";

const MiB = 1024 * 1024;
const marks = planDiskMarks(64 * MiB);

function room(freeMiB: number, inodes: Partial<DiskRoom> = {}): DiskRoom {
  return { freeBytes: freeMiB * MiB, freeInodes: 1e6, inodes: 1e7, ...inodes };
}

/** Levels decided one after the other, each with the one before in mind. */
function levels(...rooms: readonly DiskRoom[]): DiskLevel[] {
  let before: DiskLevel = "good";
  return rooms.map((one) => {
    before = decideDiskLevel(one, marks, before);
    return before;
  });
}

test("recording stops below the mark and begins again only well above it", () => {
  assert.deepEqual(
    levels(room(2000), room(1023), room(64), room(63), room(64), room(143), room(144), room(1024)),
    ["good", "low", "low", "short", "short", "short", "low", "good"],
  );
});

test("giving the ballast back is never room enough to go on", () => {
  for (const minFree of [limits.disk.shortBytesMin, MiB, 64 * MiB, limits.disk.shortBytesMax]) {
    const own = planDiskMarks(minFree);
    const released = { ...room(0), freeBytes: minFree - 1 + limits.disk.ballastBytes };
    assert.equal(decideDiskLevel(released, own, "short"), "short");
  }
});

test("making the ballast never stops recording", () => {
  const enough = { ...room(0), freeBytes: marks.enoughBytes };
  assert.equal(hasRoomForBallast(enough, marks), true);
  assert.equal(hasRoomForBallast({ ...enough, freeBytes: marks.enoughBytes - 1 }, marks), false);
  const left = { ...enough, freeBytes: enough.freeBytes - limits.disk.ballastBytes };
  assert.equal(decideDiskLevel(left, marks, "good"), "low");
});

test("inodes count like bytes, and not where they are made as they are needed", () => {
  const large = { inodes: 1e7 };
  assert.deepEqual(
    levels(
      room(5000, { ...large, freeInodes: 8191 }),
      room(5000, { ...large, freeInodes: 1023 }),
      room(5000, { ...large, freeInodes: 2047 }),
      room(5000, { ...large, freeInodes: 2048 }),
    ),
    ["low", "short", "short", "low"],
  );
  assert.deepEqual(levels(room(5000, { inodes: 0, freeInodes: 0 })), ["good"]);
  assert.equal(isShortOfInodes(room(5000, { ...large, freeInodes: 10 })), true);
  assert.equal(isShortOfInodes(room(10)), false);
});

test("a small file system with few inodes can be used", () => {
  assert.deepEqual(
    levels(
      room(5000, { inodes: 800, freeInodes: 700 }),
      room(5000, { inodes: 800, freeInodes: 79 }),
      room(5000, { inodes: 800, freeInodes: 15 }),
    ),
    ["good", "low", "short"],
  );
});
