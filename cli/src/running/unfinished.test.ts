import assert from "node:assert/strict";
import { test } from "node:test";
import type { Operation } from "@unf/core/timeline";
import { fakeNow } from "../testing/fake-time.ts";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";
import { daemonStatus, shop } from "../testing/shop.ts";

function world(operations: readonly Partial<Operation>[], more: FakeSetup = {}): FakeSetup {
  const left = operations.map((given) => ({
    id: 5,
    kind: "restore",
    startedAt: fakeNow - 180_000,
    finishedAt: null,
    argv: ["restore", "src"],
    before: 9,
    after: null,
    plan: "pl-1",
    inverts: null,
    state: "committed",
    files: 2,
    ...given,
  })) as Operation[];
  const history = { ...shop.history, operations: left };
  const running = { daemon: daemonStatus, sentinel: 4117, intended: true };
  return { projects: [{ ...shop, history }], running, ...more };
}

const yellow = "\u001b[33m";
const person = { tty: true, columns: 160 };

test("an operation that is not finished turns status yellow, with what to do", async () => {
  const { stdout, exit } = await runFake(["status"], world([{}], person));
  assert.equal(exit, 0);
  assert.ok(stdout.includes(`${yellow}● recording`), stdout);
  assert.ok(stdout.includes(`${yellow}  ! ~/src/shop`), stdout);
  assert.match(
    stdout,
    /op-5 \(restore src, 3 m ago\) is not finished; the daemon carries it out by itself/,
  );
  const order = {
    root: shop.root,
    phase: "applying",
    operation: 5,
    done: 3120,
    total: 12_000,
  } as const;
  const daemon = { ...daemonStatus, orders: [order] };
  const atWork = await runFake(
    ["status"],
    world([{}], { ...person, running: { daemon, sentinel: 4117, intended: true } }),
  );
  assert.match(
    atWork.stdout,
    /op-5 \(restore src, 3 m ago\) is under way: 3 120 of 12 000 changes done/,
  );
  const away = { ...person, running: { daemon: undefined, sentinel: undefined, intended: true } };
  const stopped = await runFake(
    ["status", "--color", "never"],
    world([{ state: "staging" }], away),
  );
  assert.match(stopped.stdout, /unf start clears it away, nothing is changed yet/);
});

test("a program finds it in the JSON, and null where there is none", async () => {
  const unfinished = async (setup: FakeSetup) =>
    JSON.parse((await runFake(["status", "--json"], setup)).stdout).projects[0]
      .unfinished_operation;
  assert.equal((await unfinished(world([{}, { id: 6 }]))).id, "op-5");
  assert.equal(await unfinished(world([{ finishedAt: fakeNow, state: "done" }])), null);
});

test("nothing is yellow while nothing is left over", async () => {
  const { stdout } = await runFake(["status"], world([], person));
  assert.doesNotMatch(stdout, /not finished/);
  assert.ok(!stdout.includes(`${yellow}● recording`), stdout);
});
