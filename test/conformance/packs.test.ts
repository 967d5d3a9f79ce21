import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { crc32 } from "node:zlib";
import { type AbsPath, type BlobId, systemCode } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { ObjectStore } from "@unf/core/ports";
import { isLongForm, testSeed } from "../kit/index.ts";
import { createMemoryFs, type MemoryFs } from "../kit/memory-fs.ts";
import {
  breathe,
  contentsOf,
  findLost,
  findWrong,
  hashesOf,
  memoryDisk,
  openStore,
  packAll,
  putAll,
  Random,
  randomChains,
  realDisk,
  toBlob,
} from "./pack-world.ts";

// The promises of the `PackStore` port, over the memory disk and the real one.

const seed = testSeed();
const isLong = isLongForm("UNF_PACKS");

for (const [name, open, rounds] of [
  ["over the memory disk", memoryDisk, isLong ? 6 : 3],
  ["over the real disk", realDisk, 2],
] as const) {
  describe(name, () => {
    test("every content of any history comes back out of a pack, and nothing else does", async () => {
      for (let round = 0; round < rounds; round += 1) {
        using disk = open();
        const random = new Random(seed + round);
        const store = openStore(disk);
        const chains = randomChains(random, 1 + random.below(12), 1 + random.below(90));
        const contents = contentsOf(chains);
        putAll(store, chains);
        const packed = await packAll(store, random.shuffled(chains));
        for (const reader of [store, openStore(disk)]) {
          assert.deepEqual(findLost(reader, contents.values()), [], `seed ${seed}, round ${round}`);
          for (const { hash, bytes } of contents.values()) {
            assert.equal(reader.has(hash, bytes.length), true);
            assert.equal(reader.has(hash, bytes.length + 1), false);
          }
          assert.equal(reader.get(toBlob(`none ${round}`).hash).kind, "missing");
          assert.deepEqual(
            [...reader.checkPacks(true)],
            [{ name: packed, fault: undefined, damaged: [] }],
          );
        }
        const listed = new Set<BlobId>();
        for (let first = 0; first < 256; first += 1) {
          for (const hash of store.list(first.toString(16).padStart(2, "0"))) listed.add(hash);
        }
        assert.deepEqual([...listed].sort(), [...contents.keys()].sort());
        const [facts] = store.packs();
        assert.equal(facts?.entries, contents.size);
        assert.equal(facts.bytes, Number(disk.fs.lstat(packFile(disk.home, packed))?.size));
        assert.equal(disk.fs.lstat(packFile(disk.home, packed))?.mode, 0o100444);
        assert.deepEqual(disk.fs.list(`${disk.home}/packs/tmp` as AbsPath), []);
      }
    });

    test("a rewritten pack has what was kept, and the bytes of the rest are in no file", async () => {
      for (let round = 0; round < rounds; round += 1) {
        using disk = open();
        const random = new Random(seed + 100 + round);
        const store = openStore(disk);
        const chains = randomChains(random, 6, 40);
        const contents = contentsOf(chains);
        const packed = await packAll(store, chains);
        const kept = new Set(
          [...contents.keys()].filter(() => random.chance(round / (rounds - 1))),
        );
        const before = store.packs()[0]?.bytes ?? 0;
        const report = await store.rewritePack(packed, (hash) => kept.has(hash), breathe);
        assert.equal(report.removed, contents.size - kept.size);
        const left = store.packs().reduce((sum, { bytes }) => sum + bytes, 0);
        assert.equal(report.freedBytes, before - left);
        for (const [hash, blob] of contents) {
          assert.deepEqual(findLost(store, [blob]), kept.has(hash) ? [] : [`missing ${hash}`]);
        }
        assert.equal(store.packs().length, kept.size === 0 ? 0 : 1);
        assert.ok([...store.checkPacks(true)].every(({ damaged }) => damaged.length === 0));
      }
    });

    test("merged packs give everything that each of them gave", async () => {
      using disk = open();
      const random = new Random(seed + 200);
      const store = openStore(disk);
      const chains = randomChains(random, 9, 30);
      const names: string[] = [];
      // The second and the third share a chain: what is in both is in the merged one once.
      for (const part of [chains.slice(0, 3), chains.slice(3, 6), chains.slice(5)]) {
        names.push(await packAll(store, part));
      }
      // Nobody knows of the last chains any more.
      const merged = await store.mergePacks(names, () => hashesOf(chains.slice(0, 6)), breathe);
      assert.deepEqual(
        store.packs().map(({ name }) => name),
        [merged?.name],
      );
      assert.deepEqual(merged?.from, names);
      assert.equal(merged.entries, contentsOf(chains).size);
      assert.deepEqual(findLost(store, contentsOf(chains).values()), []);
    });

    test("any version of a large file reads, and reading it expands little more than itself", async () => {
      using disk = open();
      const random = new Random(seed + 300);
      const store = openStore(disk);
      const chain = largeChain(random, 2 ** 20, 24);
      await packAll(store, [chain]);
      assert.deepEqual(findLost(store, chain), []);
      const [facts] = store.packs();
      // As many as begin a chain of their own where every second version did.
      assert.ok((facts?.bytes ?? 0) < 12 * 2 ** 20 * 0.75, `${facts?.bytes} bytes`);
    });
  });
}

