import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath } from "@unf/core/base";
import type { RestoreRequest } from "@unf/core/restore";
import type { Head, Snapshot } from "@unf/core/timeline";
import type { FakeProject } from "../testing/fake-project.ts";
import { fakeNow } from "../testing/fake-time.ts";
import { row } from "../testing/fake-timeline.ts";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";
import { fullPlan } from "../testing/shop-plans.ts";

const root = "/srv/p";
const second = 1000;
const before = (seconds: number) => fakeNow - seconds * second;
const gone = { event: "delete", hash: null, bytes: 0, mode: 0 } as const;

const rows: readonly Snapshot[] = [
  row({ id: 1, path: "lib/a.ts", at: before(900) }),
  row({ id: 2, path: "lib/b.ts", at: before(900) }),
  row({ id: 3, path: "lib/early.ts", at: before(900) }),
  row({ id: 4, path: "other.ts", at: before(900) }),
  row({ id: 5, path: "left.ts", at: before(900) }),
  row({ id: 6, path: "lib/early.ts", at: before(600), ...gone }),
  row({ id: 7, path: "other.ts", at: before(120), ...gone }),
  row({ id: 8, path: "lib/a.ts", at: before(62), ...gone, settled: false }),
  row({ id: 9, path: "lib/b.ts", at: before(60), ...gone }),
  row({ id: 10, path: "kept.ts", at: before(50) }),
  row({ id: 11, path: "left.ts", at: before(40), ...gone, cause: "excluded" }),
];

const kept = { path: "kept.ts" as RelPath } as Head;

const requests: RestoreRequest[] = [];
const project = (rows: readonly Snapshot[], heads: readonly Head[] = []): FakeProject => ({
  root,
  history: { rows, heads },
  plan: (request) => {
    requests.push(request);
    const actions = fullPlan.actions.filter(({ kind }) => kind === "write");
    return { ...fullPlan, actions, request };
  },
});

/** The target and paths of the plan that is made, and what was said of it. */
async function planned(argv: string, more: Partial<FakeSetup> = {}) {
  requests.length = 0;
  const setup = { projects: [project(rows, [kept])], cwd: root, tty: true, ...more };
  const { exit, stderr, stdout } = await runFake([...argv.split(" "), "-n"], setup);
  return { exit, stderr, stdout, target: requests[0]?.target, within: requests[0]?.within };
}

test("a deleted directory comes back as it was just before, without a time", async () => {
  const { exit, target, within, stderr, stdout } = await planned("restore lib");
  assert.deepEqual([exit, target, within], [0, { id: 7 }, ["lib"]]);
  assert.match(stderr, /lib \(2 files\) deleted .*13:31:05 /);
  assert.match(stdout, /in lib to just before v8, /);
});

test("what was deleted long before the rest went is no part of it, by itself it is", async () => {
  assert.deepEqual((await planned("restore lib/early.ts")).target, { id: 5 });
  const { stderr } = await planned("restore lib");
  assert.match(stderr, /^1 file of it went before and stays deleted: unf deleted lib$/m);
});

test("what went at different times is one restore, each path to just before its own end", async () => {
  const apart = await planned("restore lib other.ts kept.ts");
  assert.deepEqual([apart.exit, apart.target], [0, { ids: [7, 6, 10] }]);
  assert.match(
    apart.stderr,
    /lib \(2 files\) deleted .*\n1 file .*\nother\.ts deleted .*\nkept\.ts gone/,
  );
  assert.match(apart.stdout, /just before each was deleted/);
  const close = await planned("restore lib/a.ts lib/b.ts");
  assert.deepEqual([close.target, close.within], [{ ids: [7, 8] }, ["lib/a.ts", "lib/b.ts"]]);
});

test("of what was deleted a moment ago the last recorded state is meant", async () => {
  const { target, stderr } = await planned("restore kept.ts");
  assert.deepEqual(target, { id: 10 });
  assert.match(stderr, /kept\.ts gone; last recorded /);
});

test("what stands there needs a time, and so does what merely left the record", async () => {
  const there = await planned("restore lib/a.ts", { disk: { [`${root}/lib/a.ts`]: "new" } });
  assert.equal(there.exit, 2);
  assert.match(there.stderr, /say back to when/);
  const left = await planned("restore left.ts");
  assert.equal(left.exit, 2);
  assert.match(left.stderr, /left\.ts is no longer recorded/);
  assert.equal((await planned("restore")).exit, 2);
});

test("a file that was renamed is looked for under its new name", async () => {
  const moved = [
    row({ id: 1, path: "old.ts", at: before(90) }),
    row({
      id: 2,
      path: "new.ts",
      at: before(80),
      event: "rename",
      renamedFrom: "old.ts" as RelPath,
    }),
    row({ id: 3, path: "old.ts", at: before(80), ...gone, cause: "renamed" }),
  ];
  const { exit, stderr } = await planned("restore old.ts", {
    projects: [{ root, history: { rows: moved } }],
  });
  assert.equal(exit, 2);
  assert.match(stderr, /it left as new\.ts.*\nhint: unf log new\.ts/);
});

test("JSON says which deletion is meant", async () => {
  const { stdout } = await planned("restore lib --json");
  const { at } = JSON.parse(stdout);
  assert.deepEqual([at.input, at.deletion], [null, "v8"]);
});

test("files of a directory that went one by one are one offer, each as it was last", async () => {
  const made = ["a", "b", "c"].map((name, i) =>
    row({ id: i + 1, path: `m3/${name}`, at: before(9000) }),
  );
  const quiet = [
    ...made,
    row({ id: 4, path: "m3/a", at: before(5000), ...gone }),
    row({ id: 5, path: "elsewhere", at: before(4500) }),
    row({ id: 6, path: "m3/b", at: before(4000), ...gone }),
    row({ id: 7, path: "m3/c", at: before(60), ...gone }),
  ];
  const of = (rows: readonly Snapshot[]) => planned("restore m3", { projects: [project(rows)] });
  const one = await of(quiet);
  assert.deepEqual([one.exit, one.target, one.within], [0, { id: 3 }, ["m3"]]);
  assert.match(one.stderr, /m3 \(3 files\) deleted .*12:08:47 .*, the last 13:31:07/);
  const edited = [
    ...quiet.slice(0, 4),
    row({ id: 5, path: "m3/c", at: before(4500) }),
    ...quiet.slice(5),
  ];
  const each = await of(edited);
  assert.deepEqual([each.target, each.within], [{ ids: [5, 3] }, ["m3", "m3/a"]]);
  assert.match(each.stdout, /just before each was deleted/);
});

test("a file that came back and went again comes back as it was in the end", async () => {
  const { target, within } = await planned("restore m3", {
    projects: [
      project([
        row({ id: 1, path: "m3/a", at: before(900) }),
        row({ id: 2, path: "m3/b", at: before(900) }),
        row({ id: 3, path: "m3/a", at: before(800), ...gone }),
        row({ id: 4, path: "m3/b", at: before(700), ...gone }),
        row({ id: 5, path: "m3/a", at: before(600), event: "create" }),
        row({ id: 6, path: "m3/a", at: before(500), ...gone }),
      ]),
    ],
  });
  assert.deepEqual([target, within], [{ ids: [5, 3] }, ["m3", "m3/b"]]);
});
