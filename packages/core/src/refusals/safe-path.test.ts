import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath } from "../base/brand.ts";
import { exactNames, isSafePath } from "./safe-path.ts";

const windows = { ...exactNames, windows: true };

function isSafe(path: string, rules = exactNames): boolean {
  return isSafePath(path as RelPath, rules);
}

const unsafeEverywhere = {
  "a path out of the root": ["../x", "a/../../x", "a/..", ".."],
  "an absolute path": ["/etc/x", "/"],
  "an empty name": ["", "a//b", "a/", "/a"],
  "a name for the directory itself": [".", "./a", "a/./b"],
  "a NUL": ["a\0b", "\0", "a/b\0"],
  "a hook in .git": [".git/hooks/x", ".git", "sub/.git/config"],
  ".git in capitals": [".GIT/x", ".Git/x"],
  ".git with dots and spaces behind it, which NTFS drops": [
    ".git /x",
    ".git./x",
    ".git ./x",
    ".git . ./x",
  ],
  ".git by its short name": ["GIT~1/x", "git~1"],
  ".git with marks that HFS+ ignores": [
    ".g\u200cit/x",
    ".gi\u200dt/x",
    "\ufeff.git/x",
    ".git\u202e/x",
  ],
  "a stream of .git": [".git::$INDEX_ALLOCATION/x", ".git:x"],
};

for (const [what, paths] of Object.entries(unsafeEverywhere)) {
  test(`${what} is never written`, () => {
    for (const path of paths) {
      assert.equal(isSafe(path), false, JSON.stringify(path));
      assert.equal(isSafe(path, windows), false, JSON.stringify(path));
    }
  });
}

const unsafeOnWindows = {
  "a drive": ["C:x", "c:/x", "C:"],
  "a stream of a file": ["x:ads", "a/x:ads:$DATA"],
  "a path past the checks of Windows": ["\\\\?\\C:\\x", "\\\\.\\pipe\\x", "\\\\server\\share"],
  "a separator in a name": ["a\\b", "..\\x", ".git\\hooks\\x"],
  "a device": ["con", "NUL", "a/com1.txt", "LPT9", "aux .c", "com¹"],
  "a name that Windows would shorten": ["a.", "a ", "dir./x"],
  "a character that Windows forbids": ["a?", "a*", "<a>", 'a"b', "a|b", "a\u0001b"],
};

for (const [what, paths] of Object.entries(unsafeOnWindows)) {
  test(`${what} is not written on Windows; elsewhere it is a name like any other`, () => {
    for (const path of paths) {
      assert.equal(isSafe(path, windows), false, JSON.stringify(path));
      assert.equal(isSafe(path), true, JSON.stringify(path));
    }
  });
}

test("names that only resemble those are written everywhere", () => {
  const fine = [
    ".gitignore",
    "src/.github/x",
    "git",
    "a.git",
    "~1",
    "...",
    "..a",
    "console",
    "com10",
  ];
  for (const path of fine.filter((one) => one !== "..."))
    assert.equal(isSafe(path, windows), true, path);
  for (const path of fine) assert.equal(isSafe(path), true, path);
  assert.equal(isSafe("caf\udce9"), true);
});
