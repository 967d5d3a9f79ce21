import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { AbsPath, Blob } from "@unf/core/base";
import type { Clock, FileSystem, ObjectStore } from "@unf/core/ports";
import { Contents, forgetContents } from "@unf/engine";
import { testSeed } from "../kit/index.ts";
import { systemError } from "../kit/memory-disk.ts";
import { createMemoryFs, type MemoryFs } from "../kit/memory-fs.ts";
import {
  breathe,
  findLost,
  findWrong,
  memoryDisk,
  openStore,
  Random,
  randomChains,
  realDisk,
  toBlob,
} from "./pack-world.ts";

// The promises of the `FreshStore` port: contents that go into packs as they come.

const seed = testSeed();
const home = "/home" as AbsPath;

/** A disk on which the home stands since long ago. */
function durableHome(before?: () => string | undefined): MemoryFs {
  const disk = createMemoryFs(before === undefined ? {} : { before });
  disk.makeDirectory(home, 0o700);
  disk.syncAll(home);
  return disk;
}

/** Texts and noise, the largest of which does not fit into what is gathered before it is written. */
function blobs(random: Random): Blob[] {
  const noise = Uint8Array.from({ length: 400_000 }, () => random.below(256));
  return [...randomChains(random, 4, 12).flat(), toBlob(""), toBlob(noise)];
}

for (const [name, open] of [
  ["over the memory disk", memoryDisk],
  ["over the real disk", realDisk],
] as const) {
  describe(name, () => {
    test("what is put is read at once, and by others once it is durable", async () => {
      for (const way of ["syncFresh", "flushFresh"] as const) {
        using disk = open();
        const store = openStore(disk);
        const contents = blobs(new Random(seed));
        for (const blob of contents) {
          store.putFresh(blob);
          assert.equal(store.has(blob.hash, blob.bytes.length), true);
          assert.equal(store.has(blob.hash, blob.bytes.length + 1), false);
        }
        assert.deepEqual(findLost(store, contents), []);
        assert.equal(openStore(disk).get(contents[0]?.hash ?? toBlob("").hash).kind, "missing");
        await store[way]();
        for (const reader of [store, openStore(disk)]) {
          assert.deepEqual(findLost(reader, contents), []);
          assert.deepEqual(
            [...reader.checkPacks(true)].map(({ fault, damaged }) => ({ fault, damaged })),
            [{ fault: undefined, damaged: [] }],
          );
        }
        const [facts] = store.packs();
        const path = `${disk.home}/packs/${facts?.name}.pack` as AbsPath;
        assert.equal(disk.fs.lstat(path)?.mode, 0o100444);
        assert.deepEqual(disk.fs.list(`${disk.home}/packs/tmp` as AbsPath), []);
      }
    });

    test("damage to one content takes no other", async () => {
      using disk = open();
      const store = openStore(disk);
      const contents = [1, 2, 3].map((n) => toBlob(`version ${n}\n`.repeat(300)));
      for (const blob of contents) store.putFresh(blob);
      store.syncFresh();
      const [facts] = store.packs();
      const gone = contents[0]?.hash;
      await store.rewritePack(facts?.name ?? "", (hash) => hash !== gone, breathe);
      assert.deepEqual(findLost(openStore(disk), contents), [`missing ${gone}`]);
    });
  });
}

test("what another writer of packs clears away is not what is being filled", async () => {
  using disk = memoryDisk();
  disk.fs.makeDirectory(`${disk.home}/packs/tmp` as AbsPath, 0o700);
  const left = `${disk.home}/packs/tmp/left-by-a-crash` as AbsPath;
  disk.fs.writeNew(left, Buffer.from("x"), { mode: 0o600, sync: false });
  const store = openStore(disk);
  const [first, second, third] = ["first", "second", "third"].map(toBlob) as [Blob, Blob, Blob];
  store.putFresh(first);
  store.get(first.hash);
  assert.equal(disk.fs.lstat(left), undefined);
  await store.writePack([[second]], breathe);
  await store.rewritePacks((hash) => hash !== second.hash, breathe);
  assert.equal(store.leftovers(Number.MAX_SAFE_INTEGER as never, "remove"), 0);
  store.putFresh(third);
  await store.flushFresh();
  assert.deepEqual(findLost(openStore(disk), [first, third]), []);
});

test("whoever cannot wait for a flush under way makes the same packs durable", async () => {
  const disk = durableHome();
  const gate = Promise.withResolvers<void>();
  const fs: FileSystem = { ...disk, flushFile: () => gate.promise };
  const store = openStore({ fs, home });
  const [early, late] = ["early", "late"].map(toBlob) as [Blob, Blob];
  store.putFresh(early);
  const flushed = store.flushFresh();
  store.putFresh(late);
  store.syncFresh();
  disk.crash();
  assert.deepEqual(findLost(openStore({ fs: disk, home }), [early, late]), []);
  gate.resolve();
  await flushed;
  assert.deepEqual(findLost(openStore({ fs: disk, home }), [early, late]), []);
});

