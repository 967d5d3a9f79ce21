import assert from "node:assert/strict";
import * as disk from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { type Story, tellingBeside } from "./story.ts";

const tellBeside = tellingBeside();

// Writes of which the system tells nobody: through a mapping that is still open, and through a hard link
// outside the project. `unf flush` need not see them; a sweep does, and no restore destroys them.

interface Koffi {
  load(library: null): { func(prototype: string): (...args: readonly unknown[]) => unknown };
}

interface Mapping extends Disposable {
  write(bytes: Uint8Array): void;
}

/** Maps a whole file for writing, as databases and some linkers do. */
function mapFile(path: string): Mapping {
  const koffi = createRequire(import.meta.url)("koffi") as Koffi;
  const libc = koffi.load(null);
  const map = libc.func(
    "void *mmap(void *at, size_t length, int may, int flags, int fd, long from)",
  );
  const unmap = libc.func("int munmap(void *at, size_t length)");
  const copy = libc.func("void *memcpy(void *to, const uint8_t *from, size_t length)");
  const [readAndWrite, shared] = [3, 1];
  const fd = disk.openSync(path, "r+");
  const { size } = disk.fstatSync(fd);
  const memory = map(null, size, readAndWrite, shared, fd, 0);
  return {
    write: (bytes) => void copy(memory, bytes, bytes.length),
    [Symbol.dispose]: () => {
      unmap(memory, size);
      disk.closeSync(fd);
    },
  };
}

const onLinux = { skip: process.platform === "linux" ? false : "maps files as Linux does" };

async function contents(story: Story, path: string): Promise<string[]> {
  const rows = await story.log(path);
  const shown = rows.filter(({ hash }) => hash !== null).map(({ id }) => story.unf("cat", id));
  return (await Promise.all(shown)).map(({ stdout }) => stdout);
}

test(
  "a write through an open mapping is found by a sweep, and its end is told of",
  onLinux,
  async () => {
    await using story = await tellBeside((at) => disk.writeFileSync(at("mapped.txt"), "one\n"));
    {
      using mapping = mapFile(story.at("mapped.txt"));
      mapping.write(Buffer.from("two\n"));
      await story.unf("flush", "--sweep");
      assert.deepEqual(await contents(story, "mapped.txt"), ["two\n", "one\n"]);
      mapping.write(Buffer.from("six\n"));
    }
    await story.flush();
    assert.equal((await contents(story, "mapped.txt"))[0], "six\n");
  },
);

test(
  "a restore records what was written through a mapping before it replaces it",
  onLinux,
  async () => {
    await using story = await tellBeside((at) => disk.writeFileSync(at("mapped.txt"), "one\n"));
    const [first] = await story.log("mapped.txt");
    disk.writeFileSync(story.at("mapped.txt"), "two\n");
    await story.flush();
    using mapping = mapFile(story.at("mapped.txt"));
    mapping.write(Buffer.from("six\n"));
    await story.unf("restore", "mapped.txt", "--at", first?.id ?? "", "--yes");
    assert.equal(disk.readFileSync(story.at("mapped.txt"), "utf8"), "one\n");
    assert.ok((await contents(story, "mapped.txt")).includes("six\n"));
  },
);

test("a write through a name outside the project is found by a sweep, and no restore destroys it", async () => {
  await using story = await tellBeside((at) => disk.writeFileSync(at("linked.txt"), "one\n"));
  const [first] = await story.log("linked.txt");
  disk.writeFileSync(story.at("linked.txt"), "two\n");
  await story.flush();
  const outside = join(story.home.root, "outside.txt");
  disk.linkSync(story.at("linked.txt"), outside);
  disk.writeFileSync(outside, "three\n");
  await story.unf("flush", "--sweep");
  assert.equal((await contents(story, "linked.txt"))[0], "three\n");
  disk.writeFileSync(outside, "four\n");
  await story.unf("restore", "linked.txt", "--at", first?.id ?? "", "--yes");
  assert.ok((await contents(story, "linked.txt")).includes("four\n"));
});
