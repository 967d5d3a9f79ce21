import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { exitCodes, UnfError } from "@unf/core/base";
import { bugExit, toFailure } from "./failure.ts";

const systemError = (code: string) =>
  Object.assign(new Error(`${code}: cannot`), { code, syscall: "open" });

test("a foreseen error keeps its code, line and hint", () => {
  const { code, exit, message, hint } = toFailure(
    new UnfError("not_watched", "it is not watched", { hint: "unf watch ." }),
  );
  assert.deepEqual(
    [code, exit, message, hint],
    ["not_watched", 3, "it is not watched", "unf watch ."],
  );
});

test("a full disk, a damaged and a busy database have codes of their own", () => {
  assert.equal(toFailure(systemError("ENOSPC")).exit, 9);
  assert.equal(toFailure(Object.assign(new Error("x"), { code: "SQLITE_FULL" })).exit, 9);
  assert.equal(toFailure(Object.assign(new Error("x"), { code: "SQLITE_CORRUPT_VTAB" })).exit, 7);
  assert.equal(toFailure(Object.assign(new Error("x"), { code: "SQLITE_BUSY" })).exit, 6);
});

test("any other refusal of the system is a failure, not a bug", () => {
  const { code, exit, message } = toFailure(systemError("EACCES"));
  assert.deepEqual([code, exit, message], ["failed", 1, "EACCES: cannot"]);
});

test("everything else is a bug", () => {
  for (const thrown of [
    new TypeError("x is undefined"),
    "text",
    undefined,
    Object.assign(new Error("x"), { code: "ERR_INVALID_ARG_TYPE" }),
  ]) {
    assert.equal(toFailure(thrown).exit, bugExit);
  }
});

test("a message of several lines is told by its first", () => {
  assert.equal(toFailure(new UnfError("failed", "first")).message, "first");
  assert.equal(toFailure(systemError("EIO\nmore")).message, "EIO");
});

test("docs/errors.md has one entry for each code, with its exit code, and no other", () => {
  const page = readFileSync(new URL("../../../../docs/errors.md", import.meta.url), "utf8");
  const documented = [...page.matchAll(/^## `([a-z_]+)` \(exit (\d+)\)$/gm)].map(
    ([, code, exit]) => [code, Number(exit)],
  );
  const expected = [...Object.entries(exitCodes), ["bug", bugExit]];
  assert.deepEqual(documented.toSorted(), expected.toSorted());
});
