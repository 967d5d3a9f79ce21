import assert from "node:assert/strict";
import { test } from "node:test";
import { pathIn, withExactPaths } from "./paths.ts";

test("a path that is not UTF-8 goes back to the server by the bytes that an answer has of it", () => {
  const path_b64 = Buffer.from([0x63, 0xe9]).toString("base64");
  const answer = { next: null, files: [{ path: "c\\xe9", path_b64 }, { path: "a" }, 7] };
  const { files } = withExactPaths(answer) as { files: { path: string }[] };
  assert.deepEqual(
    files.map((file) => file.path),
    ["c\udce9", "a", undefined],
  );
  assert.deepEqual(pathIn("/p", files[0]?.path ?? ""), { root: "/p", path_b64 });
  assert.equal(pathIn("/", "a"), "/a");
  assert.deepEqual(withExactPaths({ path: "x", path_b64: "no base64" }), {
    path: "x",
    path_b64: "no base64",
  });
});
