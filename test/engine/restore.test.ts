import assert from "node:assert/strict";
import * as disk from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { AbsPath, RelPath, SnapshotId, UnfError, WallMs } from "@unf/core/base";
import { keptRows } from "@unf/core/timeline";
import { exportTree } from "@unf/engine";
import { isMove, systemError, watchDisk } from "./broken-disk.ts";
import { readPicture, Stage } from "./stage.ts";

const binary = Buffer.of(0x7f, 0x45, 0, 1, 2);

/** The newest row once everything on disk is recorded: the state to return to. */
async function here(stage: Stage): Promise<{ readonly id: SnapshotId }> {
  const id = await stage.flush();
  assert.ok(id !== null);
  return { id };
}

test("files that shared no instant come back by one operation, and one undo takes it back", async () => {
  await using stage = new Stage();
  for (const name of ["one/a", "two/b", "stays"]) stage.write(name, `${name}\n`);
  await stage.start();
  const first = await here(stage);
  stage.remove("one");
  await stage.flush();
  stage.write("two/b", "newer\n");
  const second = await here(stage);
  stage.remove("two");
  await stage.flush();
  const before = readPicture(stage.root);
  const target = { ids: [first.id, second.id] };
  const within = ["one/a", "two/b"] as RelPath[];
  const report = await stage.restore({ target, within });
  assert.deepEqual(kinds(report), ["write one/a", "write two/b"]);
  assert.equal(disk.readFileSync(stage.at("one/a"), "utf8"), "one/a\n");
  assert.equal(disk.readFileSync(stage.at("two/b"), "utf8"), "newer\n");
  assert.equal(stage.timeline.operations(9).length, 1);
  await stage.invert("undo");
  assert.deepEqual(readPicture(stage.root), before);
});

function kinds(report: Awaited<ReturnType<Stage["restore"]>>): string[] {
  return report.applied.map(({ action }) => `${action.kind} ${action.path}`);
}

test("content, modes, links and deleted files come back; what came later goes; all of it one operation", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  stage.write("run.sh", "1\n", 0o755);
  stage.write("gone/deep/b.txt", "1\n", 0o600);
  disk.symlinkSync("a.txt", stage.at("link"));
  await stage.start();
  const target = await here(stage);
  const before = readPicture(stage.root);
  stage.write("a.txt", "2\n");
  disk.chmodSync(stage.at("run.sh"), 0o644);
  stage.remove("gone");
  stage.remove("link");
  stage.write("link", "a file now\n");
  stage.write("later/new.txt", "1\n");
  const report = await stage.restore({ target });
  assert.deepEqual(kinds(report), [
    "write a.txt",
    "write gone/deep/b.txt",
    "delete later/new.txt",
    "write link",
    "chmod run.sh",
  ]);
  assert.deepEqual(readPicture(stage.root), before);
  assert.deepEqual(disk.readdirSync(stage.root).sort(), ["a.txt", "gone", "link", "run.sh"]);
  const written = stage.rows().filter(({ operation }) => operation === report.operation);
  assert.deepEqual(
    written.map(({ event, path, cause, settled }) => `${event} ${path} ${cause} ${settled}`),
    [
      "modify a.txt operation true",
      "create gone/deep/b.txt operation true",
      "delete later/new.txt operation true",
      "modify link operation true",
      "modify run.sh operation true",
    ],
  );
  const [operation] = stage.timeline.operations(1);
  assert.deepEqual([operation?.state, operation?.argv], ["done", ["restore"]]);
  assert.deepEqual(stage.state(), before);
  assert.deepEqual(stage.state(operation?.before as SnapshotId)["a.txt"], "0644 2\n");
  assert.equal((await stage.project.flush()).recorded, 0, "what was written is known");
});

test("directories come back with their modes, whatever the one above them has by now", async () => {
  await using stage = new Stage();
  stage.write("d/e/f/a.txt", "1\n");
  await stage.start();
  disk.chmodSync(stage.at("d/e"), 0o705);
  const target = await here(stage);
  stage.remove("d/e");
  disk.chmodSync(stage.at("d"), 0o2750);
  await stage.restore({ target });
  const modes = ["d/e", "d/e/f"].map((path) => disk.statSync(stage.at(path)).mode & 0o777);
  assert.deepEqual(modes, [0o705, 0o777 & ~process.umask()]);
});

test("a restore to where everything is already does nothing and is no operation", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  await stage.start();
  const report = await stage.restore({ target: await here(stage) });
  assert.deepEqual([report.operation, report.applied], [undefined, []]);
  assert.deepEqual(stage.timeline.operations(1), []);
});

