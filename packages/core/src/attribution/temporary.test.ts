import assert from "node:assert/strict";
import { test } from "node:test";
import type { WallMs } from "../base/brand.ts";
import { type Confidence, unknownAuthor } from "../timeline/author.ts";
import type { AgentCall } from "./evidence.ts";
import { findArrival, isTemporaryOf } from "./temporary.ts";

const author = (confidence: Confidence) => ({ ...unknownAuthor, confidence, toolCall: 1 });

const call: AgentCall = {
  ...{ id: 1, agent: "codex", session: "s-1", turn: 1, agentCall: null, tool: "Write" },
  ...{ reach: { kind: "nothing" }, startedAt: 100 as WallMs, endedAt: 200 as WallMs },
};
const onto = { author: author("hook"), writtenAt: 150 };

function isOf(writtenAt: number, confidence: Confidence, isDeparture = false): boolean {
  return isTemporaryOf({ author: author(confidence), writtenAt, isDeparture }, onto, [call]);
}

test("what a tool call wrote and moved onto the file it claims is its own", () => {
  assert.ok(isOf(140, "unknown") && isOf(140, "window") && isOf(140, "ambiguous"));
});

test("what was there before, came later, or is known by stronger means is not", () => {
  assert.ok(!isOf(50, "unknown") && !isOf(190, "unknown"));
  assert.ok(!isOf(140, "hook") && !isOf(140, "process"));
  const window = { ...onto, author: author("window") };
  const own = { author: author("unknown"), writtenAt: 140, isDeparture: false };
  assert.ok(!isTemporaryOf(own, window, [call]));
});

test("that it went from its name is one act with its coming, however late it is told", () => {
  assert.ok(isOf(300, "unknown", true) && isOf(300, "window", true));
  assert.ok(!isOf(300, "hook", true));
});

test("where a file came to is its first new name since it was last known at the old one", () => {
  const arrivals = [300, 100, 200].map((writtenAt) => ({ facts: { writtenAt } }));
  const find = (known: number | null, writtenAt: number) =>
    findArrival({ known, writtenAt }, arrivals)?.facts.writtenAt;
  assert.equal(find(150, 500), 200, "moved on since");
  assert.equal(find(150, 190), 200, "within what two clocks differ");
  assert.equal(find(110, 150), undefined, "it came to the others before and after");
  assert.equal(find(null, 150), 100);
});
