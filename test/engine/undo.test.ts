import assert from "node:assert/strict";
import * as disk from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { SnapshotId, UnfError } from "@unf/core/base";
import { type InvertOrder, type InvertReport, invertProject } from "@unf/engine";
import { readPicture, Stage } from "./stage.ts";

const binary = Buffer.of(0x7f, 0x45, 0, 1, 2);
const lines = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";

function invert(
  stage: Stage,
  kind: "undo" | "redo",
  more: Partial<InvertOrder> = {},
): Promise<InvertReport> {
  const order = { kind, operation: undefined, planId: undefined, argv: [kind] } as const;
  return invertProject(stage.project, { ...order, ...more });
}

async function here(stage: Stage): Promise<{ readonly id: SnapshotId }> {
  const id = await stage.flush();
  assert.ok(id !== null);
  return { id };
}

function tell({ applied }: InvertReport): string[] {
  return applied.map(({ action }) => {
    const more = "why" in action ? ` ${action.why}` : action.merged ? " merged" : "";
    return `${action.kind} ${action.path}${more}`;
  });
}

test("an undo brings back content, modes, links, deleted and unrecordable files; a redo takes them again", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  stage.write("run.sh", "1\n", 0o755);
  stage.write("swap", "a file\n");
  stage.write("bin", "text\n");
  disk.symlinkSync("a.txt", stage.at("link"));
  await stage.start();
  const target = await here(stage);
  const then = readPicture(stage.root);
  stage.write("a.txt", "2\n");
  disk.chmodSync(stage.at("run.sh"), 0o644);
  stage.remove("link");
  stage.write("link", "a file now\n");
  stage.remove("swap");
  stage.write("swap/inner/b.txt", "1\n");
  stage.write("bin", binary);
  stage.write("later/new.txt", "1\n");
  await stage.flush();
  disk.chmodSync(stage.at("later"), 0o700);
  const before = readPicture(stage.root);
  await stage.restore({ target });
  assert.deepEqual(readPicture(stage.root), then);

  const undone = await invert(stage, "undo");
  assert.equal(undone.inverted, 1);
  assert.deepEqual(readPicture(stage.root), before);
  assert.equal((disk.statSync(stage.at("later")).mode & 0o777).toString(8), "700");
  await invert(stage, "redo");
  assert.deepEqual(readPicture(stage.root), then);
  await invert(stage, "undo");
  assert.deepEqual(readPicture(stage.root), before);
  assert.equal((await stage.project.flush()).recorded, 0);
});

test("undo goes back level by level, also after a restart, and redo forward again", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "0\n");
  await stage.start();
  const points = [await here(stage)];
  for (const text of ["1\n", "2\n", "3\n"]) {
    stage.write("a.txt", text);
    points.push(await here(stage));
  }
  const now = () => disk.readFileSync(stage.at("a.txt"), "utf8");
  const [zero, one, two] = points;
  assert.ok(zero && one && two);
  await stage.restore({ target: two });
  await stage.restore({ target: zero });
  await stage.restore({ target: one });
  await stage.crash();
  for (const text of ["0\n", "2\n", "3\n"]) {
    await invert(stage, "undo");
    assert.equal(now(), text);
  }
  await assert.rejects(invert(stage, "undo"), (thrown: UnfError) => thrown.code === "not_found");
  for (const text of ["2\n", "0\n", "1\n"]) {
    await invert(stage, "redo");
    assert.equal(now(), text);
  }
  await assert.rejects(invert(stage, "redo"), (thrown: UnfError) => thrown.code === "not_found");
});

test("what was edited since is merged; where the edits meet, the newer text stays and is named", async () => {
  await using stage = new Stage();
  stage.write("far.txt", lines);
  stage.write("near.txt", lines);
  stage.write("both.txt", lines);
  await stage.start();
  const target = await here(stage);
  const changed = lines.replace("2\n", "two\n");
  for (const name of ["far", "near", "both"]) stage.write(`${name}.txt`, changed);
  await stage.flush();
  await stage.restore({ target });
  stage.write("far.txt", lines.replace("8\n", "eight\n"));
  stage.write("near.txt", lines.replace("2\n", "zwei\n"));
  const report = await invert(stage, "undo");
  assert.deepEqual(tell(report), [
    "write both.txt",
    "write far.txt merged",
    "kept near.txt overlaps",
  ]);
  assert.deepEqual(readPicture(stage.root), {
    "both.txt": `0644 ${changed}`,
    "far.txt": `0644 ${changed.replace("8\n", "eight\n")}`,
    "near.txt": `0644 ${lines.replace("2\n", "zwei\n")}`,
  });
  const merged = stage.rows("far.txt").at(-1);
  assert.equal(merged?.cause, "operation");
  assert.ok(merged !== undefined && stage.contentOf(merged).includes("eight"));
});

test("an undo refuses a plan that is not the one seen, and an operation that is not there", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  await stage.start();
  const target = await here(stage);
  stage.write("a.txt", "2\n");
  await stage.restore({ target });
  await assert.rejects(
    invert(stage, "undo", { planId: "pl-00000000" }),
    (thrown: UnfError) => thrown.code === "conflict",
  );
  await assert.rejects(
    invert(stage, "undo", { operation: 7 }),
    (thrown: UnfError) => thrown.code === "not_found",
  );
  assert.equal(disk.readFileSync(stage.at("a.txt"), "utf8"), "1\n");
});

test("an undo whose rescued file is gone leaves what stands there and says so", async () => {
  await using stage = new Stage();
  stage.write("bin", "text\n");
  await stage.start();
  const target = await here(stage);
  stage.write("bin", binary);
  await stage.restore({ target });
  disk.rmSync(join(stage.directory, "rescue"), { recursive: true });
  const report = await invert(stage, "undo");
  assert.deepEqual([tell(report), report.operation], [["refused bin content_lost"], undefined]);
  assert.equal(disk.readFileSync(stage.at("bin"), "utf8"), "text\n");
});
