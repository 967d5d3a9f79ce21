import assert from "node:assert/strict";
import { test } from "node:test";
import type { EntryStat } from "../ports/file-system.ts";
import { birthOf } from "./birth.ts";

const stat: EntryStat = {
  kind: "directory",
  dev: 1n,
  ino: 2n,
  size: 0n,
  mtimeNs: 20n,
  ctimeNs: 20n,
  mode: 0o40755,
  nlink: 2,
  uid: 0,
};

test("a time of birth is believed once it differs from the time of the last change", () => {
  assert.equal(birthOf({ ...stat, birthNs: 10n }), 10n);
  assert.equal(birthOf({ ...stat, birthNs: 20n }), undefined);
  assert.equal(birthOf({ ...stat, birthNs: 30n }), undefined);
  assert.equal(birthOf(stat), undefined);
});
