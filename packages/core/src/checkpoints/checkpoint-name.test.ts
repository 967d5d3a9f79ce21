import assert from "node:assert/strict";
import { test } from "node:test";
import type { WallMs } from "../base/brand.ts";
import { limits } from "../config/limits.ts";
import type { Checkpoint } from "../timeline/checkpoint.ts";
import { findCheckpoint, refuseLabel, refuseName } from "./checkpoint-name.ts";

const { labelCharsMax } = limits.checkpoint;

test("a label is one line of any words, and not too long", () => {
  for (const label of [
    "before-refactor",
    "12",
    " two words ",
    "cp:a",
    "é",
    "x".repeat(labelCharsMax),
  ])
    assert.equal(refuseLabel(label), undefined, label);
  for (const label of ["", " ", "a\nb", "a\u2028b", "\u0000", "x".repeat(labelCharsMax + 1)])
    assert.notEqual(refuseLabel(label), undefined, JSON.stringify(label));
});

test("a name that a person gives looks like no other way to name a checkpoint", () => {
  for (const name of ["before-refactor", "two words", "v12", "5m", "12a", "é"])
    assert.equal(refuseName(name), undefined, name);
  for (const name of ["", " a", "a ", "12", "cp:a", "CP:3", "a\nb"])
    assert.notEqual(refuseName(name), undefined, JSON.stringify(name));
});

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
