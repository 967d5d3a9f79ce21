import assert from "node:assert/strict";
import { test } from "node:test";
import type { WallMs } from "@unf/core/base";
import { openPastWorld } from "./past-world.ts";

test("the library names the versions of both times at which the clock showed an instant", async () => {
  const start = Date.now() - 3_600_000;
  const at = (minutes: number) => (start + minutes * 60_000) as WallMs;
  const acts = [
    { at: at(0), path: "a", text: "1\n" },
    { at: at(30), path: "a", text: "2\n" },
    // The clock was set back by 20 minutes and more.
    { at: at(10), path: "b", text: "1\n" },
  ];
  await using world = openPastWorld(acts, () => assert.fail("no command is run"));
  await using project = await world.open();
  const look = (minutes: number) =>
    project.restore({ at: new Date(at(minutes)) }, { dryRun: true, exact: true });
  assert.deepEqual((await look(12)).shownTwice, { later: 3, earlier: 1 });
  assert.deepEqual((await look(12)).actions, [], "the later one is meant");
  const once = await look(35);
  assert.equal("shownTwice" in once, false);
});
