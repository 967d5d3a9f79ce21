import assert from "node:assert/strict";
import { test } from "node:test";
import { type ActTimes, decideActTime } from "./act-time.ts";

const times: ActTimes = { changed: 50, directoryChanged: 40, hinted: null, seen: 100, known: 30 };
const decide = (more: Partial<ActTimes>) => decideActTime({ ...times, ...more });

test("a write happened when the file changed, whatever happened in its directory since", () => {
  assert.equal(decide({}), 50);
  assert.equal(decide({ directoryChanged: 90, known: null }), 50);
});

test("a deletion happened when its directory changed, at the latest when it was seen", () => {
  assert.equal(decide({ changed: null }), 40);
  assert.equal(decide({ changed: null, directoryChanged: null }), 100);
  assert.equal(decide({ changed: null, directoryChanged: 130 }), 100, "something else since");
});

test("a deletion that was told of before it was seen happened by then", () => {
  const gone = { changed: null, hinted: 60 };
  assert.equal(decide(gone), 40);
  assert.equal(decide({ ...gone, directoryChanged: 90 }), 60, "somebody else's change since");
  assert.equal(decide({ ...gone, directoryChanged: null }), 60);
  assert.equal(decide({ ...gone, directoryChanged: 90, hinted: 10 }), 90, "it came back since");
});

test("a file that came with its directory came when that did, although it changed long before", () => {
  assert.equal(decide({ changed: 5 }), 40);
  assert.equal(decide({ changed: 5, directoryChanged: 6 }), 100);
  assert.equal(decide({ changed: 20 }), 20, "written just after it was looked at");
});

test("a clock that runs ahead of ours does not tell when", () => {
  assert.equal(decide({ changed: 200, directoryChanged: 200 }), 100);
});
