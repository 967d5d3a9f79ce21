import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath } from "@unf/core/base";
import { type ThinnedFile, warnOfThinned } from "./thinned.ts";

const file = (path: string, isUnknown?: true): ThinnedFile => ({
  ...{ path: path as RelPath, nearest: undefined },
  ...(isUnknown === undefined ? {} : { isUnknown }),
});

/** The warnings about these files. */
function warnings(files: readonly ThinnedFile[], isVerbose: boolean): readonly string[] {
  const said: string[] = [];
  warnOfThinned({ warn: (text) => said.push(text), isVerbose }, files);
  return said;
}

test("many files that cannot be compared are one warning of each kind, and each is named on demand", () => {
  const many = Array.from({ length: 30 }, (_, n) => file(`f${n}.ts`, true));
  const all = [...many, file("gone.ts")];
  assert.deepEqual(warnings(all, false), [
    "whether 30 files were there at that instant is not known: f0.ts, ... (-v names them)",
    "the content of gone.ts at that instant is no longer kept",
  ]);
  const named = warnings(all, true);
  assert.equal(named.length, 31);
  assert.equal(named[29], "whether f29.ts was there at that instant is not known");
  assert.deepEqual(warnings([], false), []);
});
