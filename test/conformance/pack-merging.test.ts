import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32 } from "node:zlib";
import type { AbsPath, Blob } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { zstd } from "@unf/system/compression";
import { digest } from "@unf/system/digest";
import { testSeed } from "../kit/index.ts";
import { createMemoryFs } from "../kit/memory-fs.ts";
import {
  breathe,
  contentsOf,
  findLost,
  hashesOf,
  memoryDisk,
  openStore,
  packAll,
  Random,
  toBlob,
} from "./pack-world.ts";

// Packs that become one, many packs beside each other, and what earlier programs wrote.

const seed = testSeed();

function pathOf(name: string): AbsPath {
  return `/home/packs/${name}.pack` as AbsPath;
}

/** Versions of one file, each with a line more than the one before. */
function versions(random: Random, count: number, lines = 200): Blob[] {
  const text = Array.from({ length: lines }, () => `${random.below(1e9)} ${random.below(1e9)}`);
  return Array.from({ length: count }, (_, version) =>
    toBlob([...text, `version ${version}`, ...text.slice(0, version)].join("\n")),
  );
}

/** The cost of reading each content of a pack: how many contents must be expanded, and their bytes. */
function readPaths(pack: Uint8Array): { depth: number; bytes: number }[] {
  const view = new DataView(pack.buffer, pack.byteOffset, pack.byteLength);
  const at = (offset: number) => view.getUint32(offset, true);
  const [count, index] = [at(pack.length - 60), at(pack.length - 56)];
  return Array.from({ length: count }, (_, n) => {
    let [depth, bytes] = [0, 0];
    for (let offset = at(index + 40 * n + 32); offset !== 0; offset = at(offset + 8)) {
      depth += 1;
      bytes += at(offset + 4);
    }
    return { depth, bytes };
  });
}

test("packs of ten days become one that is as small as if all had been packed at once", async () => {
  const random = new Random(seed);
  const chains = Array.from({ length: 8 }, () => versions(random, 50));
  using whole = memoryDisk();
  const atOnce = await openStore(whole).writePack(chains, breathe);
  using disk = memoryDisk();
  const store = openStore(disk);
  for (let day = 0; day < 10; day += 1) {
    await packAll(
      store,
      chains.map((chain) => chain.slice(5 * day, 5 * day + 5)),
    );
  }
  const before = store.packs().reduce((sum, { bytes }) => sum + bytes, 0);
  const names = store.packs().map(({ name }) => name);
  const merged = await store.mergePacks(names, () => hashesOf(chains), breathe);
  assert.ok(merged !== undefined && atOnce !== undefined);
  assert.equal(merged.bytes, atOnce.bytes);
  assert.ok(merged.bytes < before / 3, `${merged.bytes} of ${before}`);
  assert.deepEqual(findLost(store, contentsOf(chains).values()), []);
});

test("a merged pack keeps to the bounds of reading, whatever of it a chain names", async () => {
  const disk = { fs: createMemoryFs(), home: "/home" as AbsPath };
  const store = openStore(disk);
  const random = new Random(seed + 1);
  const chains = [versions(random, 90, 20), versions(random, 90, 3000)];
  for (const from of [0, 30, 60]) {
    await packAll(
      store,
      chains.map((chain) => chain.slice(from, from + 30)),
    );
  }
  const names = store.packs().map(({ name }) => name);
  // Of every third content the rows are gone.
  const known = hashesOf(chains).map((chain) => chain.filter((_, at) => at % 3 !== 0));
  const merged = await store.mergePacks(names, () => known, breathe);
  const read = disk.fs.read(pathOf(merged?.name ?? ""), 2 ** 26);
  assert.ok(read.kind === "content");
  const paths = readPaths(read.bytes);
  assert.equal(paths.length, 180);
  assert.ok(Math.max(...paths.map(({ depth }) => depth)) <= limits.pack.depthMax);
  assert.ok(Math.max(...paths.map(({ bytes }) => bytes)) <= limits.pack.pathBytesMax);
  assert.deepEqual(findLost(store, contentsOf(chains).values()), []);
});

for (const [part, from] of [
  ["an entry", 30],
  ["the index", -100],
] as const) {
  test(`a pack of which ${part} is damaged is left out of the merge, and stays`, async () => {
    const disk = { fs: createMemoryFs(), home: "/home" as AbsPath };
    const store = openStore(disk);
    const random = new Random(seed + 2);
    const chains = Array.from({ length: 3 }, () => versions(random, 4));
    const names: string[] = [];
    for (const chain of chains) names.push(await packAll(store, [chain]));
    const [, torn = ""] = names;
    const read = disk.fs.read(pathOf(torn), 2 ** 20);
    assert.ok(read.kind === "content");
    const { bytes } = read;
    bytes.fill(
      7,
      (from + bytes.length) % bytes.length,
      ((from + bytes.length) % bytes.length) + 20,
    );
    disk.fs.overwrite(pathOf(torn), bytes);
    const others = names.filter((name) => name !== torn);
    const merged = await store.mergePacks(names, () => hashesOf(chains), breathe);
    assert.deepEqual(merged?.from, others);
    assert.deepEqual(
      names.map((name) => disk.fs.lstat(pathOf(name)) !== undefined),
      [false, true, false],
    );
    assert.deepEqual(findLost(store, [...(chains[0] ?? []), ...(chains[2] ?? [])]), []);
    assert.equal(await store.mergePacks([torn, merged.name], () => [], breathe), undefined);
    assert.deepEqual(disk.fs.list("/home/packs/tmp" as AbsPath), []);
  });
}