/** Bytes that cannot be compressed, with a small edit each time. */
function largeChain(random: Random, size: number, versions: number) {
  let bytes = Buffer.alloc(size);
  for (let at = 0, word = random.below(2 ** 31); at + 4 <= size; at += 4) {
    word = (Math.imul(word, 1_103_515_245) + 12_345) >>> 0;
    bytes.writeUInt32LE(word, at);
  }
  return Array.from({ length: versions }, () => {
    const at = random.below(bytes.length);
    bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from("an edit"), bytes.subarray(at + 3)]);
    return toBlob(bytes);
  });
}

function packFile(home: AbsPath, name: string): AbsPath {
  return `${home}/packs/${name}.pack` as AbsPath;
}

test("the bytes of a removed content are not to be had from what stays", async () => {
  using disk = realDisk();
  const store = openStore(disk);
  const secret = "correct horse battery staple";
  const line = (n: number) => `line ${n} ${"x".repeat(n)}\n`;
  const texts = [
    line(1),
    `${line(1)}${secret}\n`,
    `${line(1)}${secret}\n${line(2)}`,
    line(1) + line(2),
  ];
  const chain = texts.map(toBlob);
  const name = await packAll(store, [chain]);
  const hidden = new Set(chain.slice(1, 3).map(({ hash }) => hash));
  await store.rewritePack(name, (hash) => !hidden.has(hash), breathe);
  const [facts] = store.packs();
  const read = disk.fs.read(packFile(disk.home, facts?.name ?? ""), 2 ** 20);
  assert.ok(read.kind === "content" && !Buffer.from(read.bytes).includes("horse"));
  assert.deepEqual(
    findLost(
      store,
      [chain[0], chain[3]].filter((one) => one !== undefined),
    ),
    [],
  );
});

test("what is taken out while a pack is written is not in that pack, nor in what a crash left", async () => {
  using disk = memoryDisk();
  const store = openStore(disk);
  const chain = largeChain(new Random(seed + 350), 400, 6);
  const hidden = chain[2];
  assert.ok(hidden !== undefined);
  const left = `${disk.home}/packs/tmp/left` as AbsPath;
  let taking: Promise<unknown> | undefined;
  await store.writePack([chain], async () => {
    taking ??= store.rewritePacks((hash) => hash !== hidden.hash, breathe);
    if (disk.fs.lstat(left) === undefined) {
      disk.fs.writeNew(left, hidden.bytes, { mode: 0o600, sync: false });
    }
  });
  await taking;
  assert.deepEqual(findLost(store, chain), [`missing ${hidden.hash}`]);
  assert.equal(disk.fs.lstat(left), undefined);
});

