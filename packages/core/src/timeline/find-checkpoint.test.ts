import assert from "node:assert/strict";
import { test } from "node:test";
import type { WallMs } from "../base/brand.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { findCheckpoint } from "./find-checkpoint.ts";

function checkpoint(id: number, label: string | null): Checkpoint {
  const at = id as WallMs;
  return {
    id,
    label,
    message: null,
    at,
    snapshot: 0,
    files: 0,
    payloadBytes: null,
    pinned: false,
  };
}

const newestFirst = [
  checkpoint(4, null),
  checkpoint(3, "demo"),
  checkpoint(2, "4"),
  checkpoint(1, "demo"),
];

test("a label means the newest checkpoint that has it, and a number always a number", () => {
  const idOf = (name: string) => findCheckpoint(newestFirst, name)?.id;
  assert.equal(idOf("demo"), 3);
  assert.equal(idOf("1"), 1);
  assert.equal(idOf("4"), 4);
  for (const name of ["Demo", "dem", "5", "01", ""]) assert.equal(idOf(name), undefined, name);
});
