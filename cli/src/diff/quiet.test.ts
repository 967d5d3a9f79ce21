import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath, SnapshotId, WallMs } from "@unf/core/base";
import type { FileSystem } from "@unf/core/ports";
import type { Head } from "@unf/core/timeline";
import { fakeDisk } from "../testing/fake-disk.ts";
import { fakeNow } from "../testing/fake-time.ts";
import { row } from "../testing/fake-timeline.ts";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";

const root = "/home/a/src/shop";
const at = (seconds: number) => fakeNow - seconds * 1000;
const one = row({ id: 1, path: "a.txt", at: at(90), event: "create" });

const rows = [
  one,
  row({ id: 2, path: "b.txt", at: at(80), event: "create" }),
  row({ id: 3, path: "a.txt", at: at(70) }),
  // As it was: hash and mode of the first.
  row({ id: 4, path: "a.txt", at: at(60), hash: one.hash }),
  row({ id: 5, path: "run.sh", at: at(50), event: "create", mode: 0o100644 }),
  row({ id: 6, path: "run.sh", at: at(40), hash: hashOf(5), mode: 0o100600 }),
  row({ id: 7, path: "run.sh", at: at(30), hash: hashOf(5), mode: 0o100755 }),
];

const checkpoint = (id: number, label: string, snapshot: number) => ({
  id,
  label,
  message: null,
  at: at(100 - 10 * snapshot) as WallMs,
  snapshot: snapshot as SnapshotId,
  files: 2,
  payloadBytes: null,
  pinned: false,
});

const disk = { "a.txt": "one\n", "b.txt": "two\n", "run.sh": "five\n" };

function worldWith(files: Readonly<Record<string, string>> = disk): FakeSetup {
  const places = Object.entries(files).map(([path, text]) => [`${root}/${path}`, text]);
  return {
    projects: [
      {
        root,
        history: {
          rows,
          heads: [headOf("a.txt", 4), headOf("b.txt", 2), headOf("run.sh", 7)],
          checkpoints: [checkpoint(1, "first", 2), checkpoint(2, "second", 4)],
        },
        contents: {
          1: "one\n",
          2: "two\n",
          3: "three\n",
          4: "one\n",
          5: "five\n",
          6: "five\n",
          7: "five\n",
        },
      },
    ],
    disk: Object.fromEntries(places),
  };
}

/** Exit code of `unf diff --quiet`; whatever it is, nothing is printed. */
async function quiet(argv: string, setup: FakeSetup = worldWith()): Promise<number> {
  const ran = await runFake(["diff", "--quiet", ...argv.split(" ")], setup);
  assert.deepEqual([ran.stdout, ran.stderr], ["", ""], argv);
  return ran.exit;
}

test("equal recorded states are equal however often they changed meanwhile", async () => {
  assert.equal(await quiet("--checkpoint first --to-checkpoint second"), 0);
  assert.equal(await quiet("--from v1 --to v4"), 1, "b.txt came");
  assert.equal(await quiet("--from v2 --to v3"), 1);
  assert.equal(await quiet("--from v5 --to v6"), 0, "git knows no such mode");
  assert.equal(await quiet("--from v6 --to v7"), 1, "it can be run now");
  assert.equal(await quiet("--version v3"), 1);
  assert.equal(await quiet("--version v6"), 0);
});

test("paths and globs narrow what counts", async () => {
  assert.equal(await quiet("--from v1 --to v4 a.txt"), 0);
  assert.equal(await quiet("--from v1 --to v4 --exclude b.txt"), 0);
  assert.equal(await quiet("--from v1 --to v4 --include *.txt"), 1);
});

test("the disk counts as it is, recorded or not", async () => {
  const except = { ...worldWith({ ...disk, "run.sh": "five\n" }) };
  assert.equal(await quiet("--checkpoint second a.txt b.txt", except), 0);
  assert.equal(
    await quiet("--checkpoint second a.txt", worldWith({ ...disk, "a.txt": "new\n" })),
    1,
  );
  assert.equal(await quiet("--checkpoint second b.txt", worldWith({ "a.txt": "one\n" })), 1);
  // Recorded as changed, but on disk it is again what it was.
  assert.equal(await quiet("--at v3 a.txt", worldWith({ ...disk, "a.txt": "three\n" })), 0);
  assert.equal(await quiet("--at v3 a.txt"), 1);
});

test("it says the same as the whole comparison does", async () => {
  const sides = ["--checkpoint 1", "--checkpoint 2", "--at v3", "--at v5", "--from v1 --to v7"];
  const disks = [disk, { ...disk, "b.txt": "2\n" }, { "a.txt": "three\n", "run.sh": "five\n" }, {}];
  for (const argv of sides) {
    for (const files of disks) {
      const setup = worldWith(files);
      const whole = await runFake(["diff", "--exit-code", ...argv.split(" ")], setup);
      assert.equal(await quiet(argv, setup), whole.exit, `${argv} ${JSON.stringify(files)}`);
    }
  }
});

test("it stops at the first difference, and reads no file that stands as it was recorded", async () => {
  const read: string[] = [];
  const files = Object.fromEntries(
    Object.entries(disk).map(([name, text]) => [`${root}/${name}`, text]),
  );
  const fs = fakeDisk(files);
  const watching: FileSystem = {
    ...fs,
    lstat: (path) => {
      read.push(`lstat ${path.slice(root.length + 1)}`);
      return fs.lstat(path);
    },
    read: (path, limit) => {
      read.push(`read ${path.slice(root.length + 1)}`);
      return fs.read(path, limit);
    },
  };
  const setup = { ...worldWith(), fileSystem: watching };
  assert.equal(await quiet("--at v4", setup), 1);
  assert.deepEqual(read.splice(0), ["lstat run.sh"]);
  assert.equal(await quiet("--at v4 b.txt", setup), 0);
  assert.deepEqual(read, ["lstat b.txt"]);
});

test("sides that make no pair are refused", async () => {
  for (const argv of [
    "diff --checkpoint 1 --at 5m",
    "diff --checkpoint 1 --version v1",
    "diff --to-checkpoint 2",
    "diff --checkpoint 1 --to v3 --to-checkpoint 2",
    "diff --checkpoint 2 --to-checkpoint 1",
  ]) {
    assert.equal((await runFake(argv.split(" "), worldWith())).exit, 2, argv);
  }
  assert.equal((await runFake(["diff", "--checkpoint", "none"], worldWith())).exit, 3);
});

function hashOf(id: number) {
  return row({ id, path: "", at: 0 }).hash;
}

/** Only that of b.txt has the stat of the fake disk: the others are read. */
function headOf(path: string, id: number): Head {
  const found = rows.find((each) => each.id === id);
  assert.ok(found !== undefined && found.hash !== null);
  const isKnown = path === "b.txt";
  const stamp = isKnown ? 1n : 0n;
  const size = isKnown ? 4n : 0n;
  const stat = { dev: stamp, ino: stamp, size, mtimeNs: stamp, ctimeNs: stamp, mode: found.mode };
  return {
    path: path as RelPath,
    snapshot: id as SnapshotId,
    hash: found.hash,
    bytes: 10,
    mode: found.mode,
    stat,
    racy: false,
  };
}
