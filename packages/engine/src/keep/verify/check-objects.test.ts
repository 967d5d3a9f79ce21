import assert from "node:assert/strict";
import { test } from "node:test";
import { type BlobId, finish } from "@unf/core/base";
import type { TimelineCheck } from "@unf/core/ports";
import { checkObjects } from "./check-objects.ts";

const hash = (digit: string) => digit.repeat(64) as BlobId;
/** Stands in for BLAKE3: the bytes are the digit of their digest. */
const digest = (bytes: Uint8Array) => hash(Buffer.from(bytes).toString());

interface World {
  /** Digit → what stands there: its own digit when it is sound. */
  readonly objects?: Readonly<Record<string, string>>;
  readonly referred?: readonly string[];
  /** Digits of what the trash has. */
  readonly trash?: readonly string[];
  /** Digit → bytes in the inbox. */
  readonly inbox?: Readonly<Record<string, string>>;
  /** Called before each look into the inbox. */
  readonly onInbox?: (objects: Record<string, string>) => void;
}

function check(world: World, readData = true) {
  const objects: Record<string, string> = { ...world.objects };
  const timeline = {
    contents: (digits: string) =>
      (world.referred ?? [])
        .filter((digit) => digits === digit + digit)
        .map((digit) => ({ hash: hash(digit), bytes: 1 })),
    inboxed: (of: BlobId) => {
      world.onInbox?.(objects);
      const text = world.inbox?.[of[0] ?? ""];
      return text === undefined ? undefined : Buffer.from(text);
    },
  } as Pick<TimelineCheck, "contents" | "inboxed"> as TimelineCheck;
  const { faults, ...counts } = finish(
    checkObjects({
      store: {
        has: (of) => objects[of[0] ?? ""]?.length === 1,
        get: (of) => {
          const [digit = ""] = of;
          const bytes = Buffer.from(objects[digit] ?? "");
          if (digest(bytes) === of) return { kind: "found", bytes };
          if (world.trash?.includes(digit) === true) {
            return { kind: "found", bytes: Buffer.from(digit), isTrashed: true };
          }
          return { kind: objects[digit] === undefined ? "missing" : "damaged" };
        },
        listFiles: () => [],
        list: (digits) =>
          Object.keys(objects)
            .filter((digit) => digits === digit + digit)
            .map(hash),
      },
      digest,
      timelines: [timeline],
      readData,
      onProgress: () => undefined,
    }),
  );
  return { ...counts, faults: faults.map((one) => `${one.fault} ${one.hash[0]}`) };
}

test("each object that is not what rows refer to is a fault; others are counted", () => {
  const world = { objects: { a: "a", b: "x", c: "", e: "e" }, referred: ["a", "b", "c", "d"] };
  assert.deepEqual(check(world), {
    objects: 4,
    unreferenced: 1,
    faults: ["damaged b", "damaged c", "missing d"],
  });
  assert.deepEqual(check(world, false).faults, ["damaged c", "missing d"]);
});

test("a damaged object that nobody refers to is found only when it is read", () => {
  assert.deepEqual(check({ objects: { e: "x" } }).faults, ["damaged e"]);
  assert.deepEqual(check({ objects: { e: "x" } }, false).faults, []);
});

test("a content that is on its way through an inbox is no fault, a torn copy of it is none", () => {
  assert.deepEqual(check({ referred: ["a"], inbox: { a: "a" } }).faults, []);
  assert.deepEqual(check({ referred: ["a"], inbox: { a: "x" } }).faults, ["missing a"]);
});

test("a content that left the inbox between the two looks is no fault", () => {
  const onInbox = (objects: Record<string, string>) => {
    objects.a = "a";
  };
  assert.deepEqual(check({ referred: ["a"], onInbox }).faults, []);
});

test("a content that lies only in the trash is missing, one that nobody refers to is no fault there", () => {
  assert.deepEqual(check({ referred: ["a"], trash: ["a", "b"] }).faults, ["missing a"]);
  assert.deepEqual(check({ objects: { b: "x" }, trash: ["b"] }).faults, ["damaged b"]);
});
