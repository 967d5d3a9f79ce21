import assert from "node:assert/strict";
import * as disk from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { StorageError } from "@unf/core/base";
import type { Timeline } from "@unf/core/ports";
import { isLongForm } from "../kit/index.ts";
import { type Method, systemError, watchDisk } from "./broken-disk.ts";
import { readPicture, Stage, type StageOptions } from "./stage.ts";

// A project's own store cannot be written: the project's files are well.

/** Calls with which the store changes something on disk. */
const writes: readonly Method[] = [
  "writeNew",
  "rename",
  "makeDirectory",
  "syncFile",
  "syncAll",
  "flushAll",
  "flushFile",
];

/** Breaks calls of the object store as long as `broken` gives a code. */
function breakStore(
  broken: (method: Method) => string | undefined,
): NonNullable<StageOptions["wrap"]> {
  return (fs) =>
    watchDisk(fs, {
      before: (method, args) => {
        if (!writes.includes(method) || !/\/(objects|packs)/.test(String(args[0]))) return;
        const code = broken(method);
        if (code !== undefined) throw systemError(code);
      },
    });
}

/** Makes every write to the timeline fail while `isBroken`. */
function breakTimeline(timeline: Timeline, isBroken: () => boolean): void {
  for (const name of ["commit", "openGap", "extendGap", "closeGap", "dropFromInbox"] as const) {
    const write = timeline[name].bind(timeline) as (...args: unknown[]) => never;
    timeline[name] = (...args: unknown[]) => {
      if (isBroken()) throw new StorageError("no_space", "planted: the disk is full");
      return write(...args);
    };
  }
}

/** Twelve seconds pass, with the look that the daemon takes every second. */
async function waitForRetry(stage: Stage): Promise<void> {
  for (let second = 0; second < 12; second += 1) {
    await stage.clock.advance(1000);
    await stage.project.tick();
  }
}

function temporaries(stage: Stage): string[] {
  return ["objects/tmp", "packs/tmp"].flatMap((name) => {
    const directory = join(stage.directory, name);
    return disk.existsSync(directory) ? disk.readdirSync(directory) : [];
  });
}

/** Everything on disk is recorded and can be read, and no gap is open. */
function assertWhole(stage: Stage): void {
  assert.deepEqual(stage.state(), readPicture(stage.root));
  for (const row of stage.rows()) if (row.hash !== null) stage.contentOf(row);
  assert.deepEqual(
    stage.timeline.gaps().filter((gap) => gap.closedAt === null),
    [],
  );
  assert.deepEqual(temporaries(stage), []);
}

test("a commit that fails in a timer stops the project, says so, and is made good by itself", async () => {
  await using stage = new Stage();
  let isFull = false;
  breakTimeline(stage.timeline, () => isFull);
  await stage.start();
  isFull = true;
  const from = stage.clock.wall();
  stage.save("a.txt", "1\n");
  await stage.clock.advance(500);
  const { condition } = stage.project;
  assert.equal(condition.kind, "degraded");
  assert.match("why" in condition ? condition.why : "", /full: recording stopped at /);
  await assert.rejects(stage.project.flush(), { code: "no_space" });
  assert.equal(stage.project.gaps.isOwing, true, "the gap could not be written yet");
  // Nothing is gathered in memory, whatever happens meanwhile.
  for (let n = 0; n < 500; n += 1) stage.save(`f${n}.txt`, `${n}\n`);
  assert.equal(stage.project.loop.openBursts, 0);
  isFull = false;
  await waitForRetry(stage);
  assert.equal(stage.project.condition.kind, "watching");
  assertWhole(stage);
  const [gap] = stage.timeline.gaps();
  assert.equal(gap?.reason, "disk_full");
  assert.ok(gap !== undefined && gap.from >= from && gap.to > gap.from);
  assert.equal(gap.pathsDiffered, 501);
});

/** Until all that was recorded is old enough to leave the inbox. */
async function waitForDrain(stage: Stage): Promise<void> {
  for (let second = 0; second < 80; second += 1) {
    await stage.clock.advance(1000);
    await stage.project.tick();
  }
}

