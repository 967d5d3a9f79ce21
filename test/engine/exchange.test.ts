import assert from "node:assert/strict";
import * as disk from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import type { SnapshotId } from "@unf/core/base";
import { isMove, type Method, systemError, watchDisk } from "./broken-disk.ts";
import { readPicture, Stage } from "./stage.ts";

// Somebody saves between the last look at a path and the very call that takes its place.

const onLinux = { skip: process.platform === "linux" ? false : "needs renameat2" };

async function here(stage: Stage): Promise<{ readonly id: SnapshotId }> {
  return { id: (await stage.flush()) ?? assert.fail() };
}

/** A stage in which `meanwhile` happens just before the first move of a temporary that is asked for. */
function racing(meanwhile: (stage: Stage) => void, isMeant: (name: Method) => boolean): Stage {
  let isDone = false;
  const stage: Stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        before: (method, args) => {
          if (isDone || !isMove(method) || !args.some((one) => String(one).includes("/.unf-")))
            return;
          if (!isMeant(method)) return;
          isDone = true;
          meanwhile(stage);
        },
      }),
  });
  return stage;
}

/** As an editor saves: written aside, then renamed over. */
function save(stage: Stage, name: string, content: string | Buffer): void {
  const aside = join(stage.directory, "editor");
  disk.writeFileSync(aside, content);
  disk.renameSync(aside, stage.at(name));
}

function recorded(stage: Stage, name: string): readonly (string | null)[] {
  return stage.rows(name).map((row) => (row.hash === null ? null : stage.contentOf(row)));
}

const saves: readonly (readonly [string, (stage: Stage) => void])[] = [
  ["atomically", (stage) => save(stage, "a.txt", "saved\n")],
  ["in place", (stage) => disk.writeFileSync(stage.at("a.txt"), "saved\n")],
];
for (const [how, meanwhile] of saves) {
  test(`what is saved ${how} just before a file is replaced is recorded`, onLinux, async () => {
    await using stage = racing(meanwhile, () => true);
    stage.write("a.txt", "1\n");
    await stage.start();
    const target = await here(stage);
    stage.write("a.txt", "2\n");
    await stage.restore({ target });
    assert.deepEqual(readPicture(stage.root), { "a.txt": "0644 1\n" });
    assert.deepEqual(recorded(stage, "a.txt"), ["1\n", "2\n", "saved\n", "1\n"]);
  });

  test(`what is saved ${how} just before a file is removed is recorded`, onLinux, async () => {
    await using stage = racing(meanwhile, () => true);
    stage.write("b.txt", "1\n");
    await stage.start();
    const target = await here(stage);
    stage.write("a.txt", "2\n");
    await stage.flush();
    await stage.restore({ target });
    assert.deepEqual(readPicture(stage.root), { "b.txt": "0644 1\n" });
    assert.deepEqual(recorded(stage, "a.txt"), ["2\n", "saved\n", null]);
  });
}

test("what is created just before a file comes back is recorded", onLinux, async () => {
  await using stage = racing(
    (it) => save(it, "a.txt", "saved\n"),
    () => true,
  );
  stage.write("a.txt", "1\n");
  await stage.start();
  const target = await here(stage);
  stage.remove("a.txt");
  await stage.flush();
  await stage.restore({ target });
  assert.deepEqual(readPicture(stage.root), { "a.txt": "0644 1\n" });
  assert.deepEqual(recorded(stage, "a.txt"), ["1\n", null, "saved\n", "1\n"]);
});

test(
  "a directory that is made where a file is to be replaced stays, with what is in it",
  onLinux,
  async () => {
    await using stage = racing(
      (it) => {
        it.remove("a.txt");
        it.write("a.txt/theirs.txt", "theirs\n");
      },
      () => true,
    );
    stage.write("a.txt", "1\n");
    await stage.start();
    const target = await here(stage);
    stage.write("a.txt", "2\n");
    await assert.rejects(stage.restore({ target }), /EISDIR/);
    assert.deepEqual(readPicture(stage.root), { "a.txt/theirs.txt": "0644 theirs\n" });
  },
);

test("who saves again while the first save is put back keeps both", onLinux, async () => {
  let exchanges = 0;
  const stage: Stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        before: (method) => {
          if (method !== "exchange") return;
          exchanges += 1;
          save(stage, "a.txt", `save ${exchanges}\n`);
        },
      }),
  });
  await using _ = stage;
  stage.write("a.txt", "1\n");
  await stage.start();
  const target = await here(stage);
  stage.write("a.txt", "2\n");
  await assert.rejects(stage.restore({ target }), /rolled back/);
  assert.equal(exchanges, 2);
  assert.deepEqual(readPicture(stage.root), { "a.txt": "0644 save 1\n" });
  assert.equal(disk.readFileSync(join(stage.directory, "rescue/1/a.txt"), "utf8"), "save 2\n");
});

test("where entries cannot be exchanged a restore goes on by renaming", async () => {
  await using stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, { instead: (method) => (method === "exchange" ? false : undefined) }),
  });
  for (const name of ["a.txt", "gone.txt"]) stage.write(name, "1\n");
  await stage.start();
  const target = await here(stage);
  stage.write("a.txt", "2\n");
  stage.remove("gone.txt");
  stage.write("new.txt", "2\n");
  await stage.restore({ target });
  assert.deepEqual(readPicture(stage.root), { "a.txt": "0644 1\n", "gone.txt": "0644 1\n" });
  assert.deepEqual(disk.readdirSync(stage.root).sort(), ["a.txt", "gone.txt"]);
});

test("killed just after the exchange, a start keeps what came out unseen", onLinux, async () => {
  const died = new Error("planted: killed");
  let isKilled = false;
  const stage: Stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        before: (method) => {
          if (isKilled) throw died;
          if (method === "exchange") save(stage, "a.txt", "saved\n");
        },
        after: (method) => {
          isKilled ||= method === "exchange";
        },
      }),
  });
  await using _ = stage;
  stage.write("a.txt", "1\n");
  await stage.start();
  const target = await here(stage);
  stage.write("a.txt", "2\n");
  await assert.rejects(stage.restore({ target }));
  isKilled = false;
  await stage.crash();
  assert.deepEqual(readPicture(stage.root), { "a.txt": "0644 1\n" });
  assert.deepEqual(disk.readdirSync(stage.root), ["a.txt"]);
  assert.equal(disk.readFileSync(join(stage.directory, "rescue/1/a.txt"), "utf8"), "saved\n");
});

test("a move that is refused leaves what it was to move", onLinux, async () => {
  await using stage = racing(
    () => {
      throw systemError("EPERM");
    },
    (method) => method === "exchange",
  );
  stage.write("a.txt", "1\n");
  await stage.start();
  const target = await here(stage);
  stage.write("a.txt", "2\n");
  await assert.rejects(stage.restore({ target }), /rolled back.*EPERM/);
  assert.deepEqual(readPicture(stage.root), { "a.txt": "0644 2\n" });
});
