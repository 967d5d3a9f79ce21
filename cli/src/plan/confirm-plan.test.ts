import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath, SnapshotId } from "@unf/core/base";
import type { RestoreAction } from "@unf/core/restore";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";
import { shop } from "../testing/shop.ts";
import { fullPlan } from "../testing/shop-plans.ts";

const root = "/home/a/src/shop";
const done = { plan: fullPlan.id, operation: 1, actions: [] };
const written = fullPlan.actions.filter(({ kind }) => kind === "write");

function world(answers: readonly string[], more: Partial<FakeSetup> = {}, actions = written) {
  return {
    projects: [{ ...shop, plan: (request: never) => ({ ...fullPlan, actions, request }) }],
    disk: { [`${root}/src/cart.ts`]: "what stands there\n" },
    env: { NO_COLOR: "1" },
    tty: true,
    reply: () => done,
    answers,
    ...more,
  } as FakeSetup;
}

test("before the answer one may look at the lines and at all files, and is asked again", async () => {
  const { exit, stdout, asked, requests } = await runFake(
    ["restore", "--at", "v4"],
    world(["d", "list", "Y"]),
  );
  assert.equal(exit, 0);
  assert.equal(asked.length, 3);
  assert.match(asked[0] ?? "", /Restore\? \[y\]es \[N\]o \[d\]iff \[l\]ist $/);
  assert.match(stdout, /^-\[-what stands there-\]$/m);
  assert.equal(requests.length, 1);
});

test("whatever else is answered is no, and so is the end of the input", async () => {
  for (const answers of [[], [""], ["yess"], ["d", "n"], ["D", "L"]]) {
    const { exit, requests } = await runFake(["restore", "--at", "v4"], world(answers));
    assert.equal(exit, 4, answers.join());
    assert.deepEqual(requests, []);
  }
});

const many = Array.from({ length: 60 }, (_, i): RestoreAction => {
  const path = `src/f${i}.ts` as RelPath;
  return { kind: "delete", path, disk: { kind: "absent" } };
});

test("a plan fits the terminal, and its list has every file", async () => {
  const { stdout } = await runFake(["restore", "--at", "v4"], world(["n"], { rows: 24 }, many));
  const lines = stdout.trimEnd().split("\n");
  assert.ok(lines.length < 22, `${lines.length} lines, and the question below them`);
  assert.match(lines.at(-1) ?? "", /and 43 more paths/);
  const listed = await runFake(["restore", "--at", "v4"], world(["l", "n"], { rows: 24 }, many));
  assert.match(listed.stdout, /src\/f59\.ts/);
});

test("a content that is lost keeps nobody from looking at the others", async () => {
  const lost = written.map((action) =>
    action.kind === "write" && action.path === "src/cart.ts"
      ? { ...action, wanted: { ...action.wanted, snapshot: 999 as SnapshotId } }
      : action,
  );
  const { exit, asked } = await runFake(["restore", "--at", "v4"], world(["d", "n"], {}, lost));
  assert.deepEqual([exit, asked.length], [4, 2]);
});
