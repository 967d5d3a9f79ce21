import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import process from "node:process";
import { manyMade, partsOfMany } from "../many-made.ts";

// `undo-many.ts COUNT`: has an operation undone that made so many files, and done again. How much
// memory that may take is what this program is started with.

const count = Number(process.argv[2]);
await using stage = await manyMade(count);
await stage.invert("undo");
assert.deepEqual(readdirSync(stage.root), []);
await stage.invert("redo");
const there = readdirSync(stage.root, { recursive: true });
assert.equal(there.length, count + partsOfMany);