test("packs end where they are full, and what did not fit is not taken", async () => {
  using disk = memoryDisk();
  const store = openStore(disk);
  const random = new Random(seed + 400);
  const chunk = limits.pack.contentBytesMax;
  const full = limits.pack.bytesMax / chunk;
  const chains = Array.from({ length: full + 2 }, () => largeChain(random, chunk, 1));
  let taken = 0;
  const counted = (function* () {
    for (const chain of chains) {
      taken += 1;
      yield chain;
    }
  })();
  const facts = await store.writePack(counted, breathe);
  assert.equal(facts?.entries, full);
  assert.equal(taken, full);
});

test("nothing to pack makes no pack; a pack that is not there has nothing", async () => {
  using disk = memoryDisk();
  const store = openStore(disk);
  assert.equal(await store.writePack([], breathe), undefined);
  assert.equal(await store.writePack([[], []], breathe), undefined);
  assert.deepEqual(store.packs(), []);
  assert.throws(() => store.packedHashes("none"), { code: "store_damaged" });
  assert.equal(await store.salvagePack("none", breathe), undefined);
});

test("a content that zstd would take for a dictionary of its own is packed and read", async () => {
  using disk = memoryDisk();
  const store = openStore(disk);
  const odd = Uint8Array.of(0x37, 0xa4, 0x30, 0xec, ...Buffer.from("not a dictionary, a file"));
  const chain = [toBlob("before it, a file"), toBlob(odd), toBlob("behind it, a file")];
  await packAll(store, [chain]);
  assert.deepEqual(findLost(store, chain), []);
});

/** A home on a memory disk with one pack of random chains, and what it holds. */
async function packedHome(random: Random) {
  const fs = createMemoryFs();
  const disk = { fs, home: "/home" as AbsPath };
  const store = openStore(disk);
  const chains = randomChains(random, 4, 25);
  const name = await packAll(store, chains);
  const path = packFile(disk.home, name);
  const read = fs.read(path, 2 ** 24);
  assert.ok(read.kind === "content");
  fs.chmod(path, 0o644);
  return { fs, disk, chains, name, path, sound: read.bytes, contents: contentsOf(chains) };
}

test("no flipped bit, cut or overwritten part of a pack gives wrong bytes or ends a reader", async () => {
  const random = new Random(seed + 500);
  const { fs, disk, path, sound, contents } = await packedHome(random);
  const rounds = isLong ? 120 : 60;
  let noticed = 0;
  for (let round = 0; round < rounds; round += 1) {
    const torn = Uint8Array.from(sound);
    const at = round % 3 === 0 ? sound.length - 1 - random.below(400) : random.below(sound.length);
    const way = random.below(3);
    if (way === 0) torn[at] = (torn[at] ?? 0) ^ (1 << random.below(8));
    if (way === 1) torn.fill(random.below(256), at, at + random.below(600));
    fs.overwrite(path, way === 2 ? torn.subarray(0, at) : torn);
    const store = openStore(disk);
    assert.deepEqual(findWrong(store, contents.values()), [], `seed ${seed}, round ${round}`);
    for (const { hash, bytes } of contents.values()) store.has(hash, bytes.length);
    for (let first = 0; first < 256; first += 16) store.list(first.toString(16).padStart(2, "0"));
    const checked = [...store.checkPacks(true)];
    const isNoticed = checked.some(
      ({ fault, damaged }) => fault !== undefined || damaged.length > 0,
    );
    const isLost = findLost(store, contents.values()).length > 0;
    assert.ok(isNoticed || !isLost, `what cannot be read is told of: seed ${seed}, round ${round}`);
    if (isNoticed) noticed += 1;
  }
  assert.ok(noticed > rounds * 0.4, `${noticed} noticed`);
});

