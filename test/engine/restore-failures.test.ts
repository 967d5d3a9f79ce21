import assert from "node:assert/strict";
import * as disk from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { SnapshotId, UnfError } from "@unf/core/base";
import { isMove, type Method, systemError, watchDisk } from "./broken-disk.ts";
import { readPicture, Stage } from "./stage.ts";

const binary = Buffer.of(0x7f, 0x45, 0, 1, 2);

/** The newest row once everything on disk is recorded: the state to return to. */
async function here(stage: Stage): Promise<{ readonly id: SnapshotId }> {
  const id = await stage.flush();
  assert.ok(id !== null);
  return { id };
}

test("a rescue that fails means that nothing was begun", async () => {
  await using stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        before: (method) => {
          if (method === "link") throw systemError("EIO");
        },
      }),
  });
  stage.write("a.txt", "1\n");
  await stage.start();
  const target = await here(stage);
  stage.write("a.txt", binary);
  await assert.rejects(stage.restore({ target }), (thrown: UnfError) => thrown.code === "failed");
  assert.deepEqual(disk.readFileSync(stage.at("a.txt")), binary);
  assert.deepEqual(disk.readdirSync(stage.root), ["a.txt"]);
  assert.ok(!disk.existsSync(join(stage.directory, "rescue/1")));
  assert.equal(stage.timeline.operations(1)[0]?.state, "abandoned");
});

test("when its place cannot be taken, the file that was rescued stands where it stood", async () => {
  await using stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        before: (method, args) => {
          if (isMove(method) && String(args[1]).endsWith("/a.txt")) throw systemError("EPERM");
        },
      }),
  });
  stage.write("a.txt", "1\n");
  await stage.start();
  const target = await here(stage);
  stage.write("a.txt", binary);
  await assert.rejects(stage.restore({ target }), (thrown: UnfError) =>
    /rolled back/.test(thrown.message),
  );
  assert.deepEqual(disk.readFileSync(stage.at("a.txt")), binary);
  assert.deepEqual(disk.readdirSync(stage.root), ["a.txt"]);
});

const stagingFaults: readonly [Method, string][] = [
  ["writeNew", "ENOSPC"],
  ["symlink", "EIO"],
];
for (const [method, code] of stagingFaults) {
  test(`a failure of ${method} while staging leaves the tree as it was, and no temporaries`, async () => {
    let calls = Number.POSITIVE_INFINITY;
    await using stage = new Stage({
      wrap: (fs) =>
        watchDisk(fs, {
          before: (called, args) => {
            if (called !== method || !String(args[0]).includes("/.unf-")) return;
            calls -= 1;
            if (calls === 0) throw systemError(code);
          },
        }),
    });
    for (const name of ["a", "b/c", "d", "e/f/g"]) stage.write(`${name}.txt`, "1\n");
    for (const name of ["l1", "l2"]) disk.symlinkSync("a.txt", stage.at(name));
    await stage.start();
    const target = await here(stage);
    for (const name of ["b", "e", "l1", "l2"]) stage.remove(name);
    stage.write("a.txt", "2\n");
    await stage.flush();
    const before = readPicture(stage.root);
    const rows = stage.rows().length;
    calls = 2;
    await assert.rejects(
      stage.restore({ target }),
      (thrown: UnfError) => thrown.code === (code === "ENOSPC" ? "no_space" : "failed"),
    );
    assert.deepEqual(readPicture(stage.root), before);
    assert.deepEqual(
      disk.readdirSync(stage.root).sort(),
      ["a.txt", "d.txt"],
      "no directory is left",
    );
    assert.equal(stage.rows().length, rows);
    assert.equal(stage.timeline.operations(1)[0]?.state, "abandoned");
    // Nothing stays paused.
    stage.save("a.txt", "3\n");
    await stage.clock.advance(200);
    assert.equal(stage.state()["a.txt"], "0644 3\n");
  });
}

