import assert from "node:assert/strict";
import * as disk from "node:fs";
import { createRequire } from "node:module";
import process from "node:process";
import { test } from "node:test";
import type { SnapshotId } from "@unf/core/base";
import { watchDisk } from "./broken-disk.ts";
import { Stage } from "./stage.ts";

// A file that is replaced keeps whose it is, and what is said of it beside its content.

async function here(stage: Stage): Promise<{ readonly id: SnapshotId }> {
  return { id: (await stage.flush()) ?? assert.fail() };
}

interface Koffi {
  load(library: null): { func(prototype: string): (...args: readonly unknown[]) => number };
}

/** Of libc, as the test needs it; a string says why there is none. */
function bind() {
  if (process.platform !== "linux") return "needs Linux";
  const koffi = createRequire(import.meta.url)("koffi") as Koffi;
  const program = koffi.load(null);
  const set = program.func("int setxattr(str path, str name, void *value, ulong size, int flags)");
  const get = program.func("long getxattr(str path, str name, void *value, ulong size)");
  return {
    set: (path: string, name: string, value: Uint8Array): boolean =>
      set(path, name, value, value.length, 0) === 0,
    get: (path: string, name: string): string | undefined => {
      const room = Buffer.alloc(1024);
      const length = get(path, name, room, room.length);
      return length < 0 ? undefined : room.subarray(0, length).toString("hex");
    },
  };
}

/** The file's owner and group may read and write, one other user may read. */
function accessList(user: number): Buffer {
  const entries = [
    [1, 6, -1],
    [2, 4, user],
    [4, 4, -1],
    [16, 4, -1],
    [32, 0, -1],
  ] as const;
  const list = Buffer.alloc(4 + 8 * entries.length);
  list.writeUInt32LE(2);
  for (const [index, [tag, rights, id]] of entries.entries()) {
    list.writeUInt16LE(tag, 4 + 8 * index);
    list.writeUInt16LE(rights, 6 + 8 * index);
    list.writeInt32LE(id, 8 + 8 * index);
  }
  return list;
}

test("a replaced file keeps owner and group, through its undo, too", async (context) => {
  if (process.getuid?.() !== 0) return context.skip("only root can give files away");
  await using stage = new Stage();
  disk.chownSync(stage.root, 65_534, 65_534);
  for (const name of ["mine.txt", "new.txt"]) stage.write(name, "1\n");
  await stage.start();
  const target = await here(stage);
  stage.write("mine.txt", "2\n");
  disk.chownSync(stage.at("mine.txt"), 1234, 2345);
  stage.remove("new.txt");
  const ownerOf = (name: string) => {
    const { uid, gid } = disk.lstatSync(stage.at(name));
    return [uid, gid];
  };
  await stage.restore({ target });
  assert.deepEqual(ownerOf("mine.txt"), [1234, 2345]);
  assert.deepEqual(ownerOf("new.txt"), [65_534, 65_534]);
  await stage.invert("undo");
  assert.deepEqual(ownerOf("mine.txt"), [1234, 2345]);
});

test("a replaced file keeps its access list and attributes, and has the mode of its version", async (context) => {
  const libc = bind();
  if (typeof libc === "string") return context.skip(libc);
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  disk.chmodSync(stage.at("a.txt"), 0o640);
  await stage.start();
  const target = await here(stage);
  stage.write("a.txt", "2\n");
  const place = stage.at("a.txt");
  if (!libc.set(place, "user.note", Buffer.from("mine")))
    return context.skip("this file system knows no attributes");
  const hasList = libc.set(place, "system.posix_acl_access", accessList(1234));
  disk.chmodSync(place, 0o600);
  await stage.restore({ target });
  assert.equal(disk.readFileSync(place, "utf8"), "1\n");
  assert.equal(libc.get(place, "user.note"), Buffer.from("mine").toString("hex"));
  assert.equal(disk.statSync(place).mode & 0o777, 0o640);
  if (!hasList) return context.skip("this file system knows no access lists");
  assert.equal(libc.get(place, "system.posix_acl_access"), accessList(1234).toString("hex"));
});

test("what a replaced file cannot keep is said, and the restore goes on", async () => {
  await using stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        instead: (method) => (method === "keepAttributes" ? ["owner", "user.note"] : undefined),
      }),
  });
  stage.write("a.txt", "1\n");
  await stage.start();
  const target = await here(stage);
  stage.write("a.txt", "2\n");
  const { applied } = await stage.restore({ target });
  assert.deepEqual(applied[0]?.unkept, ["owner", "user.note"]);
  assert.equal(disk.readFileSync(stage.at("a.txt"), "utf8"), "1\n");
});

test("no content gets the capabilities of the program whose place it takes", async (context) => {
  const libc = bind();
  if (typeof libc === "string") return context.skip(libc);
  if (process.getuid?.() !== 0) return context.skip("only root can give capabilities");
  await using stage = new Stage();
  stage.write("run.sh", "echo 1\n", 0o755);
  await stage.start();
  const target = await here(stage);
  // As when somebody puts a second name of it there.
  stage.write("program", Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0]), 0o755);
  const capabilities = Buffer.alloc(20);
  // Version 2, effective; CAP_NET_RAW.
  capabilities.writeUInt32LE(0x02000001, 0);
  capabilities.writeUInt32LE(1 << 13, 4);
  const isGiven = libc.set(stage.at("program"), "security.capability", capabilities);
  if (!isGiven) return context.skip("this file system has no capabilities");
  disk.renameSync(stage.at("program"), stage.at("run.sh"));
  await stage.restore({ target });
  assert.equal(disk.readFileSync(stage.at("run.sh"), "utf8"), "echo 1\n");
  assert.equal(libc.get(stage.at("run.sh"), "security.capability"), undefined);
});
