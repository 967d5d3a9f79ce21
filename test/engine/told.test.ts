import assert from "node:assert/strict";
import * as disk from "node:fs";
import { test } from "node:test";
import type { RelPath } from "@unf/core/base";
import { Stage } from "./stage.ts";

// A flush under a watcher that vouches for its hints looks at what these told of, and at nothing else.
// "Silently" is a write of which no hint tells: through a mapping, or a hard link outside the project.

/** Swept once, under a watcher that tells everything. */
async function watched(files: Readonly<Record<string, string>>): Promise<Stage> {
  const stage = new Stage();
  stage.tellsAll = true;
  for (const [path, content] of Object.entries(files)) stage.write(path, content);
  await stage.start();
  // Rows of the baseline are no mass change any more.
  await stage.clock.advance(60_000);
  return stage;
}

test("what the hints told of is recorded, and nothing else is looked at", async () => {
  await using stage = await watched({ "a.txt": "1\n", "b.txt": "1\n" });
  stage.save("a.txt", "2\n");
  stage.write("b.txt", "silently\n");
  await stage.flush();
  assert.equal(stage.rows("a.txt").length, 2);
  assert.equal(stage.rows("b.txt").length, 1);
});

test("a thorough flush, and the sweep on the timer, find what no hint told of", async () => {
  await using stage = await watched({ "a.txt": "1\n", "b.txt": "1\n" });
  stage.write("a.txt", "silently\n");
  await stage.project.flush(undefined, true);
  assert.equal(stage.rows("a.txt").length, 2);
  stage.write("b.txt", "silently\n");
  await stage.clock.advance(15 * 60_000);
  await stage.project.tick();
  await stage.clock.advance(1000);
  await stage.flush();
  assert.equal(stage.rows("b.txt").length, 2);
});

test("a restore replaces nothing that no hint told of before it is recorded", async () => {
  await using stage = await watched({ "a.txt": "1\n", "b.txt": "1\n" });
  const id = stage.timeline.facts().lastId;
  assert.ok(id !== null);
  stage.save("a.txt", "2\n");
  await stage.flush();
  stage.write("a.txt", "3, silently\n");
  stage.write("b.txt", "2, silently\n");
  await stage.restore({ target: { id } });
  assert.equal(disk.readFileSync(stage.at("a.txt"), "utf8"), "1\n");
  assert.equal(disk.readFileSync(stage.at("b.txt"), "utf8"), "1\n");
  for (const [path, content] of [
    ["a.txt", "3, silently\n"],
    ["b.txt", "2, silently\n"],
  ] as const) {
    const kept = stage.rows(path).filter((row) => row.hash !== null);
    assert.ok(
      kept.some((row) => stage.contentOf(row) === content),
      path,
    );
  }
});

test("a directory of which a hint told is swept by the flush", async () => {
  await using stage = await watched({ "a.txt": "1\n" });
  stage.write("new/deep/b.txt", "1\n");
  stage.hint({ kind: "directory", path: "new" as RelPath });
  await stage.flush();
  assert.equal(stage.rows("new/deep/b.txt").length, 1);
});

test("a hard link that is known is looked at by each flush", async () => {
  await using stage = await watched({ "a.txt": "1\n" });
  disk.linkSync(stage.at("a.txt"), `${stage.directory}/elsewhere`);
  stage.closed("a.txt");
  await stage.flush();
  disk.writeFileSync(`${stage.directory}/elsewhere`, "through the other name\n");
  await stage.flush();
  assert.equal(stage.rows("a.txt").length, 2);
});

test("a file that gets a second name within the project is recorded under both", async () => {
  await using stage = await watched({ "a.txt": "1\n" });
  disk.linkSync(stage.at("a.txt"), stage.at("b.txt"));
  disk.writeFileSync(stage.at("b.txt"), "through the second name\n");
  stage.closed("b.txt");
  await stage.flush();
  assert.deepEqual([stage.rows("a.txt").length, stage.rows("b.txt").length], [2, 1]);
});

/** Everything after which hints do not tell all. */
const doubts: Readonly<Record<string, (stage: Stage) => unknown>> = {
  "events were lost": (stage) => stage.hint({ kind: "overflow", proven: true }),
  "a directory is not watched": (stage) =>
    stage.hint({ kind: "unwatched", path: "dir" as RelPath, code: "EACCES" }),
  "the watcher died": (stage) => stage.hint({ kind: "dead", cause: new Error("planted") }),
  "the watcher is another": (stage) => stage.project.attachment.attach(),
  "a gap is open": (stage) => stage.project.gaps.begin("io_error", stage.clock.wall()),
  "a hint could not be taken in": (stage) => stage.project.sweeps.doubt(),
  "rules changed where nobody watches": (stage) => {
    stage.write(".git/info/exclude", "*.log\n");
  },
  "a mass change goes on": (stage) => {
    for (let n = 0; n < 500; n += 1) stage.save(`many/${n}.txt`, "1\n");
  },
};

for (const [what, cause] of Object.entries(doubts)) {
  test(`everything is looked at when ${what}`, async () => {
    await using stage = await watched({ "a.txt": "1\n", "dir/b.txt": "1\n" });
    await cause(stage);
    stage.write("a.txt", "silently\n");
    await stage.flush();
    assert.equal(stage.rows("a.txt").length, 2);
  });
}

test("while directories are watched again by changed rules, what these let in is looked at", async () => {
  await using stage = await watched({ "dir/.gitignore": "*.log\n", "dir/b.log": "1\n" });
  assert.equal(stage.rows("dir/b.log").length, 0);
  let go: () => void = () => undefined;
  stage.onRewatch = () => new Promise<void>((resolve) => (go = resolve));
  stage.save("dir/.gitignore", "\n");
  await stage.flush();
  assert.equal(stage.rows("dir/b.log").length, 1);
  go();
});

test("a sweep that failed leaves everything in doubt until one has come to its end", async () => {
  let failing: string | undefined;
  await using stage = new Stage({
    wrap: (fs) => ({
      ...fs,
      list: (path) => {
        if (failing !== undefined && path.endsWith(failing)) throw new Error("planted");
        return fs.list(path);
      },
    }),
  });
  stage.tellsAll = true;
  stage.write("a.txt", "1\n");
  await stage.start();
  await stage.clock.advance(60_000);
  stage.write("dir/b.txt", "1\n");
  failing = "/dir";
  stage.hint({ kind: "directory", path: "dir" as RelPath });
  await stage.clock.advance(60_000);
  failing = undefined;
  stage.write("a.txt", "silently\n");
  await stage.flush();
  assert.equal(stage.rows("dir/b.txt").length, 1);
  assert.equal(stage.rows("a.txt").length, 2);
});

test("what was handed to a sweep that has not begun is swept by the flush before it", async () => {
  await using stage = await watched({ "a.txt": "1\n" });
  stage.write("dir/b.txt", "1\n");
  stage.hint({ kind: "directory", path: "dir" as RelPath });
  let isRecorded: boolean | undefined;
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  // Asked for first, so that the sweep of the directory waits behind both.
  const first = stage.project.exclusively(() => held);
  const flushed = stage.project.flush().then(() => {
    isRecorded = stage.rows("dir/b.txt").length === 1;
  });
  await stage.clock.advance(60_000);
  go();
  await Promise.all([first, flushed]);
  assert.equal(isRecorded, true);
});
