import assert from "node:assert/strict";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { type AbsPath, type RelPath, systemCode } from "@unf/core/base";
import { openCheckedTree } from "./checked-tree.ts";

const dir = (path: string) => path as RelPath;

function tempTree() {
  const root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "unf-checked-")));
  fs.mkdirSync(join(root, "tree/a/b"), { recursive: true });
  fs.mkdirSync(join(root, "outside/b"), { recursive: true });
  return {
    at: (path: string) => join(root, path) as AbsPath,
    [Symbol.dispose]: () => fs.rmSync(root, { recursive: true, force: true }),
  };
}

function codeOf(action: () => unknown): string | undefined {
  try {
    action();
  } catch (thrown) {
    return systemCode(thrown);
  }
  return undefined;
}

test("a place is the path itself; none is where there is no directory, a link, or another root", () => {
  using temp = tempTree();
  fs.writeFileSync(temp.at("tree/file"), "");
  fs.symlinkSync("../outside", temp.at("tree/link"));
  using tree = openCheckedTree(temp.at("tree"));
  assert.equal(
    tree.within(dir("a/b"), (place) => place),
    temp.at("tree/a/b"),
  );
  for (const path of ["none", "none/x", "file", "file/x", "link", "link/b", "..", "a/.."])
    assert.equal(
      tree.within(dir(path), () => true),
      undefined,
      path,
    );
  fs.renameSync(temp.at("tree"), temp.at("moved"));
  fs.mkdirSync(temp.at("tree/a/b"), { recursive: true });
  assert.equal(
    tree.within(dir("a/b"), () => true),
    undefined,
  );
});

test("a directory that is replaced in the middle of the work is told of", () => {
  using temp = tempTree();
  using tree = openCheckedTree(temp.at("tree"));
  const swapped = () =>
    tree.within(dir("a/b"), () => {
      fs.renameSync(temp.at("tree/a"), temp.at("moved"));
      fs.symlinkSync("../outside", temp.at("tree/a"));
    });
  assert.equal(codeOf(swapped), "ESTALE");
});

test("without a directory there is no tree", () => {
  using temp = tempTree();
  fs.writeFileSync(temp.at("file"), "");
  assert.equal(
    codeOf(() => openCheckedTree(temp.at("none"))),
    "ENOENT",
  );
  assert.equal(
    codeOf(() => openCheckedTree(temp.at("file"))),
    "ENOTDIR",
  );
});
