import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { RelPath } from "../base/brand.ts";
import { refuseCollisions } from "./refuse-collisions.ts";
import { exactNames } from "./safe-path.ts";

const folding = { ...exactNames, foldsCase: true };
const normalizing = { ...exactNames, normalizes: true };
const both = { ...folding, ...normalizing, foldsCase: true };

function refused(paths: readonly string[], rules = both): Record<string, string> {
  return Object.fromEntries(refuseCollisions(paths as RelPath[], rules));
}

test("A and a are both refused, each with the other's name, where case is folded", () => {
  assert.deepEqual(refused(["dir/A", "dir/a", "dir/b"], folding), {
    "dir/A": "dir/a",
    "dir/a": "dir/A",
  });
  assert.deepEqual(refused(["dir/A", "dir/a"], normalizing), {});
});

test("ß and ss are both refused where case is folded", () => {
  assert.deepEqual(refused(["straße", "strasse"], folding), {
    straße: "strasse",
    strasse: "straße",
  });
});

test("é composed and decomposed are both refused where names are normalised", () => {
  const [composed, decomposed] = ["caf\u00e9", "cafe\u0301"];
  const expected = { [composed]: decomposed, [decomposed]: composed };
  assert.deepEqual(refused([composed, decomposed], normalizing), expected);
  assert.deepEqual(refused([composed, decomposed], folding), {});
  assert.deepEqual(refused([composed, decomposed.toUpperCase()]), {
    [composed]: decomposed.toUpperCase(),
    [decomposed.toUpperCase()]: composed,
  });
});

test("directories that differ in case collide in their files only", () => {
  assert.deepEqual(refused(["Src/a", "src/b"]), {});
  assert.deepEqual(refused(["Src/a", "src/a"]), { "Src/a": "src/a", "src/a": "Src/a" });
});

test("a file and a directory of the same name are both refused", () => {
  assert.deepEqual(refused(["Docs/a/b", "docs"]), { "Docs/a/b": "docs", docs: "Docs/a/b" });
});

test("of three that collide each names another of them", () => {
  assert.deepEqual(refused(["A", "a", "Á", "á"]), { A: "a", a: "A", Á: "á", á: "Á" });
  assert.deepEqual(refused(["aB", "ab", "AB"]), { aB: "ab", ab: "aB", AB: "aB" });
});

test("where every name is a file of its own nothing is refused", () => {
  const name = fc.constantFrom("A", "a", "ß", "ss", "\u00e9", "e\u0301", "A/a", "a/A");
  fc.assert(
    fc.property(fc.uniqueArray(name), (paths) => {
      assert.deepEqual(refused(paths, exactNames), {});
    }),
  );
});

test("what is left when the refused are left out collides no more", () => {
  const name = fc.constantFrom(
    "A",
    "a",
    "B",
    "b",
    "ß",
    "ss",
    "SS",
    "\u00e9",
    "e\u0301",
    "a/x",
    "A/X",
  );
  fc.assert(
    fc.property(fc.uniqueArray(name), (paths) => {
      const first = refused(paths);
      assert.deepEqual(refused(paths.filter((path) => first[path] === undefined)), {});
      for (const [path, other] of Object.entries(first))
        assert.ok(path !== other && other in first);
    }),
  );
});