test("an object that cannot be written leaves row and content in the timeline", async () => {
  let code: string | undefined;
  await using stage = new Stage({ wrap: breakStore(() => code) });
  await stage.start();
  await stage.clock.advance(1000);
  code = "ENOSPC";
  stage.save("a.txt", "1\n");
  await stage.clock.advance(100);
  assert.equal(stage.project.condition.kind, "watching", "nothing but the timeline is needed");
  await waitForDrain(stage);
  assert.deepEqual(stage.story("a.txt"), ["create a.txt +1 -0"]);
  const [row] = stage.rows();
  assert.ok(row !== undefined);
  assert.equal(stage.contentOf(row), "1\n");
  assert.equal(stage.project.committer.rows, 1, "whoever asks for new rows was told");
  assert.equal(stage.project.condition.kind, "degraded");
  code = undefined;
  await waitForRetry(stage);
  assert.deepEqual(stage.story("a.txt"), ["create a.txt +1 -0"]);
  assert.deepEqual(stage.timeline.inboxHashes(), []);
  assertWhole(stage);
});

test("a large batch whose flush fails commits nothing, and leaves nothing that could be relied on", async () => {
  let isBroken = true;
  await using first = new Stage({
    wrap: breakStore((m) => (m === "flushFile" && isBroken ? "EIO" : undefined)),
  });
  await using second = new Stage({ shared: first });
  for (let n = 0; n < 300; n += 1) first.write(`f${n}.txt`, `${n}\n`);
  // Another project of the same process has put contents that the same flush was to make durable.
  for (let n = 0; n < 300; n += 1) second.write(`g${n}.txt`, `other ${n}\n`);
  const putBySecond = second.project.start({ cause: "baseline" });
  await assert.rejects(first.start(), { code: "failed" });
  await putBySecond.catch((thrown: unknown) => assert.ok(thrown instanceof StorageError));
  assert.deepEqual(first.rows(), []);
  isBroken = false;
  await waitForRetry(first);
  await waitForRetry(second);
  assertWhole(first);
  assert.deepEqual(second.state(), readPicture(second.root));
  assert.equal(first.timeline.gaps()[0]?.reason, "io_error");
});

test("an object whose flush failed is written anew before the inbox lets go of it", async () => {
  const calls: string[] = [];
  let isBroken = false;
  await using stage = new Stage({
    wrap: breakStore((method) => {
      if (isBroken && method === "syncFile") return "EIO";
      calls.push(method);
      return undefined;
    }),
  });
  await stage.start();
  await stage.clock.advance(1000);
  stage.save("a.txt", "1\n");
  await stage.clock.advance(5000);
  isBroken = true;
  await waitForDrain(stage);
  assert.equal(stage.timeline.inboxHashes().length, 1);
  assert.equal(stage.project.condition.kind, "degraded");
  isBroken = false;
  calls.length = 0;
  await waitForRetry(stage);
  assert.deepEqual(calls.slice(0, 3), ["writeNew", "rename", "syncFile"]);
  assert.deepEqual(stage.timeline.inboxHashes(), []);
  assertWhole(stage);
});

test("a timeline that is taken away stops the project; put back, it goes on with a gap", async () => {
  await using stage = new Stage();
  await stage.start();
  stage.save("a.txt", "1\n");
  await stage.flush();
  const path = join(stage.directory, "timeline.db");
  for (const end of ["", "-wal", "-shm"]) disk.renameSync(path + end, `${path}.away${end}`);
  disk.mkdirSync(path);
  await stage.clock.advance(16_000);
  await stage.project.tick();
  const { condition } = stage.project;
  assert.match("why" in condition ? condition.why : "", /removed or replaced/);
  stage.save("a.txt", "2\n");
  await waitForRetry(stage);
  assert.equal(stage.project.condition.kind, "degraded");
  assert.deepEqual(disk.readdirSync(path), []);
  disk.rmdirSync(path);
  for (const end of ["", "-wal", "-shm"]) {
    if (disk.existsSync(`${path}.away${end}`)) disk.renameSync(`${path}.away${end}`, path + end);
  }
  await waitForRetry(stage);
  assert.equal(stage.project.condition.kind, "watching");
  assertWhole(stage);
  assert.equal(stage.timeline.gaps()[0]?.reason, "io_error");
});

