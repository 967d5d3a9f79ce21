import assert from "node:assert/strict";
import * as disk from "node:fs";
import { test } from "node:test";
import type { RelPath, SnapshotId, UnfError } from "@unf/core/base";
import type { RestoreRequest } from "@unf/core/restore";
import { watchDisk } from "./broken-disk.ts";
import { readPicture, Stage } from "./stage.ts";

const lines = (changed: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: 40 }, (_, index) => `${changed[index + 1] ?? index + 1}\n`).join("");
const later = lines({ 2: "two", 20: "twenty", 39: "end" });

/** A file that differs from the state to return to in three places. */
async function threeHunks(stage: Stage): Promise<Pick<RestoreRequest, "target">> {
  stage.write("a.txt", lines());
  await stage.start();
  const id = (await stage.flush()) ?? (0 as SnapshotId);
  stage.write("a.txt", later);
  await stage.flush();
  return { target: { id } };
}

const some = (...chosen: number[]) => ({ hunks: [{ path: "a.txt" as RelPath, chosen }] });

async function planOf(stage: Stage, request: Parameters<Stage["restore"]>[0]): Promise<string> {
  const refused = await stage
    .restore(request, { planId: "pl-0" })
    .catch((thrown: UnfError) => thrown);
  return /pl-[0-9a-f]{8}/.exec(String((refused as UnfError).hint))?.[0] ?? "";
}

test("chosen hunks are written, are on record as the operation, and undo takes them back", async () => {
  await using stage = new Stage();
  const request = { ...(await threeHunks(stage)), ...some(0, 2) };
  disk.chmodSync(stage.at("a.txt"), 0o755);
  await stage.restore(request, { planId: await planOf(stage, request) });
  assert.equal(readPicture(stage.root)["a.txt"], `0755 ${lines({ 20: "twenty" })}`);
  const rows = stage.rows("a.txt");
  assert.equal(rows.at(-1)?.cause, "operation");
  assert.equal(rows.map((row) => stage.contentOf(row)).at(-1), lines({ 20: "twenty" }));
});

test("numbers of hunks mean nothing once the file has changed: a conflict, and nothing is written", async () => {
  for (const edited of [
    lines({ 2: "two" }),
    later.replace("twenty", "20 now"),
    lines({ 30: "new", 2: "two", 20: "twenty", 39: "end" }),
    lines(),
  ]) {
    await using stage = new Stage();
    const request = { ...(await threeHunks(stage)), ...some(2) };
    const planId = await planOf(stage, request);
    stage.write("a.txt", edited);
    const refused = await stage.restore(request, { planId }).catch((thrown: UnfError) => thrown);
    assert.equal((refused as UnfError).code, "conflict");
    assert.equal(readPicture(stage.root)["a.txt"], `0644 ${edited}`);
    assert.deepEqual(stage.timeline.operations(9), []);
  }
});

test("hunks are chosen from the very content that the plan saw, also when it changes under the plan", async () => {
  let reads = 0;
  let last = Number.POSITIVE_INFINITY;
  const edited = lines({ 7: "seven", 39: "end" });
  const stage: Stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        before: (method, [path]) => {
          if (method !== "read" || !String(path).endsWith("a.txt")) return;
          reads += 1;
          if (reads === last) stage.write("a.txt", edited);
        },
      }),
  });
  await using _ = stage;
  const request = { ...(await threeHunks(stage)), ...some(1) };
  await planOf(stage, request);
  reads = 0;
  const planId = await planOf(stage, request);
  // The last look at the file is the one for its hunks: the others say what stands there.
  last = reads;
  reads = 0;
  const refused = await stage.restore(request, { planId }).catch((thrown: UnfError) => thrown);
  assert.ok(last > 0 && reads >= last, `${reads} reads`);
  assert.match(String(refused), /a\.txt changes just now/);
  assert.equal((refused as UnfError).code, "conflict");
  assert.equal(readPicture(stage.root)["a.txt"], `0644 ${edited}`);
});

test("a hunk that there is not is refused and leaves the file alone", async () => {
  await using stage = new Stage();
  const report = await stage.restore({ ...(await threeHunks(stage)), ...some(3) });
  assert.deepEqual(report.operation, undefined);
  assert.deepEqual(
    report.applied.map(({ action }) => action.kind === "refused" && action.why),
    ["no_such_hunk"],
  );
  assert.equal(readPicture(stage.root)["a.txt"], `0644 ${later}`);
});

test("a restored file never runs as its owner, and what it was is no difference", async () => {
  await using stage = new Stage();
  stage.write("run", "1\n");
  disk.chmodSync(stage.at("run"), 0o6755);
  await stage.start();
  const target = { id: (await stage.flush()) ?? (0 as SnapshotId) };
  assert.equal(stage.rows("run").at(-1)?.mode, 0o106755);
  stage.write("run", "2\n");
  await stage.restore({ target });
  assert.equal(disk.statSync(stage.at("run")).mode & 0o7777, 0o755);
  assert.equal((await stage.restore({ target })).operation, undefined, "it is as wanted");
});

test("what root makes anew in somebody else's tree is theirs, and what it replaces keeps its owner", {
  skip: process.getuid?.() === 0 ? false : "only root can give files away",
}, async () => {
  await using stage = new Stage();
  stage.write("dir/deep/a.txt", "1\n");
  stage.write("own.txt", "1\n");
  disk.symlinkSync("a.txt", stage.at("dir/link"));
  await stage.start();
  const target = { id: (await stage.flush()) ?? (0 as SnapshotId) };
  disk.chownSync(stage.root, 1234, 4321);
  stage.remove("dir");
  stage.write("own.txt", "2\n");
  await stage.restore({ target });
  const ownerOf = (path: string) => {
    const { uid, gid } = disk.lstatSync(stage.at(path));
    return [path, uid, gid];
  };
  for (const path of ["dir", "dir/deep", "dir/deep/a.txt", "dir/link"]) {
    assert.deepEqual(ownerOf(path), [path, 1234, 4321]);
  }
  assert.deepEqual(ownerOf("own.txt"), ["own.txt", 0, 0]);
});