test("a content that was damaged before is named when its pack cannot be written anew", async () => {
  const disk = { fs: createMemoryFs(), home: "/home" as AbsPath };
  const store = openStore(disk);
  const [one, two] = [toBlob("one ".repeat(9)), toBlob("two ".repeat(9))];
  const name = await packAll(store, [[one], [two]]);
  const read = disk.fs.read(pathOf(name), 2 ** 20);
  assert.ok(read.kind === "content");
  read.bytes.fill(7, 26, 30);
  disk.fs.overwrite(pathOf(name), read.bytes);
  const rewriting = openStore(disk).rewritePack(name, (hash) => hash !== two.hash, breathe);
  await assert.rejects(rewriting, { code: "store_damaged" });
  assert.deepEqual(findLost(store, [two]), [], "the old one stays");
});

test("however many packs there are, a look for what is in none of them reads nothing", async () => {
  const calls: string[] = [];
  const fs = createMemoryFs({ before: (call) => void calls.push(call) });
  const store = openStore({ fs, home: "/home" as AbsPath });
  const blobs = Array.from({ length: 40 }, (_, n) => toBlob(`content ${n}`));
  for (const blob of blobs) await packAll(store, [[blob]]);
  const perLook = Array.from({ length: 300 }, (_, n) => {
    calls.length = 0;
    assert.equal(store.has(toBlob(`other ${n}`).hash, 7), false);
    return calls.length;
  });
  // An index is kept after the other, so that no look waits for all of them.
  const most = 64 + 40;
  assert.ok(Math.max(...perLook.slice(most - 40)) <= 45, `${perLook}`);
  assert.deepEqual(new Set(perLook.slice(most)), new Set([3]));
  assert.deepEqual(findLost(store, blobs), []);
  // And a pack that comes or goes is seen at once.
  const late = toBlob("late");
  const name = await packAll(openStore({ fs, home: "/home" as AbsPath }), [[late]]);
  assert.equal(store.has(late.hash, 4), true);
  fs.remove(pathOf(name));
  assert.equal(store.has(late.hash, 4), false);
});

/** A pack whose contents are each made from the one before where `isChain` says so. */
async function encodePack(contents: readonly Blob[], isChain: (at: number) => boolean) {
  const begin = Buffer.from([0x75, 0x6e, 0x66, 0x70, 0x61, 0x63, 0x6b, 1]);
  const parts = [begin];
  let offset = begin.length;
  let before = 0;
  const records: Buffer[] = [];
  for (const [at, { hash, bytes }] of contents.entries()) {
    const base = isChain(at) ? contents[at - 1]?.bytes : undefined;
    const frame = await zstd.compress(bytes, base);
    parts.push(Buffer.concat([numbers(frame.length, bytes.length, base ? before : 0), frame]));
    records.push(Buffer.concat([Buffer.from(hash, "hex"), numbers(offset, bytes.length)]));
    before = offset;
    offset += 12 + frame.length;
  }
  const index = Buffer.concat(records.sort(Buffer.compare));
  const sum = contents.reduce((all, { bytes }) => all + bytes.length, 0);
  const facts = [numbers(contents.length, offset, sum, 0), Buffer.from(digest(index), "hex")];
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(Buffer.concat([...facts, begin])));
  return Buffer.concat([...parts, index, ...facts, check, begin]);
}

function numbers(...some: readonly number[]): Buffer {
  return Buffer.from(Uint32Array.from(some).buffer);
}

test("a pack with the bounds of earlier programs is read", async () => {
  const disk = { fs: createMemoryFs(), home: "/home" as AbsPath };
  const random = new Random(seed + 3);
  const bytes = Buffer.alloc(4 * 2 ** 20);
  for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32LE(random.below(2 ** 32), at);
  // 32 contents with together 3.5 MiB, and one of 4 MiB.
  const contents = Array.from({ length: 32 }, (_, n) => {
    bytes[n] = n;
    return toBlob(bytes.subarray(0, 112 * 1024));
  });
  contents.push(toBlob(bytes));
  disk.fs.makeDirectory("/home/packs" as AbsPath, 0o700);
  const pack = await encodePack(contents, (at) => at > 0 && at < 32);
  disk.fs.writeNew(pathOf("former"), pack, { mode: 0o444, sync: true });
  assert.deepEqual(findLost(openStore(disk), contents), []);
});
