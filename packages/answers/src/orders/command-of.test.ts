import assert from "node:assert/strict";
import { test } from "node:test";
import { commandOf } from "./command-of.ts";

test("an operation is listed by the command that does the same", () => {
  const words = [
    commandOf("undo", { kind: "redo" }),
    commandOf("undo", { kind: "undo" }),
    commandOf("bringBack", { paths: [] }),
    commandOf("restorePart", {}),
    commandOf("oops", { kind: "burst" }),
  ];
  assert.deepEqual(words, ["redo", "undo", "restore", "restore", "oops"]);
});
