import assert from "node:assert/strict";
import { test } from "node:test";
import { decodePath, encodePath } from "@unf/core/base";
import fc from "fast-check";
import { parseEvents } from "./parse-events.ts";

interface Event {
  readonly watch: number;
  readonly mask: number;
  readonly name: string;
}

/** The bytes a little-endian kernel would write: names padded with NUL to a multiple of 16. */
function kernelBytes(events: readonly Event[]): Buffer {
  return Buffer.concat(
    events.map(({ watch, mask, name }) => {
      const bytes = encodePath(name);
      const padded = bytes.length === 0 ? 0 : Math.ceil((bytes.length + 1) / 16) * 16;
      const event = Buffer.alloc(16 + padded);
      event.writeInt32LE(watch, 0);
      event.writeUInt32LE(mask, 4);
      event.writeUInt32LE(7, 8);
      event.writeUInt32LE(padded, 12);
      event.set(bytes, 16);
      return event;
    }),
  );
}

function parsed(bytes: Buffer, length = bytes.length): Event[] {
  const events: Event[] = [];
  parseEvents(bytes, length, (watch, mask, name) => events.push({ watch, mask, name }));
  return events;
}

const names = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.uint8Array({ min: 1, maxLength: 40 }).map(decodePath),
  fc.constantFrom("\udcff", "a\udc80b", "\ufffd", "\ufeff", "n\n'\"", "x".repeat(255)),
);

test("events come out as the kernel wrote them, whatever the names", () => {
  const event = fc.record(
    {
      watch: fc.integer({ min: -1, max: 2 ** 31 - 1 }),
      mask: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      name: names.filter((name) => !name.includes("\0")),
    },
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 8 }), (events) => {
      assert.deepEqual(parsed(kernelBytes(events)), events);
    }),
    { numRuns: 200 },
  );
});

test("what lies behind the bytes that were read is not looked at", () => {
  const first = { watch: 1, mask: 2, name: "a" };
  const bytes = kernelBytes([first, { watch: 9, mask: 9, name: "stale" }]);
  assert.deepEqual(parsed(bytes, 32), [first]);
});

test("a name without room for a closing NUL ends with its event", () => {
  const bytes = kernelBytes([
    { watch: 1, mask: 2, name: "x".repeat(15) },
    { watch: 2, mask: 2, name: "y" },
  ]);
  bytes[31] = "x".charCodeAt(0);
  assert.deepEqual(
    parsed(bytes).map(({ name }) => name),
    ["x".repeat(16), "y"],
  );
});
