import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { type ProjectEntry, resolveScope } from "@unf/answers";
import { type AbsPath, type ProjectId, UnfError } from "@unf/core/base";
import { readCanonical } from "../frame/world/canonical.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "unf-scope-")));
after(() => rmSync(base, { recursive: true }));
for (const path of ["shop/src/deep", "shop/nested/lib", "other"])
  mkdirSync(join(base, path), { recursive: true });
symlinkSync(join(base, "shop"), join(base, "link"));
symlinkSync("src", join(base, "shop/alias"));

const project = (root: string, id: string): ProjectEntry => ({
  id: id as ProjectId,
  root: join(base, root) as AbsPath,
  watched: true,
  addedAt: null,
});
const projects = [project("shop", "1"), project("shop/nested", "2")];

function resolve(cwd: string, words: readonly string[] = [], projectWord?: string) {
  const scope = resolveScope({
    projects,
    asker: { canonical: readCanonical, cwd: () => join(base, cwd) as AbsPath, projectWord },
    pathWords: words,
  });
  return [scope.project.id, ...scope.within];
}

const code = (run: () => unknown): string => {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof UnfError) return thrown.code;
    throw thrown;
  }
  return "none";
};

test("without words the innermost project around the working directory is meant, whole", () => {
  assert.deepEqual(resolve("shop"), ["1"]);
  assert.deepEqual(resolve("shop/src/deep"), ["1"]);
  assert.deepEqual(resolve("shop/nested/lib"), ["2"]);
  assert.equal(
    code(() => resolve("other")),
    "not_watched",
  );
});

test("words count from the working directory and choose the innermost project", () => {
  assert.deepEqual(resolve("shop/src", ["a.ts", "../b.ts", "."]), ["1", "src/a.ts", "b.ts", "src"]);
  assert.deepEqual(resolve("shop", ["nested/x"]), ["2", "x"]);
  assert.deepEqual(resolve("other", [join(base, "shop/src/gone/x.ts")]), ["1", "src/gone/x.ts"]);
  assert.deepEqual(resolve("shop", ["./src//deep/../a.ts/"]), ["1", "src/a.ts"]);
});

test("links on the way are followed, the last name is not", () => {
  assert.deepEqual(resolve("other", ["../link/src/a.ts"]), ["1", "src/a.ts"]);
  assert.deepEqual(resolve("other", ["../link"]), ["1", ""]);
  assert.deepEqual(resolve("shop", ["alias"]), ["1", "alias"]);
  assert.deepEqual(resolve("shop", ["alias/a.ts"]), ["1", "src/a.ts"]);
});

test("paths of two projects in one call are refused", () => {
  assert.equal(
    code(() => resolve("shop", ["src", "nested/x"])),
    "usage",
  );
});

test("--project means exactly that project", () => {
  assert.deepEqual(resolve("other", [], "../shop"), ["1"]);
  assert.deepEqual(resolve("shop/nested", ["x"], ".."), ["1", "nested/x"]);
  assert.equal(
    code(() => resolve("shop", [], "src")),
    "not_watched",
  );
});

test("with --project a relative word that leads out of it means its root", () => {
  assert.deepEqual(resolve("other", ["src/a.ts"], "../shop"), ["1", "src/a.ts"]);
  assert.equal(
    code(() => resolve("other", ["../../x"], "../shop")),
    "not_found",
  );
  assert.equal(
    code(() => resolve("other", [join(base, "other/x")], "../shop")),
    "not_found",
  );
});

test("an empty word and one with NUL are refused", () => {
  assert.equal(
    code(() => resolve("shop", [""])),
    "usage",
  );
  assert.equal(
    code(() => resolve("shop", ["a\0b"])),
    "usage",
  );
});
