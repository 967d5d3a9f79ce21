import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { type AbsPath, UnfError } from "@unf/core/base";
import { addRule } from "./add-rule.ts";

const base = mkdtempSync(join(tmpdir(), "unf-rules-"));
after(() => rmSync(base, { recursive: true }));
const file = (name: string, content?: string): AbsPath => {
  const path = join(base, name);
  if (content !== undefined) writeFileSync(path, content);
  return path as AbsPath;
};
const read = (path: string) => readFileSync(path, "utf8");

test("a rule is appended as a line of its own, and nothing else changes", () => {
  const cases = {
    "": "dist/\n",
    "a\n": "a\ndist/\n",
    a: "a\ndist/\n",
    "a\r\n": "a\r\ndist/\r\n",
    "a\r\nb": "a\r\nb\r\ndist/\r\n",
  };
  for (const [before, expected] of Object.entries(cases)) {
    const path = file("rules", before);
    assert.equal(addRule(path, "dist/", false), "added");
    assert.equal(read(path), expected, JSON.stringify(before));
  }
});

test("a file that is not there is created, and a rule that is there is not repeated", () => {
  const path = file("new");
  assert.equal(addRule(path, "*.log", false), "added");
  assert.equal(addRule(path, "*.log", false), "already");
  assert.equal(read(path), "*.log\n");
});

test("a dry run writes nothing", () => {
  const path = file("dry");
  assert.equal(addRule(path, "x", true), "added");
  assert.throws(() => read(path), { code: "ENOENT" });
});

test("what is no rule, and a file that is not a regular one, are refused", () => {
  const code = (path: AbsPath, glob: string) => {
    try {
      addRule(path, glob, false);
    } catch (thrown) {
      return thrown instanceof UnfError ? thrown.code : thrown;
    }
    return undefined;
  };
  for (const glob of ["", "  ", "# note", "a\nb", "a\0b"])
    assert.equal(code(file("none"), glob), "usage");
  const target = file("target", "keep\n");
  symlinkSync(target, join(base, "link"));
  mkdirSync(join(base, "directory"));
  assert.equal(code(file("link"), "x"), "refused");
  assert.equal(code(file("directory"), "x"), "refused");
  assert.equal(read(target), "keep\n");
});
