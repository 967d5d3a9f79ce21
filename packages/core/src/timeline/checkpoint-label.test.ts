import assert from "node:assert/strict";
import { test } from "node:test";
import { limits } from "../config/limits.ts";
import { refuseLabel, refuseName } from "./checkpoint-label.ts";

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