test("a gap that lasts is in the timeline from its beginning, and a later recorder ends it", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  await stage.start();
  disk.renameSync(stage.root, `${stage.root}.away`);
  await stage.clock.advance(1000);
  await stage.project.tick();
  const [begun] = stage.timeline.gaps();
  assert.deepEqual([begun?.reason, begun?.closedAt], ["root_unavailable", null]);
  await stage.clock.advance(60_000);
  disk.renameSync(`${stage.root}.away`, stage.root);
  await stage.crash();
  await stage.project.start({ cause: "sweep" });
  const [ended] = stage.timeline.gaps();
  assert.equal(ended?.id, begun?.id);
  assert.ok(begun !== undefined && (ended?.to ?? 0) >= begun.to + 60_000);
  assert.ok(ended?.closedAt !== null);
});

test("a recorder that starts while the store still fails goes on with the gap that is there", async () => {
  let code: string | undefined;
  await using stage = new Stage({ wrap: breakStore(() => code) });
  await stage.start();
  await stage.clock.advance(1000);
  code = "ENOSPC";
  stage.save("a.txt", "1\n");
  await waitForDrain(stage);
  const [begun] = stage.timeline.gaps();
  await stage.crash();
  await stage.project.start({ cause: "sweep" });
  assert.equal(stage.project.condition.kind, "degraded");
  code = undefined;
  await waitForRetry(stage);
  const gaps = stage.timeline.gaps();
  assert.deepEqual(
    gaps.map(({ id, reason, from }) => [id, reason, from]),
    [[begun?.id, "disk_full", begun?.from]],
  );
  assert.ok((gaps[0]?.to ?? 0) >= (begun?.to ?? 0) + 10_000, "and it lasted until it went on");
  assertWhole(stage);
});

test("a hold from outside stops recording before anything fails, and ends with the hold", async () => {
  const held = new StorageError("no_space", "planted: less than the mark is left");
  let isHeld = false;
  let given = 0;
  const storage = {
    held: () => (isHeld ? held : undefined),
    makeRoom: () => {
      given += 1;
      return false;
    },
  };
  await using stage = new Stage({ storage });
  await stage.start();
  stage.save("a.txt", "1\n");
  isHeld = true;
  await stage.clock.advance(1000);
  await stage.project.tick();
  assert.equal(given, 1);
  // Work that was under way was finished first.
  assert.equal(stage.rows("a.txt").length, 1);
  stage.save("a.txt", "2\n");
  await waitForRetry(stage);
  await assert.rejects(stage.project.flush(), held);
  isHeld = false;
  await stage.project.tick();
  assert.equal(stage.project.condition.kind, "watching");
  assertWhole(stage);
});

/** One short day: a baseline, then edits, a new file, a deletion, and the inbox put in order. */
async function liveThrough(stage: Stage): Promise<void> {
  stage.write("kept.txt", "1\n");
  stage.write("gone.txt", "1\n");
  await stage.project.recover();
  await stage.start().catch(expectStorage);
  stage.save("kept.txt", "2\n");
  await stage.clock.advance(200);
  stage.save("new.txt", "n\n");
  stage.remove("gone.txt");
  stage.gone("gone.txt");
  await stage.clock.advance(4000);
  await stage.project.flush().catch(expectStorage);
  for (let at = 0; at < 70; at += 10) {
    await stage.clock.advance(10_000);
    await stage.project.tick();
  }
}

function expectStorage(thrown: unknown): void {
  assert.ok(thrown instanceof StorageError, String(thrown));
}

/** They take one way through the program: the short form goes it with two of them. */
const codes = isLongForm("UNF_SUSPENSION")
  ? ["ENOSPC", "EIO", "EMFILE", "EROFS"]
  : ["ENOSPC", "EIO"];

for (const code of codes) {
  test(`whichever write of the store fails with ${code}, once or from then on, all is made good`, async () => {
    for (const persists of [false, true]) {
      for (let failing = 0; ; failing += 1) {
        let calls = 0;
        let isCured = false;
        const hits = () => (persists ? calls > failing : calls === failing + 1);
        await using stage = new Stage({
          wrap: breakStore(() => {
            calls += 1;
            return hits() && !isCured ? code : undefined;
          }),
        });
        await liveThrough(stage);
        const wasHit = calls > failing;
        isCured = true;
        await waitForRetry(stage);
        await stage.flush();
        assertWhole(stage);
        if (!wasHit) break;
      }
    }
  });
}
