import assert from "node:assert/strict";
import { test } from "node:test";
import { canBeDictionary } from "@unf/core/ports";
import { zstd } from "./compression.ts";
import { ZstdFrames } from "./zstd-frames.ts";

const text = (length: number, salt = 0) =>
  Buffer.from(Array.from({ length }, (_, at) => 32 + ((at * 7919 + (at >> 5) * 31 + salt) % 90)));

for (const size of [0, 1, 63, 64, 5000, 300_000]) {
  test(`a content of ${size} bytes comes back, with a dictionary and without`, async () => {
    const bytes = text(size);
    for (const dictionary of [undefined, text(size, 3), text(1), text(2000, 9)]) {
      const frame = await zstd.compress(bytes, dictionary);
      const back = zstd.expand(frame, dictionary, size);
      assert.ok(back !== undefined && Buffer.from(back).equals(bytes));
    }
  });
}

test("frames made one after the other are whole each and tell their size", () => {
  const noise = (size: number) =>
    Buffer.from(
      Array.from({ length: size }, (_, at) => (at * at * 7919 + (at >> 3) * 104_729) & 255),
    );
  const contents = [0, 1, 300, 5000, 40, 131_072, 131_073, 400_000].flatMap((size) => [
    text(size),
    noise(size),
  ]);
  for (const bytes of [...contents, ...contents.toReversed()]) {
    const frame = zstd.compressNow(bytes);
    const back = zstd.expand(frame, undefined, bytes.length);
    assert.ok(back !== undefined && Buffer.from(back).equals(bytes));
    if (bytes.length > 255) assert.equal(zstdFrameSize(frame), bytes.length);
    assert.ok(frame.buffer.byteLength <= 2 * frame.length + 1);
  }
});

test("a frame tells the size of its content, and what is made has no more memory than it needs", async () => {
  for (const size of [300, 20_000, 300_000]) {
    const frame = await zstd.compress(text(size), text(size, 3));
    const told = zstdFrameSize(frame);
    const bytes = zstd.expand(frame, text(size, 3), size);
    assert.equal(told, size);
    for (const made of [frame, bytes]) {
      assert.ok(made !== undefined && made.buffer.byteLength <= 2 * made.length + 1);
    }
  }
});

/** The content's size in the header of a frame without dictionary id (RFC 8878, 3.1.1.1). */
function zstdFrameSize(frame: Uint8Array): number | undefined {
  const view = new DataView(frame.buffer, frame.byteOffset);
  const descriptor = view.getUint8(4);
  const isSingle = (descriptor & 0x20) !== 0;
  const at = isSingle ? 5 : 6;
  switch (descriptor >> 6) {
    case 0:
      return isSingle ? view.getUint8(at) : undefined;
    case 1:
      return view.getUint16(at, true) + 256;
    default:
      return view.getUint32(at, true);
  }
}

test("an edit of a large content costs next to nothing, also behind two MiB", async () => {
  const before = Buffer.alloc(3 * 2 ** 20);
  for (let at = 0, seed = 1; at < before.length; at += 4) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    before.writeUInt32LE(seed, at);
  }
  const after = Buffer.concat([
    before.subarray(0, 2_500_000),
    text(20),
    before.subarray(2_500_000),
  ]);
  const frame = await zstd.compress(after, before);
  assert.ok(frame.length < 4096, `${frame.length} bytes`);
  assert.ok(Buffer.from(zstd.expand(frame, before, after.length) ?? []).equals(after));
});

test("what is cut short, changed, of another size or dictionary is never given back as the content", async () => {
  const dictionary = text(4000, 5);
  const bytes = Buffer.concat([text(2000, 5), Buffer.from("an edit"), text(2000)]);
  const frame = await zstd.compress(bytes, dictionary);
  const isWhole = (back: Uint8Array | undefined) =>
    back !== undefined && Buffer.from(back).equals(bytes);
  assert.equal(zstd.expand(frame, dictionary, bytes.length - 1), undefined);
  assert.equal(zstd.expand(frame, dictionary, bytes.length + 1), undefined);
  assert.equal(zstd.expand(new Uint8Array(0), dictionary, bytes.length), undefined);
  assert.equal(zstd.expand(text(500), dictionary, bytes.length), undefined);
  assert.ok(!isWhole(zstd.expand(frame, undefined, bytes.length)));
  assert.ok(!isWhole(zstd.expand(frame, text(4000, 6), bytes.length)));
  for (let length = 0; length < frame.length; length += 1) {
    assert.ok(!isWhole(zstd.expand(frame.subarray(0, length), dictionary, bytes.length)));
  }
  for (let at = 0; at < frame.length; at += 1) {
    const torn = Uint8Array.from(frame);
    torn[at] = (torn[at] ?? 0) ^ 16;
    // Its digest tells; here it only must not end the program or take memory without bound.
    zstd.expand(torn, dictionary, bytes.length);
  }
});

test("what zstd would take for a dictionary of its own is not used as one", () => {
  assert.equal(canBeDictionary(Uint8Array.of(0x37, 0xa4, 0x30, 0xec, 1, 2, 3, 4)), false);
  assert.equal(canBeDictionary(text(7)), false);
  assert.equal(canBeDictionary(text(8)), true);
});

test("a call of the compressor that fails gives no frame, not that of the call before", () => {
  const state = new Uint32Array(2);
  let fails = false;
  const writeSync = (...[, , , , , , room]: readonly unknown[]) => {
    if (!fails) state.set([Number(room) - 9, 0]);
  };
  const createZstdCompress = () => ({ _handle: { writeSync }, _writeState: state });
  const constants = { ZSTD_c_compressionLevel: 100, ZSTD_e_end: 2 };
  const frames = new ZstdFrames({ constants, createZstdCompress } as never, 3);
  assert.equal(frames.compress(text(100))?.length, 9);
  fails = true;
  assert.equal(frames.compress(text(100)), undefined);
});
