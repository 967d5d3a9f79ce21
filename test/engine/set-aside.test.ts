import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import * as disk from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { type TestContext, test } from "node:test";
import type { RelPath, SnapshotId, UnfError } from "@unf/core/base";
import { isMove, systemError, watchDisk } from "./broken-disk.ts";
import { readPicture, Stage } from "./stage.ts";

// A file that the system refuses until a person allows it holds up nothing that is ordered afterwards.

async function here(stage: Stage): Promise<{ readonly id: SnapshotId }> {
  return { id: (await stage.flush()) ?? assert.fail() };
}

/** Sets attributes of ext4 and its kin; false, and the test is skipped, where that cannot be. */
function canSetAttributes(context: TestContext, stage: Stage): boolean {
  const probe = join(stage.directory, "probe");
  disk.writeFileSync(probe, "");
  const can = spawnSync("chattr", ["+i", probe]).status === 0;
  if (can) execFileSync("chattr", ["-i", probe]);
  else context.skip("chattr cannot make a file immutable here");
  return can;
}

function attribute(stage: Stage, change: string, path: string): Disposable {
  execFileSync("chattr", [`+${change}`, stage.at(path)]);
  return {
    [Symbol.dispose]: () => {
      spawnSync("chattr", [`-${change}`, stage.at(path)]);
    },
  };
}

/** A restore of everything that dies at the commit, as when it is killed. */
async function dieCommitted(stage: Stage, target: { readonly id: SnapshotId }): Promise<void> {
  const died = new Error("planted: killed");
  const { commitOperation } = stage.timeline;
  stage.timeline.commitOperation = function (id) {
    commitOperation.call(this, id);
    stage.timeline.finishOperation = () => {
      throw died;
    };
    throw died;
  };
  await assert.rejects(stage.restore({ target }));
  assert.equal(stage.timeline.operation(1)?.state, "committed");
}

function failures(stage: Stage, operation: number): Record<string, string | null> {
  const steps = stage.timeline.steps(operation);
  return Object.fromEntries(steps.map(({ path, failure }) => [path, failure]));
}

test("an immutable file met by the recovery is set aside, the rest is done, and later orders go on", async (context) => {
  await using stage = new Stage();
  if (!canSetAttributes(context, stage)) return;
  for (const name of ["a", "b", "c"]) stage.write(`${name}.txt`, "1\n");
  await stage.start();
  const target = await here(stage);
  for (const name of ["a", "b", "c"]) stage.write(`${name}.txt`, "2\n");
  await stage.flush();
  await dieCommitted(stage, target);
  {
    using _ = attribute(stage, "i", "b.txt");
    await stage.crash();
    assert.equal(stage.timeline.operation(1)?.state, "partial");
    assert.deepEqual(failures(stage, 1), { "a.txt": null, "b.txt": "EPERM", "c.txt": null });
    assert.equal(stage.timeline.operation(1)?.files, 2);
    assert.deepEqual(readPicture(stage.root), {
      "a.txt": "0644 1\n",
      "b.txt": "0644 2\n",
      "c.txt": "0644 1\n",
    });
    await stage.crash();
    stage.write("a.txt", "3\n");
    const { operation } = await stage.restore({ target, within: ["a.txt" as RelPath] });
    assert.equal(operation, 2);
  }
  // Only what it did is taken back: the other file happens to be as it was to become.
  stage.write("b.txt", "1\n");
  await stage.invert("undo");
  await stage.invert("undo");
  const { "b.txt": b, "c.txt": c } = readPicture(stage.root);
  assert.deepEqual([b, c], ["0644 1\n", "0644 2\n"]);
});

test("what can neither be finished nor be taken back is named, and later orders go on", async () => {
  let refused = "";
  await using stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        before: (method, args) => {
          if (refused === "") return;
          if (isMove(method) && String(args[1]).endsWith("/z.txt")) throw systemError(refused);
          if (method === "writeNew" && String(args[0]).includes("/d/.unf-1-back"))
            throw systemError(refused);
        },
      }),
  });
  for (const name of ["a", "d/b", "z"]) stage.write(`${name}.txt`, "1\n");
  await stage.start();
  const target = await here(stage);
  for (const name of ["a", "d/b", "z"]) stage.write(`${name}.txt`, "2\n");
  refused = "EACCES";
  await assert.rejects(stage.restore({ target }), ({ code, message, hint }: UnfError) => {
    assert.match(
      message,
      /refused to change z\.txt \(EACCES\); op-1 .* but for d\/b\.txt \(EACCES\)/,
    );
    assert.match(hint ?? "", /unf undo op-1 takes back the rest/);
    return code === "partial";
  });
  assert.deepEqual(failures(stage, 1), {
    "a.txt": "rolled_back",
    "d/b.txt": null,
    "z.txt": "EACCES",
  });
  assert.deepEqual(readPicture(stage.root), {
    "a.txt": "0644 2\n",
    "d/b.txt": "0644 1\n",
    "z.txt": "0644 2\n",
  });
  const own = stage.rows().filter(({ operation }) => operation === 1);
  assert.deepEqual(
    own.map(({ path }) => path),
    ["d/b.txt"],
  );
  await stage.restore({ target, within: ["a.txt" as RelPath] });
  await stage.invert("undo");
  await stage.invert("undo");
  assert.equal(stage.timeline.operation(4)?.inverts, 1);
  assert.equal(readPicture(stage.root)["d/b.txt"], "0644 2\n");
});

test("a directory that lets nothing be removed keeps a temporary until it may be removed", async (context) => {
  await using stage = new Stage();
  if (!canSetAttributes(context, stage)) return;
  stage.write("d/a.txt", "1\n");
  stage.write("b.txt", "1\n");
  await stage.start();
  const target = await here(stage);
  stage.write("d/a.txt", "2\n");
  stage.write("b.txt", "2\n");
  await stage.flush();
  {
    using _ = attribute(stage, "a", "d");
    await assert.rejects(stage.restore({ target }), (thrown: UnfError) => thrown.code === "failed");
    assert.equal(stage.timeline.operation(1)?.state, "abandoned");
    await stage.crash();
    await stage.restore({ target, within: ["b.txt" as RelPath] });
    assert.deepEqual(readPicture(stage.root)["b.txt"], "0644 1\n");
    assert.equal(disk.readdirSync(stage.at("d")).length, 2);
  }
  await stage.crash();
  assert.deepEqual(disk.readdirSync(stage.at("d")), ["a.txt"]);
});

test("a mount point in the way is set aside by the recovery", async (context) => {
  await using stage = new Stage();
  stage.write("way", "1\n");
  stage.write("b.txt", "1\n");
  await stage.start();
  const target = await here(stage);
  stage.remove("way");
  stage.write("way/later.txt", "2\n");
  stage.write("b.txt", "2\n");
  await stage.flush();
  await dieCommitted(stage, target);
  if (
    process.getuid?.() !== 0 ||
    spawnSync("mount", ["-t", "tmpfs", "none", stage.at("way")]).status !== 0
  )
    return context.skip("nothing can be mounted here");
  try {
    await stage.crash();
    assert.equal(stage.timeline.operation(1)?.state, "partial");
    assert.deepEqual([...Object.values(failures(stage, 1))].sort(), ["EBUSY", null, null]);
    assert.equal(readPicture(stage.root)["b.txt"], "0644 1\n");
    stage.write("b.txt", "3\n");
    await stage.restore({ target, within: ["b.txt" as RelPath] });
  } finally {
    execFileSync("umount", [stage.at("way")]);
  }
});