for (const method of ["rename", "remove", "makeDirectory", "removeDirectory"] as const) {
  test(`a failure of ${method} in the middle takes back everything that was done`, async () => {
    let calls = Number.POSITIVE_INFINITY;
    await using stage = new Stage({
      wrap: (fs) =>
        watchDisk(fs, {
          before: (called, args) => {
            const isCalled = method === "rename" ? isMove(called) : called === method;
            if (!isCalled || !String(args[0]).includes("/project/")) return;
            calls -= 1;
            if (calls === 0) throw systemError("EACCES");
          },
        }),
    });
    for (const name of ["a", "b", "c/d/e", "f/g"]) stage.write(`${name}.txt`, "1\n");
    await stage.start();
    const target = await here(stage);
    for (const name of ["c", "f"]) stage.remove(name);
    for (const name of ["a", "b", "new", "x/new", "y/z/new"]) stage.write(`${name}.txt`, "2\n");
    await stage.flush();
    const before = readPicture(stage.root);
    for (let nth = 1; nth <= 2; nth += 1) {
      calls = nth;
      await assert.rejects(
        stage.restore({ target }),
        (thrown: UnfError) => thrown.code === "failed" && /rolled back/.test(thrown.message),
      );
      assert.deepEqual(readPicture(stage.root), before);
      assert.deepEqual(disk.readdirSync(stage.root).sort(), [
        "a.txt",
        "b.txt",
        "new.txt",
        "x",
        "y",
      ]);
      assert.equal(stage.timeline.operations(1)[0]?.state, "abandoned");
    }
    assert.equal((await stage.project.flush()).recorded, 0, "nothing is different from before");
    calls = Number.POSITIVE_INFINITY;
    await stage.restore({ target });
    assert.deepEqual(readPicture(stage.root), stage.state(target.id));
  });
}

test("when the disk refuses even to take it back, the next operation finishes it first", async () => {
  let isBroken = false;
  await using stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        before: (method, args) => {
          if (isBroken && isMove(method) && String(args[1]).endsWith("/b.txt"))
            throw systemError("EIO");
          if (isBroken && method === "writeNew" && String(args[0]).includes("-back-"))
            throw systemError("EIO");
        },
      }),
  });
  for (const name of ["a", "b"]) stage.write(`${name}.txt`, "1\n");
  await stage.start();
  const target = await here(stage);
  for (const name of ["a", "b"]) stage.write(`${name}.txt`, "2\n");
  isBroken = true;
  for (let again = 0; again < 2; again += 1) {
    await assert.rejects(
      stage.restore({ target }),
      (thrown: UnfError) => thrown.code === "pending" && /op-1/.test(thrown.message),
    );
    assert.equal(stage.timeline.operation(1)?.state, "committed");
  }
  isBroken = false;
  const { operation } = await stage.restore({ target });
  assert.equal(operation, undefined, "the first one was finished, and nothing is left to do");
  assert.equal(stage.timeline.operation(1)?.state, "done");
  assert.deepEqual(readPicture(stage.root), { "a.txt": "0644 1\n", "b.txt": "0644 1\n" });
});

test("on a disk that is read-only nothing is changed, and nothing is left to be finished", async () => {
  let isReadOnly = false;
  const changing = ["writeNew", "symlink", "link", "rename", "remove", "removeDirectory"];
  await using stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        before: (method, args) => {
          if (!isReadOnly || !args.some((one) => String(one).includes("/project"))) return;
          if (changing.includes(method)) throw systemError("EROFS");
        },
      }),
  });
  for (const name of ["a", "b"]) stage.write(`${name}.txt`, "1\n");
  await stage.start();
  const target = await here(stage);
  for (const name of ["a", "b"]) stage.write(`${name}.txt`, "2\n");
  await stage.flush();
  isReadOnly = true;
  await assert.rejects(stage.restore({ target }), /nothing was changed: .*EROFS/);
  assert.deepEqual(stage.timeline.unfinishedOperations(), []);
  assert.equal(stage.timeline.operation(1)?.state, "abandoned");
  isReadOnly = false;
  await stage.restore({ target });
  assert.deepEqual(readPicture(stage.root), { "a.txt": "0644 1\n", "b.txt": "0644 1\n" });
});

