import assert from "node:assert/strict";
import { test } from "node:test";
import type { AbsPath } from "@unf/core/base";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";
import { shop } from "../testing/shop.ts";

/** A machine on which it is noted that the home was deleted. */
function machine(): { readonly setup: FakeSetup; readonly removed: AbsPath[] } {
  const removed: AbsPath[] = [];
  const removeHome = async (home: AbsPath) => {
    removed.push(home);
    return [];
  };
  return { setup: { projects: [shop], wiring: { removeHome } }, removed };
}

test("an agent does neither, whatever it says", async () => {
  const { setup, removed } = machine();
  const env = { CLAUDECODE: "1" };
  const { exit, stderr } = await runFake(["uninstall", "--purge", "--yes"], { ...setup, env });
  assert.equal(exit, 4);
  assert.match(stderr, /only a person may uninstall unf/);
  assert.deepEqual(removed, []);
});

test("where no agent has settings that is no fault, and none is told", async () => {
  const { setup } = machine();
  const { exit, stdout, stderr } = await runFake(["uninstall", "--yes"], setup);
  assert.deepEqual([exit, stderr], [0, ""]);
  assert.match(stdout, /^No agent has hooks here$/m);
});

test("the history is asked for apart, by a word", async () => {
  for (const [answers, exit, count] of [
    [["y", "y"], 4, 0],
    [["n"], 4, 0],
    [["y", "delete"], 0, 1],
  ] as const) {
    const { setup, removed } = machine();
    const run = await runFake(["uninstall", "--purge"], { ...setup, tty: true, answers });
    assert.deepEqual([run.exit, removed.length], [exit, count], answers.join(" "));
  }
});

test("where a part cannot be taken out the history stays", async () => {
  const { setup, removed } = machine();
  const broken = {
    ...setup.wiring,
    stopAll: async () => {
      throw new Error("planted");
    },
  };
  const { exit, stdout } = await runFake(["uninstall", "--purge", "--yes"], {
    ...setup,
    wiring: broken,
  });
  assert.equal(exit, 8);
  assert.match(stdout, /Not taken out: recorder/);
  assert.deepEqual(removed, []);
});
