import assert from "node:assert/strict";
import { test } from "node:test";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";
import { studio } from "../testing/studio.ts";

const world: FakeSetup = { projects: [studio], cwd: studio.root };
const names = async (argv: string) => {
  const ran = await runFake(["diff", "--name-only", ...argv.split(" ")], world);
  assert.equal(ran.exit, 0, ran.stderr);
  return ran.stdout.trimEnd().split("\n");
};

test("a turn is compared from the state before it to the one it left, in the files it touched", async () => {
  assert.deepEqual(await names("--turn=2"), ["cart.test.ts", "cart.ts"]);
  // Somebody else made price.ts meanwhile.
  assert.deepEqual(await names("--turn t-1"), ["cart.test.ts", "cart.ts"]);
  const { stdout } = await runFake(["diff", "--turn", "t-2", "cart.ts"], world);
  assert.match(stdout, /^\+d$/m);
  assert.ok(!stdout.includes("+B"), "that came before");
});

test("a session is compared as a whole; without an id the newest is meant, and said", async () => {
  assert.deepEqual(await names("--session s-7f3a"), ["cart.ts"]);
  const { stdout } = await runFake(["diff", "--session=7f3", "--numstat"], world);
  assert.equal(stdout, "3\t1\tcart.ts\n");
  const newest = await runFake(["diff", "--session"], world);
  assert.deepEqual([newest.exit, newest.stdout], [0, ""]);
  assert.match(newest.stderr, /session s-7f91/);
  assert.match((await runFake(["diff", "--turn"], world)).stderr, /turn t-3 of s-80c1/);
});

test("what goes on is compared with what is recorded now, and what is named has to exist", async () => {
  const ran = await runFake(["diff", "--turn", "t-3", "--json"], world);
  const { from, to, files } = JSON.parse(ran.stdout);
  assert.deepEqual([from.turn, to.turn], ["t-3.start", "t-3.end"]);
  assert.equal(to.resolved, "2026-11-20T13:32:07.000Z");
  assert.deepEqual(
    files.map(({ path }: { path: string }) => path),
    ["tax.ts", "vat.ts"],
  );
  assert.equal((await runFake(["diff", "--turn", "t-9"], world)).exit, 3);
  assert.equal((await runFake(["diff", "--session=7f"], world)).exit, 3);
  assert.equal((await runFake(["diff", "--turn", "--at", "5m"], world)).exit, 2);
  const quiet = await runFake(["diff", "--turn", "t-2", "--quiet"], world);
  assert.deepEqual([quiet.exit, quiet.stdout], [1, ""]);
});
