import assert from "node:assert/strict";
import { test } from "node:test";
import { exactPath, pathFields } from "./path-fields.ts";

test("a path comes out of an answer as it went in, also where it is not UTF-8", () => {
  for (const path of ["src/a.ts", "", "日本.md", "a\udcff/b\udc80.txt"]) {
    assert.equal(exactPath("path", pathFields("path", path)), path);
  }
  assert.equal(pathFields("path", "a\udcff").path, "a\ufffd");
});
