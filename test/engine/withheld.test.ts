import assert from "node:assert/strict";
import * as disk from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { SnapshotId } from "@unf/core/base";
import { oopsProject } from "@unf/engine";
import { digest } from "@unf/system/digest";
import { openTimelineCheck } from "@unf/timeline";
import { Stage } from "./stage.ts";

const hashOnly = { config: { "secrets.hash_only": [".env*"] } };

/** Every file below the stage's directory but those of the project, as one string of bytes. */
function everything(stage: Stage): string {
  const names = disk.readdirSync(stage.directory, { recursive: true, withFileTypes: true });
  return names
    .filter((one) => one.isFile() && !join(one.parentPath, one.name).startsWith(stage.root))
    .map((one) => disk.readFileSync(join(one.parentPath, one.name), "latin1"))
    .join("\n");
}

async function here(stage: Stage): Promise<{ readonly id: SnapshotId }> {
  const id = await stage.flush();
  assert.ok(id !== null);
  return { id };
}

test("of a hash-only file the history has digest and size, and no byte, line or content", async () => {
  await using stage = new Stage(hashOnly);
  stage.write(".env", "TOKEN=once\n");
  stage.write("a.txt", "1\n");
  await stage.start();
  stage.save(".env", "TOKEN=twice-as-long\n");
  await stage.flush();
  stage.save(".env", "TOKEN=thrice\n");
  await stage.flush();
  stage.remove(".env");
  await stage.flush();
  const rows = stage.rows(".env");
  assert.deepEqual(
    rows.map(({ event, bytes, counts, withheld }) => [event, bytes, counts, withheld]),
    [
      ["create", 11, null, true],
      ["modify", 20, null, true],
      ["modify", 13, null, true],
      ["delete", 0, null, undefined],
    ],
  );
  assert.equal(rows[0]?.hash, digest(Buffer.from("TOKEN=once\n")));
  await stage.close();
  assert.doesNotMatch(everything(stage), /TOKEN=/);
});

test("verify misses no content that was not kept, and the tables agree", async () => {
  await using stage = new Stage(hashOnly);
  stage.write(".env", "A=1\n");
  stage.write("a.txt", "1\n");
  await stage.start();
  await stage.flush();
  await stage.crash();
  assert.equal(stage.logged.includes("heads.healed"), false);
  using check = openTimelineCheck(join(stage.directory, "timeline.db") as never);
  assert.deepEqual(check.disagreements(), []);
  const hash = digest(Buffer.from("A=1\n"));
  assert.equal(check.contents(hash.slice(0, 2)).length, 0);
});

test("a restore gives back what it can, says what was not kept, and rescues what it replaces", async () => {
  await using stage = new Stage();
  stage.write(".env", "A=kept\n");
  stage.write("b.txt", "1\n");
  await stage.start();
  const kept = await here(stage);
  await stage.project.reconfigure({ filter: stage.filter(hashOnly.config), maxFileBytes: 1e6 });
  stage.write(".env", "A=withheld\n");
  stage.write("b.txt", "2\n");
  const withheld = await here(stage);
  const { applied, operation } = await stage.restore({ target: kept });
  assert.deepEqual(
    applied.map(({ action, rescued }) => [action.kind, action.path, rescued !== undefined]),
    [
      ["write", ".env", true],
      ["write", "b.txt", false],
    ],
  );
  const rescued = join(stage.directory, "rescue", String(operation), ".env");
  assert.equal(disk.readFileSync(rescued, "utf8"), "A=withheld\n");
  assert.equal(disk.readFileSync(stage.at(".env"), "utf8"), "A=kept\n");
  const again = await stage.restore({ target: withheld });
  assert.deepEqual(
    again.applied.map(({ action }) => [action.kind, action.path, "why" in action && action.why]),
    [
      ["refused", ".env", "content_withheld"],
      ["write", "b.txt", false],
    ],
  );
  await stage.invert("undo");
  await stage.invert("undo");
  assert.equal(disk.readFileSync(stage.at(".env"), "utf8"), "A=withheld\n");
  await stage.invert("redo");
  assert.equal(disk.readFileSync(stage.at(".env"), "utf8"), "A=kept\n");
});

test("what nothing but the disk holds is never deleted by a restore, and by an oops only after a rescue", async () => {
  await using stage = new Stage(hashOnly);
  stage.write("a.txt", "1\n");
  await stage.start();
  const before = await here(stage);
  stage.write(".env", "A=1\n");
  await here(stage);
  const { applied } = await stage.restore({ target: before });
  assert.deepEqual(
    applied.map(({ action }) => [action.kind, action.path]),
    [["kept_newer", ".env"]],
  );
  const request = { kind: "last", count: 1, agent: null } as const;
  const report = await oopsProject(stage.project, { request, planId: undefined, argv: ["oops"] });
  assert.deepEqual(
    report.applied.map(({ action, rescued }) => [action.kind, rescued !== undefined]),
    [["delete", true]],
  );
  assert.equal(disk.existsSync(stage.at(".env")), false);
  await stage.invert("undo");
  assert.equal(disk.readFileSync(stage.at(".env"), "utf8"), "A=1\n");
});

test("what is to be kept from now on is recorded anew, though the file is what it was", async () => {
  await using stage = new Stage(hashOnly);
  stage.write(".env", "A=1\n");
  await stage.start();
  await here(stage);
  await stage.project.reconfigure({ filter: stage.filter(), maxFileBytes: 1e6 });
  const [first, second, ...more] = stage.rows(".env");
  assert.deepEqual([first?.withheld, second?.withheld, more.length], [true, undefined, 0]);
  assert.ok(second !== undefined);
  assert.equal(stage.contentOf(second), "A=1\n");
});