test("a lost content stops the restore before anything is touched", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  stage.write("b.txt", "x".repeat(100));
  await stage.start();
  const target = await here(stage);
  const hash = stage.rows("b.txt")[0]?.hash ?? "";
  stage.write("a.txt", "2\n");
  stage.write("b.txt", "2\n");
  await stage.flush();
  await stage.clock.advance(70_000);
  await stage.project.tick();
  const object = join(stage.directory, "objects", hash.slice(0, 2), hash.slice(2));
  disk.chmodSync(object, 0o600);
  // The size is right, the bytes are not: the plan cannot know.
  disk.writeFileSync(object, "y".repeat(100));
  await assert.rejects(
    stage.restore({ target }),
    (thrown: UnfError) => thrown.code === "store_damaged",
  );
  assert.deepEqual(readPicture(stage.root), { "a.txt": "0644 2\n", "b.txt": "0644 2\n" });
});

test("a restore that was killed in the middle is finished by the next start, and is undoable as a whole", async () => {
  const died = new Error("planted: killed");
  let isKilled = false;
  await using stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        before: (method, args) => {
          isKilled ||= isMove(method) && String(args[0]).endsWith(".unf-1-1.new");
          if (isKilled) throw died;
        },
      }),
  });
  stage.write("a.txt", "1\n");
  stage.write("d/b.txt", "1\n");
  await stage.start();
  const target = await here(stage);
  stage.write("a.txt", "2\n");
  stage.write("d/b.txt", "2\n");
  stage.timeline.finishOperation = () => {
    throw died;
  };
  await assert.rejects(stage.restore({ target }), died);
  assert.equal(disk.readFileSync(stage.at("a.txt"), "utf8"), "1\n");
  assert.equal(disk.readFileSync(stage.at("d/b.txt"), "utf8"), "2\n");
  isKilled = false;
  await stage.crash();
  assert.deepEqual(readPicture(stage.root), { "a.txt": "0644 1\n", "d/b.txt": "0644 1\n" });
  assert.equal(stage.timeline.operation(1)?.state, "done");
  assert.deepEqual(
    stage
      .rows()
      .filter(({ operation }) => operation === 1)
      .map(({ path }) => path),
    ["a.txt", "d/b.txt"],
  );
});

test("a restore that was killed before it was committed leaves nothing behind", async () => {
  const died = new Error("planted: killed");
  let isKilled = false;
  await using stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        before: () => {
          if (isKilled) throw died;
        },
      }),
  });
  stage.write("a.txt", "1\n");
  stage.write("bin", "1\n");
  await stage.start();
  const target = await here(stage);
  stage.write("a.txt", "2\n");
  stage.write("bin", binary);
  await stage.flush();
  const before = readPicture(stage.root);
  stage.timeline.commitOperation = () => {
    isKilled = true;
    throw died;
  };
  await assert.rejects(stage.restore({ target }), died);
  isKilled = false;
  assert.notDeepEqual(readPicture(stage.root), before, "temporaries are there");
  await stage.crash();
  assert.deepEqual(readPicture(stage.root), before);
  assert.ok(!disk.existsSync(join(stage.directory, "rescue/1")));
  assert.equal(stage.timeline.operation(1)?.state, "abandoned");
});

test("what somebody wrote between the crash and the recovery is recorded before it is replaced", async () => {
  const died = new Error("planted: killed");
  let isKilled = false;
  await using stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        before: (method, args) => {
          isKilled ||= isMove(method) && String(args[0]).endsWith(".unf-1-0.new");
          if (isKilled) throw died;
        },
      }),
  });
  stage.write("a.txt", "1\n");
  stage.write("b.txt", "1\n");
  await stage.start();
  const target = await here(stage);
  stage.write("a.txt", "2\n");
  stage.write("b.txt", "2\n");
  await assert.rejects(stage.restore({ target }), died);
  isKilled = false;
  stage.write("a.txt", "written since\n");
  stage.write("b.txt", binary);
  await stage.crash();
  assert.deepEqual(readPicture(stage.root), { "a.txt": "0644 1\n", "b.txt": "0644 1\n" });
  assert.deepEqual(
    stage.rows("a.txt").map((row) => stage.contentOf(row)),
    ["1\n", "2\n", "written since\n", "1\n"],
  );
  assert.deepEqual(disk.readFileSync(join(stage.directory, "rescue/1/b.txt")), binary);
});
