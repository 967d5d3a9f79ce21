import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath, SnapshotId } from "@unf/core/base";
import { attic } from "../testing/attic.ts";
import { fakeDisk } from "../testing/fake-disk.ts";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";
import { shop } from "../testing/shop.ts";
import { fullPlan, fullUndo } from "../testing/shop-plans.ts";

const projects: FakeSetup["projects"] = [
  {
    ...shop,
    plan: (request) => ({ ...fullPlan, request }),
    undoPlan: (kind) => ({ ...fullUndo, kind, inverts: 1 }),
    oopsPlan: () => ({
      plan: { id: fullUndo.id, actions: fullUndo.actions, unchanged: 3 },
      scopes: [{ kind: "rows", after: 3 as SnapshotId, upTo: 9 as SnapshotId }],
      doubtful: ["src/both.ts" as RelPath],
      contents: new Map(),
    }),
  },
];
const deleted: FakeSetup = { projects: [attic], cwd: attic.root };
const orders: readonly (readonly [string, FakeSetup])[] = [
  ["restore --at v4 -n", { projects }],
  ["undo -n", { projects }],
  ["oops -n", { projects }],
  ["deleted --restore 1 -n", deleted],
];
/** A disk without the directory of any project. */
const fileSystem = fakeDisk({});
const told =
  /is gone: it is made anew, with these files alone; moved\? unf watch <new place> --relink/;

test("an order that would make a project's directory anew says so, and where it may have gone", async () => {
  for (const [argv, setup] of orders) {
    const there = await runFake(argv.split(" "), setup);
    assert.doesNotMatch(there.stdout + there.stderr, /is gone/, argv);
    const gone = await runFake(argv.split(" "), { ...setup, fileSystem });
    assert.match(gone.stdout + gone.stderr, told, argv);
    assert.match(gone.stdout + gone.stderr, / ~\/src\/(shop|attic) is gone/, argv);
  }
});

test("the JSON of a plan has it among its warnings", async () => {
  for (const argv of ["restore --at v4 -n --json", "undo -n --json"]) {
    const { stdout } = await runFake(argv.split(" "), { projects, fileSystem });
    assert.match(JSON.parse(stdout).warnings[0], told, argv);
  }
});
