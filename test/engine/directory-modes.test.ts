import assert from "node:assert/strict";
import * as disk from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { AbsPath, RelPath, SnapshotId } from "@unf/core/base";
import { directoryModeAt } from "@unf/core/ports";
import { keptRows } from "@unf/core/timeline";
import { exportTree } from "@unf/engine";
import { Stage } from "./stage.ts";

// A directory that a restore, an undo or an export makes has the mode that it had.

const last = (stage: Stage) => ({ id: stage.timeline.facts().lastId as SnapshotId });

function mode(path: string): string {
  return (disk.statSync(path).mode & 0o777).toString(8);
}

function modes(stage: Stage, ...paths: readonly string[]): string[] {
  return paths.map((path) => mode(stage.at(path)));
}

/** As a shell with umask 022 would have made it, but for `private` and what is below it. */
async function stageWithPrivate(): Promise<Stage> {
  const stage = new Stage();
  disk.chmodSync(stage.root, 0o755);
  stage.write("src/deep/a.ts", "1\n");
  stage.write("private/in/notes.md", "for nobody\n");
  disk.chmodSync(stage.at("private"), 0o700);
  disk.chmodSync(stage.at("private/in"), 0o755);
  for (const path of ["src", "src/deep"]) disk.chmodSync(stage.at(path), 0o755);
  await stage.start();
  return stage;
}

test("a directory that was removed is restored with its mode, and so are those below it", async () => {
  await using stage = await stageWithPrivate();
  const target = last(stage);
  stage.remove("private");
  stage.remove("src");
  await stage.flush();
  await stage.restore({ target });
  assert.deepEqual(modes(stage, "private", "private/in", "src/deep"), ["700", "755", "755"]);
  await stage.invert("undo");
  assert.ok(!disk.existsSync(stage.at("private")));
  await stage.invert("redo");
  assert.deepEqual(modes(stage, "private", "private/in", "src/deep"), ["700", "755", "755"]);
});

test("an ordinary tree costs one row, and each directory that differs from the one above it another", async () => {
  await using stage = await stageWithPrivate();
  const known = stage.timeline.directoryModes().map(({ path }) => path);
  assert.deepEqual(known.sort(), ["", "private", "private/in"]);
  await stage.flush();
  assert.equal(stage.timeline.directoryModes().length, 3);
});

test("the mode is that of the instant that is restored", async () => {
  await using stage = await stageWithPrivate();
  const before = last(stage);
  disk.chmodSync(stage.at("private"), 0o750);
  stage.write("private/in/notes.md", "for some\n");
  await stage.flush();
  const between = last(stage);
  disk.chmodSync(stage.at("private"), 0o755);
  stage.write("private/in/notes.md", "for all\n");
  await stage.flush();
  for (const [target, wanted] of [
    [before, "700"],
    [between, "750"],
    [last(stage), "755"],
  ] as const) {
    stage.remove("private");
    await stage.restore({ target });
    assert.equal(mode(stage.at("private")), wanted);
  }
});

test("a mode that changed alone is recorded when the watcher tells, and one above it changes nothing below", async () => {
  await using stage = await stageWithPrivate();
  const before = last(stage);
  disk.chmodSync(stage.at("src"), 0o711);
  stage.hint({ kind: "mode", path: "src" as RelPath });
  stage.project.committer.commit();
  const modeOf = (path: string) =>
    directoryModeAt(stage.timeline, path as RelPath, before)?.toString(8);
  assert.deepEqual([modeOf("src"), modeOf("src/deep")], ["40711", "40755"]);
  disk.chmodSync(stage.root, 0o700);
  stage.hint({ kind: "mode", path: "" as RelPath });
  stage.remove("src");
  stage.gone("src/deep/a.ts");
  await stage.flush();
  await stage.restore({ target: before });
  assert.deepEqual(modes(stage, "src", "src/deep", ""), ["711", "755", "700"]);
});

test("a new directory is looked at when its first file is recorded", async () => {
  await using stage = await stageWithPrivate();
  disk.mkdirSync(stage.at("keys"), { mode: 0o700 });
  stage.save("keys/notes.txt", "one\n");
  await stage.clock.advance(5000);
  const target = last(stage);
  stage.remove("keys");
  await stage.flush();
  await stage.restore({ target });
  assert.deepEqual(modes(stage, "keys"), ["700"]);
});

test("where no mode is known nobody but the owner may enter", async () => {
  await using stage = await stageWithPrivate();
  const target = last(stage);
  stage.remove("src");
  await stage.flush();
  await stage.close();
  const { DatabaseSync } = await import("node:sqlite");
  using file = new DatabaseSync(join(stage.directory, "timeline.db"));
  file.exec("DELETE FROM directories");
  stage.reopen();
  await stage.project.recover();
  await stage.project.start({ cause: "sweep" });
  await stage.restore({ target });
  assert.deepEqual(modes(stage, "src", "src/deep"), ["700", "700"]);
});

test("an exported tree has the modes of its directories", async () => {
  await using stage = await stageWithPrivate();
  const point = last(stage);
  const out = join(stage.directory, "out") as AbsPath;
  const ports = {
    fs: stage.fs,
    uid: process.getuid?.(),
    content: (snapshot: Parameters<Stage["contentOf"]>[0]) =>
      Buffer.from(stage.contentOf(snapshot), "latin1"),
    modeOf: (path: RelPath) => directoryModeAt(stage.timeline, path, point),
    breathe: () => stage.clock.breathe(),
  };
  await exportTree(ports, keptRows(stage.timeline.stateAt(point, [])), out);
  const made = ["private", "private/in", "src/deep"].map((path) => mode(join(out, path)));
  assert.deepEqual(made, ["700", "755", "755"]);
});

test("what was noted and could not be committed is looked at again", async () => {
  await using stage = await stageWithPrivate();
  disk.chmodSync(stage.at("src"), 0o711);
  stage.hint({ kind: "mode", path: "src" as RelPath });
  stage.project.committer.discard();
  await stage.flush();
  const known = directoryModeAt(stage.timeline, "src" as RelPath, last(stage));
  assert.equal(known?.toString(8), "40711");
});