test("a damaged pack is salvaged: what it still gives stays, and it lies in lost+found", async () => {
  const random = new Random(seed + 600);
  const { fs, disk, name, path, sound, contents } = await packedHome(random);
  for (let round = 0; round < (isLong ? 40 : 16); round += 1) {
    for (const { name: old } of fs.list("/home/packs" as AbsPath) ?? []) {
      if (old.endsWith(".pack")) fs.remove(`/home/packs/${old}` as AbsPath);
    }
    const torn = Uint8Array.from(sound);
    const at = round % 2 === 0 ? sound.length - 1 - random.below(200) : random.below(sound.length);
    torn[at] = (torn[at] ?? 0) ^ (1 << random.below(8));
    fs.writeNew(path, torn, { mode: 0o444, sync: true });
    const damaged = openStore(disk);
    const before = new Set(findLost(damaged, contents.values()));
    const kept = await damaged.salvagePack(name, breathe);
    assert.match(kept ?? "", /lost\+found\/packs\//);
    const after = findLost(openStore(disk), contents.values());
    // An index that was damaged is made anew, so that there is more afterwards, never less.
    const kinds = new Set([...before].map((line) => line.slice(line.indexOf(" "))));
    assert.ok(
      after.every((line) => kinds.has(line.slice(line.indexOf(" ")))),
      `round ${round}`,
    );
    const checked = [...openStore(disk).checkPacks(true)];
    assert.ok(checked.every((one) => one.fault === undefined && one.damaged.length === 0));
  }
});

test("what was made from a damaged content is saved once that stands elsewhere again", async () => {
  const disk = { fs: createMemoryFs(), home: "/home" as AbsPath };
  const store = openStore(disk);
  const chain = largeChain(new Random(seed + 650), 3000, 4);
  const name = await packAll(store, [chain]);
  const path = packFile(disk.home, name);
  const read = disk.fs.read(path, 2 ** 24);
  assert.ok(read.kind === "content");
  read.bytes.fill(0, 1000, 2000);
  disk.fs.overwrite(path, read.bytes);
  assert.equal(findLost(store, chain).length, 4, "all of it hangs on the first");
  const [first] = chain;
  if (first !== undefined) store.put(first);
  await store.salvagePack(name, breathe);
  assert.deepEqual(findLost(store, chain), []);
});

test("a damaged object is read from a pack that has the content, and the other way round", async () => {
  const random = new Random(seed + 700);
  const { fs, disk, path, contents } = await packedHome(random);
  const store = openStore(disk);
  const [blob] = [...contents.values()].filter(({ bytes }) => bytes.length > 3);
  assert.ok(blob !== undefined);
  store.put(blob);
  const object = `/home/objects/${blob.hash.slice(0, 2)}/${blob.hash.slice(2)}` as AbsPath;
  fs.overwrite(object, new Uint8Array(blob.bytes.length));
  assert.deepEqual(findLost(store, [blob]), []);
  store.replace(blob);
  fs.overwrite(path, new Uint8Array(5000));
  assert.deepEqual(findLost(openStore(disk), [blob]), []);
});

test("a pack of a later format is refused, not taken for damaged", async () => {
  const { fs, disk, path, sound, contents } = await packedHome(new Random(seed + 800));
  const later = Uint8Array.from(sound);
  const footer = later.subarray(-60);
  footer[59] = 2;
  const covered = Buffer.concat([footer.subarray(0, 48), footer.subarray(52)]);
  new DataView(footer.buffer, footer.byteOffset).setUint32(48, crc32(covered));
  fs.overwrite(path, later);
  const [blob] = contents.values();
  assert.ok(blob !== undefined);
  assert.throws(() => openStore(disk).get(blob.hash), { code: "newer_store" });
});

test("each flipped bit of the version is damage, and no later format", async () => {
  const { fs, disk, name, path, sound, contents } = await packedHome(new Random(seed + 850));
  for (let bit = 0; bit < 8; bit += 1) {
    const torn = Uint8Array.from(sound);
    torn[torn.length - 1] = (torn[torn.length - 1] ?? 0) ^ (1 << bit);
    fs.overwrite(path, torn);
    const store = openStore(disk);
    assert.equal(findLost(store, contents.values()).length, contents.size, `bit ${bit}`);
    const [checked] = store.checkPacks(false);
    assert.equal(checked?.name, name);
    assert.ok(checked.fault !== undefined, `bit ${bit} is told of`);
  }
});

test("who looks while a pack takes another's place finds everything", async () => {
  const random = new Random(seed + 900);
  const { fs, disk, contents, name } = await packedHome(random);
  let calls = 0;
  let isAt = 0;
  let swap: (() => void) | undefined;
  const watched = {
    ...fs,
    list: (path: AbsPath) => {
      const listed = fs.list(path);
      calls += 1;
      // Between the list and the first look into what it named.
      if (calls === isAt) swap?.();
      return listed;
    },
  };
  const reader = openStore({ fs: watched, home: disk.home });
  const merged = await openStore(disk).rewritePack(name, () => true, breathe);
  assert.equal(merged.removed, 0);
  const other = packFile(disk.home, "other");
  swap = () => fs.rename(packFile(disk.home, name), other);
  isAt = 1;
  assert.deepEqual(findLost(reader, contents.values()), []);
});

/** Everything that changes packs, one after the other; `discarded`: what may be gone afterwards. */
async function work(
  store: ObjectStore,
  chains: ReturnType<typeof randomChains>,
  gone: ReadonlySet<BlobId>,
) {
  const half = chains.length >> 1;
  await packAll(store, chains.slice(0, half));
  await packAll(store, chains.slice(half));
  const names = store.packs().map(({ name }) => name);
  const merged = await store.mergePacks(names, () => hashesOf(chains.slice(1)), breathe);
  await store.rewritePack(merged?.name ?? "", (hash) => !gone.has(hash), breathe);
}

interface Play {
  readonly disk: MemoryFs;
  readonly died: boolean;
}

/** Plays `work` until the call with number `last`, which fails with `code`, as do those behind it with `stays`. */
async function play(
  chains: ReturnType<typeof randomChains>,
  gone: ReadonlySet<BlobId>,
  fault: { readonly last: number; readonly code: string; readonly stays: boolean },
): Promise<Play> {
  let calls = 0;
  let isArmed = false;
  const disk = createMemoryFs({
    before: () => {
      if (!isArmed) return undefined;
      calls += 1;
      return calls === fault.last || (fault.stays && calls > fault.last) ? fault.code : undefined;
    },
  });
  const store = openStore({ fs: disk, home: "/home" as AbsPath });
  putAll(store, chains);
  isArmed = true;
  let died = false;
  try {
    await work(store, chains, gone);
  } catch (thrown) {
    died = true;
    const code = systemCode(thrown) ?? (thrown as { code?: string }).code;
    assert.ok(
      ["EDEAD", "ENOSPC", "EIO", "failed", "store_damaged"].includes(code ?? ""),
      String(thrown),
    );
  }
  isArmed = false;
  return { disk, died: died || calls >= fault.last };
}

for (const [title, code, stays, keeps] of [
  ["killed", "EDEAD", true, [undefined]],
  ["cut off from power", "EDEAD", true, [0, 0.6]],
  ["told that the disk is full, once", "ENOSPC", false, [undefined]],
  ["told of a disk error, once", "EIO", false, [undefined, 0.5]],
] as const) {
  test(`${title} at any call: each content is in a pack or an object`, async () => {
    const random = new Random(seed + 1000);
    const chains = randomChains(random, 3, 5);
    const contents = contentsOf(chains);
    const gone = new Set([...contents.keys()].filter(() => random.chance(0.3)));
    const stays_ = [...contents.values()].filter(({ hash }) => !gone.has(hash));
    let last = 1;
    for (; ; last += isLong ? 1 : 3) {
      const fault = { last, code, stays };
      let isOver = false;
      for (const keep of keeps) {
        const { disk, died } = await play(chains, gone, fault);
        if (keep !== undefined)
          disk.crash(() => random.chance(keep), { tear: (n) => random.below(n + 1) });
        const store = openStore({ fs: disk, home: "/home" as AbsPath });
        const why = `seed ${seed}, call ${last}, keep ${keep}`;
        assert.deepEqual(findLost(store, stays_), [], why);
        assert.deepEqual(findWrong(store, contents.values()), [], why);
        isOver = !died;
        // A write that was interrupted is done the next time, over whatever it left.
        await store.writePack(chains, breathe);
        assert.deepEqual(findLost(store, stays_), [], why);
        assert.deepEqual(disk.list("/home/packs/tmp" as AbsPath), [], why);
      }
      if (isOver) break;
    }
    assert.ok(last > 40, `only ${last} calls`);
  });
}