test("what cannot be recorded is kept in the rescue directory before something takes its place", async () => {
  await using stage = new Stage();
  stage.write("d/a.txt", "1\n");
  await stage.start();
  const target = await here(stage);
  stage.write("d/a.txt", binary);
  const { applied, operation } = await stage.restore({ target });
  assert.equal(readPicture(stage.root)["d/a.txt"], "0644 1\n");
  const rescued = join(stage.directory, "rescue", String(operation), "d/a.txt");
  assert.equal(applied[0]?.rescued, rescued);
  assert.deepEqual(disk.readFileSync(rescued), binary);
});

test("a rescue across file systems copies, and only then is the file replaced", async () => {
  await using stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        before: (method) => {
          if (method === "link") throw systemError("EXDEV");
        },
      }),
  });
  stage.write("a.txt", "1\n");
  await stage.start();
  const target = await here(stage);
  stage.write("a.txt", binary);
  const { applied } = await stage.restore({ target });
  assert.deepEqual(disk.readFileSync(applied[0]?.rescued ?? ""), binary);
  assert.equal(readPicture(stage.root)["a.txt"], "0644 1\n");
});

test("what changed between plan and replacement is recorded first", async () => {
  let isPlanned = false;
  const stage: Stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        after: (method) => {
          // The temporary is written: the plan is made, the rename comes next.
          if (!isPlanned || method !== "writeNew") return;
          isPlanned = false;
          stage.write("a.txt", "written in between\n");
        },
      }),
  });
  await using _ = stage;
  stage.write("a.txt", "1\n");
  await stage.start();
  const target = await here(stage);
  stage.write("a.txt", "2\n");
  await stage.flush();
  isPlanned = true;
  await stage.restore({ target });
  assert.deepEqual(
    stage.rows("a.txt").map((row) => stage.contentOf(row)),
    ["1\n", "2\n", "written in between\n", "1\n"],
  );
  assert.equal(readPicture(stage.root)["a.txt"], "0644 1\n");
});

test("what is written right after the replacement is found, with no hint", async () => {
  let isDone = false;
  const stage: Stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        after: (method, args) => {
          if (isDone || !isMove(method) || !String(args[0]).includes(".unf-")) return;
          isDone = true;
          // The same size: only another look at the bytes can tell.
          stage.write("a.txt", "9\n");
        },
      }),
  });
  await using _ = stage;
  stage.write("a.txt", "1\n");
  await stage.start();
  const target = await here(stage);
  stage.write("a.txt", "2\n");
  await stage.restore({ target });
  await stage.flush();
  assert.deepEqual(
    stage.rows("a.txt").map((row) => stage.contentOf(row)),
    ["1\n", "2\n", "1\n", "9\n"],
  );
});

test("a plan is refused once the files have changed, and carried out when it is as seen", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  await stage.start();
  const target = await here(stage);
  stage.write("a.txt", "2\n");
  await assert.rejects(
    stage.restore({ target }, { planId: "pl-00000000" }),
    (thrown: UnfError) => thrown.code === "conflict",
  );
  assert.equal(readPicture(stage.root)["a.txt"], "0644 2\n");
  const message = await stage
    .restore({ target }, { planId: "pl-0" })
    .catch((thrown: UnfError) => thrown.hint);
  const planId = /pl-[0-9a-f]{8}/.exec(String(message))?.[0];
  await stage.restore({ target }, { planId });
  assert.equal(readPicture(stage.root)["a.txt"], "0644 1\n");
});

test("a root that was removed is made anew and filled", async () => {
  await using stage = new Stage();
  stage.write("d/a.txt", "1\n");
  await stage.start();
  const target = await here(stage);
  disk.rmSync(stage.root, { recursive: true });
  await stage.restore({ target });
  assert.deepEqual(readPicture(stage.root), { "d/a.txt": "0644 1\n" });
  await stage.project.tick();
  stage.save("d/a.txt", "2\n");
  await stage.flush();
  assert.equal(stage.state()["d/a.txt"], "0644 2\n");
});

test("where no directory can be made, a restore is refused", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  await stage.start();
  const target = await here(stage);
  disk.rmSync(stage.root, { recursive: true });
  disk.writeFileSync(stage.root, "a file");
  await assert.rejects(
    stage.restore({ target }),
    (thrown: UnfError) => thrown.code === "not_found",
  );
  assert.equal(disk.readFileSync(stage.root, "utf8"), "a file");
});

test("a process that only restores takes the directory that replaced the root for the project", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  await stage.start();
  const target = await here(stage);
  disk.renameSync(stage.root, `${stage.root}.old`);
  disk.mkdirSync(stage.root);
  stage.write("a.txt", "2\n");
  await stage.crash();
  const { applied } = await stage.restore({ target });
  assert.equal(applied[0]?.rescued, undefined, "what was there is in the history");
  assert.deepEqual(
    stage.rows("a.txt").map((row) => stage.contentOf(row)),
    ["1\n", "2\n", "1\n"],
  );
});

