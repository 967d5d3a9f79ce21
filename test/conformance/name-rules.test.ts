import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { type AbsPath, baseName, encodeUtf8, type RelPath } from "@unf/core/base";
import type { FileSystem } from "@unf/core/ports";
import { readNameRules } from "@unf/engine";
import { openFileSystem } from "@unf/system";
import { createMemoryFs } from "../kit/memory-fs.ts";

// How a disk reads names is asked of the disk, as no platform's name tells: ext4, NTFS and APFS fold case or
// not by directory and by volume. Disks that fold are played here behind the port; the real one, whatever it
// is, must be read as it behaves.

type Fold = (name: string) => string;

const exact: Fold = (name) => name;
const caseless: Fold = (name) => name.toLowerCase();
const formless: Fold = (name) => name.normalize("NFC");
const both: Fold = (name) => formless(caseless(name));

const root = "/src/Shop" as AbsPath;

/** A disk with these files in the root, which finds an entry under each name that folds to its own. */
function diskThat(fold: Fold, names: readonly string[]): FileSystem {
  const disk = createMemoryFs();
  const written = { mode: 0o644, sync: false };
  disk.makeDirectory("/src" as AbsPath, 0o755);
  disk.makeDirectory(root, 0o755);
  for (const name of names) disk.writeNew(`${root}/${name}` as AbsPath, encodeUtf8(name), written);
  const lstat = (path: AbsPath) => {
    const name = baseName(path as string as RelPath);
    const directory = (path.slice(0, -name.length - 1) || "/") as AbsPath;
    const found = disk.list(directory)?.find((one) => fold(one.name) === fold(name));
    return disk.lstat(found === undefined ? path : (`${directory}/${found.name}` as AbsPath));
  };
  return { ...disk, lstat };
}

function rulesOf(fold: Fold, names: readonly string[]) {
  const { foldsCase, normalizes } = readNameRules({ fs: diskThat(fold, names), root });
  return { foldsCase, normalizes };
}

test("each kind of disk is told from the others by the names on it", () => {
  const names = ["README.md", "café.ts"];
  assert.deepEqual(rulesOf(exact, names), { foldsCase: false, normalizes: false });
  assert.deepEqual(rulesOf(caseless, names), { foldsCase: true, normalizes: false });
  assert.deepEqual(rulesOf(formless, names), { foldsCase: false, normalizes: true });
  assert.deepEqual(rulesOf(both, names), { foldsCase: true, normalizes: true });
});

test("an empty project is asked by its own name, and one whose names tell nothing, too", () => {
  for (const names of [[], ["1", "2.3"]]) {
    assert.deepEqual(rulesOf(exact, names), { foldsCase: false, normalizes: false });
    // No accents anywhere: who folds case is taken to fold them, so that too much is refused.
    assert.deepEqual(rulesOf(caseless, names), { foldsCase: true, normalizes: true });
  }
});

test("two files whose names differ in case alone say that it is not folded by the other names", () => {
  assert.deepEqual(rulesOf(exact, ["a", "A", "b"]), { foldsCase: false, normalizes: false });
  assert.deepEqual(rulesOf(exact, ["a", "A"]), { foldsCase: false, normalizes: false });
});

test("a directory that cannot be listed is asked by its own name", () => {
  const disk = diskThat(caseless, []);
  const list: FileSystem["list"] = () => {
    throw Object.assign(new Error("EACCES"), { code: "EACCES" });
  };
  const entry = (path: AbsPath) => disk.lstat(path.toLowerCase() === "/src/shop" ? root : path);
  const { foldsCase } = readNameRules({ fs: { ...disk, list, lstat: entry }, root });
  assert.equal(foldsCase, true);
});

test("the disk of this machine is read as it behaves", () => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "unf-names-"))) as AbsPath;
  try {
    mkdirSync(join(directory, "Probe"));
    writeFileSync(join(directory, "caf\u00e9"), "");
    const isThere = (name: string) =>
      statSync(join(directory, name), { throwIfNoEntry: false }) !== undefined;
    const { foldsCase, normalizes } = readNameRules({ fs: openFileSystem(), root: directory });
    assert.deepEqual([foldsCase, normalizes], [isThere("pROBE"), isThere("cafe\u0301")]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
