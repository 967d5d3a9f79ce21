import assert from "node:assert/strict";
import * as disk from "node:fs";
import { test } from "node:test";
import type { FileSystem } from "@unf/core/ports";
import { FakeClock } from "../kit/fake-clock.ts";
import { Random } from "./random.ts";
import { readPicture, Stage } from "./stage.ts";

// A sweep looks up nothing in a directory whose stats are those with which everything in it was as recorded.
// The clock is ahead of the disk here, so that files count as having lain still when they were read.

const hour = 3_600_000;

/** Counts the files whose stat is asked for one by one, which a sweep does where it looks at heads. */
function watchLooks(): { readonly wrap: (fs: FileSystem) => FileSystem; readonly looks: string[] } {
  const looks: string[] = [];
  return {
    looks,
    wrap: (fs) => ({
      ...fs,
      lstat: (path) => {
        looks.push(path);
        return fs.lstat(path);
      },
    }),
  };
}

async function swept(files: Readonly<Record<string, string>>) {
  const { wrap, looks } = watchLooks();
  const stage = new Stage({ wrap, clock: new FakeClock({ start: Date.now() + hour }) });
  for (const [path, content] of Object.entries(files)) stage.write(path, content);
  await stage.start();
  // The second sweep finds everything as recorded, and notes that.
  await stage.flush();
  return { stage, looks };
}

test("a sweep looks at no file where nothing has changed, and counts the same", async () => {
  const { stage, looks } = await swept({
    "a.txt": "1\n",
    "dir/b.txt": "1\n",
    "dir/in/c.txt": "1\n",
  });
  await using _ = stage;
  looks.length = 0;
  const report = await stage.project.exclusively(() => stage.project.sweepWhole());
  assert.deepEqual(
    looks.filter((path) => path.endsWith(".txt")),
    [],
  );
  assert.equal(report.files, 3);
  assert.equal(report.bytes, 6);
});

/** Everything of which a sweep must take note, and what the log then has. */
const changes: Readonly<Record<string, readonly [(stage: Stage) => void, string]>> = {
  "a file is written": [(stage) => stage.write("dir/b.txt", "other\n"), "modify dir/b.txt"],
  "a file keeps size and time of change": [
    (stage) => {
      const { atimeMs, mtimeMs } = disk.statSync(stage.at("dir/b.txt"));
      stage.write("dir/b.txt", "2\n");
      disk.utimesSync(stage.at("dir/b.txt"), atimeMs / 1000, mtimeMs / 1000);
    },
    "modify dir/b.txt",
  ],
  "a file is gone": [(stage) => stage.remove("dir/b.txt"), "delete dir/b.txt"],
  "a directory is gone": [(stage) => stage.remove("dir/in"), "delete dir/in/c.txt"],
  "a file is new": [(stage) => stage.write("dir/d.txt", "1\n"), "create dir/d.txt"],
  "a directory is new": [(stage) => stage.write("dir/new/d.txt", "1\n"), "create dir/new/d.txt"],
  "a mode is another": [
    (stage) => disk.chmodSync(stage.at("dir/b.txt"), 0o755),
    "modify dir/b.txt",
  ],
  "a file is a directory now": [
    (stage) => {
      stage.remove("dir/b.txt");
      stage.write("dir/b.txt/e.txt", "1\n");
    },
    "delete dir/b.txt",
  ],
  "the last of the paths is gone": [(stage) => stage.remove("z.txt"), "delete z.txt"],
  "a file is ignored from now on": [
    (stage) => stage.write("dir/.gitignore", "c.txt\n"),
    "delete dir/in/c.txt",
  ],
  "a rule stands outside of all directories": [
    (stage) => stage.write(".git/info/exclude", "c.txt\n"),
    "delete dir/in/c.txt",
  ],
  "a directory is a tool's output from now on": [
    (stage) => stage.write("dir/Cargo.toml", "\n"),
    "delete dir/target/f.txt",
  ],
};

for (const [what, [change, expected]] of Object.entries(changes)) {
  test(`a sweep finds it when ${what}, whether its directory was known or not`, async () => {
    const { stage } = await swept({
      "a.txt": "1\n",
      "dir/b.txt": "1\n",
      "dir/in/c.txt": "1\n",
      "dir/target/f.txt": "1\n",
      "dir-x.txt": "1\n",
      "z.txt": "1\n",
    });
    await using _ = stage;
    change(stage);
    const before = stage.rows().length;
    await stage.flush();
    assert.ok(
      stage
        .story()
        .slice(before)
        .some((line) => line.startsWith(expected)),
      stage.story().join("\n"),
    );
    const rows = stage.rows().length;
    await stage.flush();
    await stage.flush();
    assert.equal(stage.rows().length, rows);
  });
}

test("a rule that is taken back while another directory changes is found", async () => {
  const { stage } = await swept({
    "dir/.gitignore": "*.log\n",
    "dir/in/a.log": "1\n",
    "b.txt": "1\n",
  });
  await using _ = stage;
  stage.write("dir/.gitignore", "\n");
  stage.write("b.txt", "more\n");
  await stage.flush();
  assert.equal(stage.rows("dir/in/a.log").length, 1);
});

test("a file that could not be read is read once it can be, though nothing else changes", async () => {
  let isRefused = false;
  const stage = new Stage({
    clock: new FakeClock({ start: Date.now() + hour }),
    wrap: (fs) => ({
      ...fs,
      read: (path, ...rest) =>
        isRefused && path.endsWith("/b.txt")
          ? { kind: "unreadable", code: "EACCES" }
          : fs.read(path, ...rest),
    }),
  });
  await using _ = stage;
  stage.write("dir/b.txt", "1\n");
  await stage.start();
  await stage.flush();
  stage.write("dir/b.txt", "other\n");
  isRefused = true;
  await stage.flush();
  isRefused = false;
  await stage.flush();
  assert.equal(stage.rows("dir/b.txt").length, 2);
});

test("whatever changes, in whatever order, the sweeps find", async () => {
  const random = new Random(7);
  const { stage } = await swept({ "a.txt": "1\n", "dir/b.txt": "1\n", "dir/in/c.txt": "1\n" });
  await using _ = stage;
  const names = ["a", "b", "dir", "in", "dir-x", "in.txt"];
  for (let round = 0; round < 120; round += 1) {
    for (let n = random.below(4); n > 0; n -= 1) {
      const depth = 1 + random.below(3);
      const path = Array.from({ length: depth }, () => random.pick(names)).join("/");
      try {
        if (random.chance(0.3)) stage.remove(path);
        else stage.write(path, "x".repeat(round * 4 + n));
      } catch (thrown) {
        // A file where a directory is to be, and the like.
        assert.ok(thrown instanceof Error && "code" in thrown);
      }
    }
    await stage.flush();
    const heads = Object.fromEntries(
      [...stage.timeline.heads("" as never, undefined, 1000)].map(({ path, bytes }) => [
        path,
        bytes,
      ]),
    );
    const picture = readPicture(stage.root);
    const sizes = Object.fromEntries(
      Object.keys(picture).map((path) => [path, disk.lstatSync(stage.at(path)).size]),
    );
    assert.deepEqual(heads, sizes, `round ${round}`);
  }
});