test("what is abandoned is gone, wherever it stood, also while it is flushed", async () => {
  const disk = createMemoryFs();
  let isBroken = true;
  const fs: FileSystem = {
    ...disk,
    syncDirectory: (path) => {
      if (isBroken) throw systemError("EIO", path);
      disk.syncDirectory(path);
    },
  };
  const store = openStore({ fs, home });
  const one = toBlob("one");
  store.putFresh(one);
  assert.throws(() => store.syncFresh(), { code: "EIO" });
  store.abandonFresh();
  isBroken = false;
  assert.equal(store.has(one.hash, one.bytes.length), false);
  assert.deepEqual(
    disk.list("/home/packs" as AbsPath)?.map((entry) => entry.name),
    ["tmp"],
  );
  assert.deepEqual(disk.list("/home/packs/tmp" as AbsPath), []);
  store.putFresh(one);
  const flushed = store.flushFresh();
  store.abandonFresh();
  await flushed.catch(() => undefined);
  assert.equal(openStore({ fs: disk, home }).get(one.hash).kind, "missing");
});

test("a content that is captured again while it is forgotten stays, in its new pack", async () => {
  const disk = durableHome();
  const contents = new Contents(openStore({ fs: disk, home }));
  const [secret, other] = ["secret", "other"].map(toBlob) as [Blob, Blob];
  for (const blob of [secret, other]) contents.putFresh(blob);
  await contents.flushVolatile();
  let breaths = 0;
  const clock = {
    breathe: async () => {
      breaths += 1;
      if (breaths > 1) return;
      assert.equal(contents.stands(secret.hash, secret.bytes.length), false);
      contents.putFresh(secret);
      await contents.flushVolatile();
    },
  } as Clock;
  const ports = { clock, contents, isReferred: () => false, dropInboxed: () => undefined };
  assert.deepEqual(await forgetContents(ports, [secret.hash]), [secret.hash]);
  assert.deepEqual(findLost(openStore({ fs: disk, home }), [secret, other]), []);
  const quiet = { ...ports, clock: { breathe: async () => undefined } as Clock };
  assert.deepEqual(await forgetContents(quiet, [secret.hash]), [secret.hash]);
  assert.deepEqual(findLost(openStore({ fs: disk, home }), [secret, other]), [
    `missing ${secret.hash}`,
  ]);
});

/** Puts all, makes them durable in two parts, and tries again what the disk refused for want of room. */
function fill(store: ObjectStore, contents: readonly Blob[], acknowledged: Set<Blob>): void {
  const again = (work: () => void): void => {
    try {
      work();
    } catch (thrown) {
      if ((thrown as { readonly code?: string }).code !== "ENOSPC") throw thrown;
      work();
    }
  };
  const half = contents.length >> 1;
  for (const part of [contents.slice(0, half), contents.slice(half)]) {
    for (const blob of part) again(() => store.putFresh(blob));
    again(() => store.endFresh());
    store.syncFresh();
    for (const blob of part) acknowledged.add(blob);
  }
}

test("a write that was cut short for want of room goes on where it ended", () => {
  const random = new Random(seed + 1);
  const contents = blobs(random);
  for (let failing = 1; ; failing += 1) {
    const disk = createMemoryFs();
    let writes = 0;
    const fs: FileSystem = {
      ...disk,
      append: (path, bytes, mode) => {
        writes += 1;
        if (writes !== failing) return disk.append(path, bytes, mode);
        disk.append(path, bytes.subarray(0, random.below(bytes.length + 1)));
        throw systemError("ENOSPC", path);
      },
    };
    const acknowledged = new Set<Blob>();
    fill(openStore({ fs, home }), contents, acknowledged);
    const reader = openStore({ fs: disk, home });
    assert.deepEqual(findLost(reader, contents), [], `seed ${seed}, write ${failing}`);
    assert.ok([...reader.checkPacks(true)].every(({ fault }) => fault === undefined));
    if (writes < failing) break;
  }
});

test("the power fails at any call: what was made durable is there, and nothing wrong is given", () => {
  const random = new Random(seed + 2);
  const contents = blobs(random);
  for (let last = 1; ; last += 1) {
    for (const keep of [0, 0.6]) {
      let calls = 0;
      let isArmed = false;
      const disk = durableHome(() => {
        if (isArmed) calls += 1;
        return isArmed && calls >= last ? "EDEAD" : undefined;
      });
      isArmed = true;
      const acknowledged = new Set<Blob>();
      try {
        fill(openStore({ fs: disk, home }), contents, acknowledged);
      } catch (thrown) {
        assert.equal((thrown as { readonly code?: string }).code, "EDEAD");
      }
      const isOver = calls < last;
      isArmed = false;
      disk.crash(() => random.chance(keep), { tear: (n) => random.below(n + 1) });
      const store = openStore({ fs: disk, home });
      const why = `seed ${seed}, call ${last}, keep ${keep}`;
      assert.deepEqual(findLost(store, acknowledged), [], why);
      assert.deepEqual(findWrong(store, contents), [], why);
      fill(store, contents, acknowledged);
      assert.deepEqual(findLost(openStore({ fs: disk, home }), contents), [], why);
      assert.deepEqual(disk.list("/home/packs/tmp" as AbsPath), [], why);
      if (isOver) {
        assert.ok(last > 10, `only ${last} calls`);
        return;
      }
    }
  }
});
