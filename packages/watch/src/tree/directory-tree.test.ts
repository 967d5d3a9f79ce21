import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { AbsPath, RelPath } from "@unf/core/base";
import type { Hint } from "@unf/core/ports";
import { DirectoryTree } from "./directory-tree.ts";

/**
 * A tree over a real directory and a pretended watcher, whose handles are numbers. `log` holds what
 * it was asked for and what was reported, in order.
 */
function plant(
  directories: readonly string[],
  open: (path: string) => string | undefined = () => undefined,
) {
  const root = mkdtempSync(join(tmpdir(), "unf-tree-"));
  for (const directory of directories) mkdirSync(join(root, directory), { recursive: true });
  const log: string[] = [];
  const held = new Map<number, string>();
  const moved = new Set<string>();
  const excluded = new Set(["excluded"]);
  let handles = 0;
  const below = (path: string) => path.slice(root.length + 1);
  const tree = new DirectoryTree<number>({
    root: root as AbsPath,
    scope: { covers: (directory) => !excluded.has(directory) },
    watching: {
      open(path, node) {
        const code = open(below(path));
        if (code !== undefined) return code;
        if (node.handle !== undefined && !moved.delete(below(path))) return node.handle;
        handles += 1;
        held.set(handles, below(path));
        log.push(`open ${below(path)}`);
        return handles;
      },
      close(handle) {
        log.push(`close ${held.get(handle)}`);
        held.delete(handle);
      },
    },
    report: (hint: Hint) => log.push([hint.kind, "path" in hint ? hint.path : ""].join(" ")),
  });
  return {
    root,
    tree,
    log,
    /** Directories the scope does not cover. */
    excluded,
    /** From now on another directory stands at the path. */
    replace: (path: string) => moved.add(path),
    watched: () => [...held.values()].sort(),
    [Symbol.dispose]: () => rmSync(root, { recursive: true }),
  };
}

test("a directory is listed only after its watch is set", async () => {
  using planted = plant(["a/b"], (path) => {
    // A listing before the watch misses what appears at the very moment of watching.
    if (path.split("/").length < 4)
      mkdirSync(join(planted.root, path, "late"), { recursive: true });
    return undefined;
  });
  await planted.tree.cover();
  const expected = ["", "a", "a/b", "a/b/late", "a/b/late/late", "a/late", "a/late/late"];
  expected.push("a/late/late/late", "late", "late/late", "late/late/late", "late/late/late/late");
  assert.deepEqual(planted.watched(), expected);
  assert.equal(planted.tree.directories, expected.length);
});

test("a new directory is reported once, after everything below it is watched", async () => {
  using planted = plant(["a"]);
  await planted.tree.cover();
  planted.log.length = 0;
  mkdirSync(join(planted.root, "new/b/c"), { recursive: true });
  planted.tree.appeared(planted.tree.root, "new");
  assert.deepEqual(planted.log, ["open new", "open new/b", "open new/b/c", "directory new"]);
  mkdirSync(join(planted.root, "new/b/d/e"), { recursive: true });
  planted.tree.appeared(planted.tree.root, "new");
  assert.equal(planted.log.length, 4);
  await planted.tree.rewatch("" as RelPath);
  assert.deepEqual(planted.log.slice(4), ["open new/b/d", "open new/b/d/e", "directory new/b/d"]);
});

test("what is refused is reported, not entered, and tried again", async () => {
  let isFull = true;
  using planted = plant(["full/inside", "open", "excluded/inside"], (path) =>
    isFull && path.startsWith("full") ? "ENOSPC" : undefined,
  );
  await planted.tree.cover();
  assert.deepEqual(planted.watched(), ["", "open"]);
  assert.ok(planted.log.includes("unwatched full"));
  assert.ok(!planted.log.includes("unwatched full/inside"));
  planted.log.length = 0;
  planted.tree.retry(planted.tree.root);
  assert.deepEqual(planted.log, ["unwatched full"]);
  isFull = false;
  await planted.tree.rewatch("full" as RelPath);
  assert.deepEqual(planted.watched(), ["", "full", "full/inside", "open"]);
  assert.deepEqual(planted.log.slice(1), ["open full", "open full/inside", "directory full"]);
});

test("another directory in the same place is walked anew, and nothing of the old one is kept", async () => {
  using planted = plant(["a/old", "b"]);
  await planted.tree.cover();
  planted.log.length = 0;
  renameSync(join(planted.root, "a/old"), join(planted.root, "a/new"));
  planted.replace("a");
  planted.tree.appeared(planted.tree.root, "a");
  assert.deepEqual(planted.log, ["open a", "close a/old", "close a", "open a/new", "directory a"]);
  assert.equal(planted.tree.directories, 4);
  planted.tree.disappeared(planted.tree.root, "a");
  assert.deepEqual(planted.watched(), ["", "b"]);
  assert.equal(planted.tree.directories, 2);
});

test("watching again drops what is gone and what is no longer covered, and keeps the rest", async () => {
  using planted = plant(["gone/a", "kept/a", "ignored/a", "unignored/a"]);
  planted.excluded.add("unignored");
  await planted.tree.cover();
  rmSync(join(planted.root, "gone"), { recursive: true });
  planted.excluded.add("ignored").delete("unignored");
  planted.log.length = 0;
  await planted.tree.rewatch("" as RelPath);
  assert.deepEqual(planted.watched(), ["", "kept", "kept/a", "unignored", "unignored/a"]);
  assert.ok(planted.log.includes("directory unignored"));
  assert.ok(!planted.log.some((line) => line.includes("kept")));
  planted.excluded.add("kept");
  planted.tree.appeared(planted.tree.root, "kept");
  assert.deepEqual(planted.watched(), ["", "unignored", "unignored/a"]);
});

test("a root that is another one, or gone, is lost", async () => {
  using planted = plant(["a"]);
  await planted.tree.cover();
  planted.replace("");
  await planted.tree.rewatch("" as RelPath);
  assert.equal(planted.log.at(-1), "root_lost ");
  using gone = plant([], () => "ENOENT");
  await assert.rejects(gone.tree.cover(), { code: "not_found" });
});

test("a large tree that moves in is walked in pieces, and reported when all of it is watched", async () => {
  using planted = plant([], (path) => {
    // Stands for a tree of hundreds of thousands of directories, with fewer.
    if (path.startsWith("large/")) spin(5);
    return undefined;
  });
  await planted.tree.cover();
  for (let n = 0; n < 100; n += 1)
    mkdirSync(join(planted.root, `large/d${n}`), { recursive: true });
  planted.tree.appeared(planted.tree.root, "large");
  assert.ok(planted.watched().length < 102, "the rest waits for its turn");
  assert.ok(!planted.log.includes("directory large"));
  await planted.tree.settled();
  assert.equal(planted.watched().length, 102);
  assert.equal(planted.log.at(-1), "directory large");
});

test("a large tree that moves out while it is walked leaves nothing watched", async () => {
  using planted = plant([], (path) => {
    if (path.startsWith("large/")) spin(5);
    return undefined;
  });
  await planted.tree.cover();
  for (let n = 0; n < 100; n += 1)
    mkdirSync(join(planted.root, `large/d${n}/e`), { recursive: true });
  planted.tree.appeared(planted.tree.root, "large");
  planted.tree.disappeared(planted.tree.root, "large");
  await planted.tree.settled();
  assert.deepEqual(planted.watched(), [""]);
  assert.ok(!planted.log.includes("directory large"));
});

function spin(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}
