import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  closeSync,
  copyFileSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { test } from "node:test";
import { type LogEntry, tellStory } from "./story.ts";

const before = "first\nsecond\n";
const after = "first\nsecond, edited\nthird\n";

/** How programs put a new content in place of `path`. Each ends with `after` there. */
const saves: Record<string, (path: string) => void> = {
  "truncate and write (nano, cat >)": (path) => writeFileSync(path, after),
  "write in place without truncating": (path) => {
    const file = openSync(path, "r+");
    writeSync(file, after, 0);
    closeSync(file);
  },
  "temporary beside it, then rename (VS Code's atomic save, gedit)": (path) => {
    writeFileSync(`${path}.tmp-4711`, after);
    renameSync(`${path}.tmp-4711`, path);
  },
  "hidden swap file, backup by rename, write new (vim)": (path) => {
    const swap = path.replace(/([^/]+)$/, ".$1.swp");
    writeFileSync(swap, "swap\0");
    renameSync(path, `${path}~`);
    writeFileSync(path, after);
    unlinkSync(`${path}~`);
    unlinkSync(swap);
  },
  "backup by copy, write in place (emacs with copying)": (path) => {
    copyFileSync(path, `${path}~`);
    writeFileSync(path, after);
  },
  "backup by hard link, then replace": (path) => {
    linkSync(path, `${path}.bak`);
    unlinkSync(path);
    writeFileSync(path, after);
  },
  "sed -i": (path) => {
    execFileSync("sed", ["-i", "-e", "s/second/second, edited/", "-e", "$a third", path]);
  },
  "delete, then create again": (path) => {
    rmSync(path);
    writeFileSync(path, after);
  },
  "append twice (a shell's >>), after a truncate": (path) => {
    truncateSync(path, 0);
    appendFileSync(path, "first\n");
    appendFileSync(path, "second, edited\nthird\n");
  },
  "temporary elsewhere, then move in": (path) => {
    const outside = `${path.replace(/\/project\/[^/]*$/, "")}/moved-in`;
    writeFileSync(outside, after);
    renameSync(outside, path);
  },
  "save and make executable": (path) => {
    writeFileSync(path, after);
    chmodSync(path, 0o755);
  },
};

test("every editor's way of saving is one settled modification of one file", async (t) => {
  const names = Object.keys(saves);
  const file = (index: number): string => `file-${index}.txt`;
  await using story = await tellStory((at) => {
    for (const index of names.keys()) writeFileSync(at(file(index)), before);
  });
  for (const [index, save] of Object.values(saves).entries()) save(story.at(file(index)));
  await story.flush();
  for (const [index, name] of names.entries()) {
    await t.test(name, async () => {
      assert.equal((await story.unf("cat", file(index))).stdout, after);
      const settled = (await story.log(file(index))).filter((entry: LogEntry) => entry.settled);
      const seen = settled.map(({ kind, added, removed }) => [kind, added, removed]);
      assert.deepEqual(seen, [
        ["modify", 2, 1],
        ["create", 2, 0],
      ]);
      const older = await story.unf("cat", settled.at(-1)?.id ?? "");
      assert.equal(older.stdout, before);
    });
  }
});
