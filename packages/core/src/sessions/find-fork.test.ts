import assert from "node:assert/strict";
import { test } from "node:test";
import { type ForkSigns, findFork } from "./find-fork.ts";

/** `s-a:p1=1,c1=1`: a session and its turns by their names; the newest first. */
function fork(sessions: string, signs: Partial<ForkSigns>) {
  const read: string[] = [];
  const others = sessions.split(" ").map((word) => {
    const [id = "", names = ""] = word.split(":");
    const all = names.split(",").filter(Boolean);
    const byName = new Map(all.map((one) => [one.split("=")[0] ?? "", Number(one.split("=")[1])]));
    const turns = () => {
      read.push(id);
      return byName;
    };
    return { id, turns };
  });
  const found = findFork({ named: undefined, holds: undefined, ...signs }, others);
  return { found: `${found.parent} ${found.sharedTurn}`, read: read.join(" ") };
}

const say = (...given: Parameters<typeof fork>) => fork(...given).found;

test("what another session knows names it, and the last of it how far both are one", () => {
  const one = "s-a:p1=1,c1=1,p2=2,p3=4";
  assert.equal(say(one, { holds: ["p1", "p2", "new"] }), "s-a 2");
  assert.equal(say(one, { holds: ["p1", "p3"] }), "s-a 4");
  assert.equal(say(one, { holds: ["c1"] }), "s-a 1");
  assert.equal(say(one, { holds: ["x", "y"] }), "null undefined");
  assert.equal(say(one, { holds: [] }), "null undefined");
  assert.equal(say(one, {}), "null undefined");
});

test("a fork of a fork comes from the newest that has any of it, and no older one is read", () => {
  const two = "s-b:q1=2 s-a:p1=1,p2=3";
  assert.deepEqual(fork(two, { holds: ["p1", "q1"] }), { found: "s-b 2", read: "s-b" });
  assert.equal(say(two, { holds: ["p1"] }), "s-a 1");
  assert.equal(say(two, { holds: ["p1"], named: "s-b" }), "s-b 1");
  assert.equal(fork(two, { named: "s-b" }).read, "");
});

test("a session that is named counts, and holds nothing where nothing of it is held", () => {
  const one = "s-a:p1=1,p2=2";
  assert.equal(say(one, { named: "s-a" }), "s-a undefined");
  assert.equal(say(one, { named: "s-a", holds: ["p1"] }), "s-a 1");
  assert.equal(say(one, { named: "s-a", holds: [] }), "s-a 0");
  assert.equal(say(one, { named: "s-a", holds: ["x"] }), "s-a 0");
  assert.equal(say("s-a", { named: "s-a", holds: ["p1"] }), "s-a undefined");
});
