import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { AbsPath, RelPath } from "../base/brand.ts";
import { joinPath } from "../base/path.ts";
import { createRouter } from "./router.ts";

const abs = (text: string) => text as AbsPath;

test("the longest root that contains a path owns it", () => {
  const router = createRouter(["/home/a/src", "/home/a/src/shop", "/srv"].map(abs));
  assert.deepEqual(router.route(abs("/home/a/src/shop/cart.ts")), {
    root: "/home/a/src/shop",
    path: "cart.ts",
  });
  assert.deepEqual(router.route(abs("/home/a/src/lib/x.ts")), {
    root: "/home/a/src",
    path: "lib/x.ts",
  });
  assert.deepEqual(router.route(abs("/srv")), { root: "/srv", path: "" });
});

test("a root is a prefix of names, not of characters", () => {
  const router = createRouter([abs("/a/shop")]);
  assert.equal(router.route(abs("/a/shopping/list")), undefined);
  assert.equal(router.route(abs("/a")), undefined);
});

test("the file system's root contains everything that no other root does", () => {
  const router = createRouter(["/", "/a/b"].map(abs));
  assert.deepEqual(router.route(abs("/a/c")), { root: "/", path: "a/c" });
  assert.deepEqual(router.route(abs("/a/b/c")), { root: "/a/b", path: "c" });
  assert.deepEqual(router.route(abs("/")), { root: "/", path: "" });
});

test("without roots nothing is owned", () => {
  assert.equal(createRouter([]).route(abs("/a")), undefined);
});

const paths = fc
  .array(fc.constantFrom("a", "b", "ab", "a\udc80"), { maxLength: 6 })
  .map((names) => abs(`/${names.join("/")}`));

function isBelow(root: string, path: string): boolean {
  return path === root || path.startsWith(root === "/" ? "/" : `${root}/`);
}

test("routing agrees with trying every root", () => {
  fc.assert(
    fc.property(fc.array(paths, { maxLength: 12 }), paths, (roots, path) => {
      const expected = roots
        .filter((root) => isBelow(root, path))
        .sort((x, y) => y.length - x.length)[0];
      const found = createRouter(roots).route(path);
      assert.equal(found?.root, expected);
      if (found !== undefined) assert.equal(joinPath(found.root, found.path), path);
    }),
    { numRuns: 2000 },
  );
});

test("nested roots are exactly the other roots below, seen from the root", () => {
  fc.assert(
    fc.property(fc.array(paths, { maxLength: 12 }), paths, (others, root) => {
      const nested = createRouter([root, ...others]).nestedRoots(root);
      const expected = new Set(others.filter((other) => other !== root && isBelow(root, other)));
      assert.deepEqual(new Set(nested.map((path) => joinPath(root, path as RelPath))), expected);
      assert.equal(nested.length, expected.size);
    }),
    { numRuns: 500 },
  );
});
