import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath } from "../base/brand.ts";
import { decodePath } from "../base/path.ts";
import { diffLines } from "./diff.ts";
import { type PatchSide, renderUnified } from "./unified.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const side = (path: string, mode = 0o100644): PatchSide => ({ path: path as RelPath, mode });

function patch(
  before: PatchSide | undefined,
  after: PatchSide | undefined,
  contents: readonly [string | undefined, string | undefined],
): string[] {
  const [old, now] = contents.map((content) =>
    content === undefined ? undefined : bytes(content),
  );
  const { hunks } = diffLines(old, now);
  return new TextDecoder().decode(renderUnified({ before, after, hunks })).split("\n");
}

test("a changed file has names, hunks and the mark of a missing newline", () => {
  assert.deepEqual(patch(side("src/a.ts"), side("src/a.ts"), ["a\nb", "a\nc\n"]), [
    "diff --git a/src/a.ts b/src/a.ts",
    "--- a/src/a.ts",
    "+++ b/src/a.ts",
    "@@ -1,2 +1,2 @@",
    " a",
    "-b",
    "\\ No newline at end of file",
    "+c",
    "",
  ]);
});

test("a created file comes from /dev/null with its mode, an empty one has no hunks", () => {
  assert.deepEqual(patch(undefined, side("run", 0o100755), [undefined, "x\n"]), [
    "diff --git a/run b/run",
    "new file mode 100755",
    "--- /dev/null",
    "+++ b/run",
    "@@ -0,0 +1 @@",
    "+x",
    "",
  ]);
  assert.deepEqual(patch(undefined, side("e"), [undefined, ""]), [
    "diff --git a/e b/e",
    "new file mode 100644",
    "",
  ]);
});

test("a deleted file goes to /dev/null", () => {
  assert.deepEqual(patch(side("a"), undefined, ["x\n", undefined]), [
    "diff --git a/a b/a",
    "deleted file mode 100644",
    "--- a/a",
    "+++ /dev/null",
    "@@ -1 +0,0 @@",
    "-x",
    "",
  ]);
});

test("a changed mode and a changed name are told even without changed lines", () => {
  assert.deepEqual(patch(side("a"), side("b", 0o100755), ["x\n", "x\n"]), [
    "diff --git a/a b/b",
    "old mode 100644",
    "new mode 100755",
    "rename from a",
    "rename to b",
    "",
  ]);
});

test("a file that did not change has no patch", () => {
  assert.deepEqual(patch(side("a"), side("a"), ["x\n", "x\n"]), [""]);
});

test("names that could break the patch or the terminal are quoted, others are not", () => {
  const nameOf = (path: string) => patch(side(path), side(path), ["x\n", "y\n"])[1];
  assert.equal(nameOf("café.txt"), "--- a/café.txt");
  assert.equal(nameOf("two words"), "--- a/two words\t");
  assert.equal(nameOf("end "), '--- "a/end "\t');
  assert.equal(nameOf('say "hi"\\'), '--- "a/say \\"hi\\"\\\\"\t');
  assert.equal(nameOf("line\nbreak\u001b[31m"), '--- "a/line\\nbreak\\033[31m"');
  assert.equal(nameOf(decodePath(Uint8Array.of(0x63, 0xe9))), '--- "a/c\\351"');
});