test("a save within a burst that began before a restore is settled against what the restore left", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  await stage.start();
  const target = await here(stage);
  stage.remove("a.txt");
  await stage.flush();
  const restoring = stage.restore({ target });
  stage.touched("a.txt");
  await restoring;
  stage.save("a.txt", "1\n2\n");
  await stage.clock.advance(10_000);
  assert.deepEqual(stage.story("a.txt").slice(1), [
    "delete a.txt +0 -1",
    "create a.txt +1 -0",
    "modify a.txt +1 -0",
  ]);
});

test("without deletions a directory or a file in the way is refused and left alone", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  stage.write("b/c.txt", "1\n");
  await stage.start();
  const target = await here(stage);
  stage.remove("a.txt");
  stage.write("a.txt/inner.bin", binary);
  stage.remove("b");
  stage.write("b", "a file where the directory was\n");
  const report = await stage.restore({ target, deletions: "keep" });
  assert.deepEqual(kinds(report).sort(), ["kept_newer b", "refused a.txt", "refused b/c.txt"]);
  assert.equal(disk.readFileSync(stage.at("b"), "utf8"), "a file where the directory was\n");
});

test("a file becomes a directory again and a directory a file, when all that goes is recorded", async () => {
  await using stage = new Stage();
  stage.write("a", "1\n");
  stage.write("b/c/d.txt", "1\n");
  await stage.start();
  const target = await here(stage);
  const before = readPicture(stage.root);
  stage.remove("a");
  stage.write("a/x/y.txt", "2\n");
  stage.remove("b");
  stage.write("b", "2\n");
  await stage.restore({ target });
  assert.deepEqual(readPicture(stage.root), before);
});

test("a directory with something unrecorded in it is never replaced by a file", async () => {
  await using stage = new Stage();
  stage.write("a", "1\n");
  await stage.start();
  const target = await here(stage);
  stage.remove("a");
  stage.write("a/x.txt", "2\n");
  stage.write("a/y.bin", binary);
  const report = await stage.restore({ target });
  assert.deepEqual(kinds(report), ["refused a", "delete a/x.txt"]);
  assert.deepEqual(disk.readFileSync(stage.at("a/y.bin")), binary);
});

test("the recorded tree is exported into an empty directory, and nothing is replaced there", async () => {
  await using stage = new Stage();
  stage.write("d/a.sh", "1\n", 0o750);
  disk.symlinkSync("a.sh", stage.at("d/link"));
  await stage.start();
  const target = await here(stage);
  const out = join(stage.directory, "out", "deep") as AbsPath;
  const ports = {
    fs: stage.fs,
    uid: process.getuid?.(),
    content: (snapshot: Parameters<Stage["contentOf"]>[0]) =>
      Buffer.from(stage.contentOf(snapshot), "latin1"),
    breathe: () => stage.clock.breathe(),
  };
  const done = await exportTree(ports, keptRows(stage.timeline.stateAt(target, [])), out);
  assert.deepEqual(done, { files: 2, bytes: 6 });
  assert.deepEqual(readPicture(out), readPicture(stage.root));
  await assert.rejects(
    exportTree(ports, keptRows(stage.timeline.stateAt(target, [])), out),
    (thrown: UnfError) => thrown.code === "refused",
  );
  await assert.rejects(
    exportTree(ports, keptRows(stage.timeline.stateAt(target, [])), join(out, "d/a.sh") as AbsPath),
    (thrown: UnfError) => thrown.code === "refused",
  );
});

test("a timeline that names a path outside the tree exports nothing there", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  await stage.start();
  const [row] = stage.rows();
  assert.ok(row);
  const ports = {
    fs: stage.fs,
    uid: process.getuid?.(),
    content: () => Buffer.from("x"),
    breathe: () => stage.clock.breathe(),
  };
  for (const path of ["../outside", ".git/hooks/post-checkout"]) {
    const out = join(stage.directory, `out-${path.length}`) as AbsPath;
    await assert.rejects(
      exportTree(ports, [{ ...row, path: path as typeof row.path }], out),
      (thrown: UnfError) => thrown.code === "refused",
    );
    assert.ok(!disk.existsSync(join(out, path)));
  }
});

test("an instant before the first version is refused", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  await stage.start();
  await assert.rejects(
    stage.restore({ target: { at: (stage.clock.wall() - 1) as WallMs } }),
    (thrown: UnfError) => thrown.code === "not_found",
  );
});
