import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath, SnapshotId } from "@unf/core/base";
import type { JournalStep, StepState } from "@unf/core/timeline";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";
import { studio } from "../testing/studio.ts";

const [operation] = studio.history?.operations ?? [];
const rows = studio.history?.rows?.slice(0, -1) ?? [];

/** The studio, in which an oops put these versions back; 0 where it removed the file. */
function world(
  restored: Readonly<Record<string, number | null>>,
  { inverted = false, before = 13 } = {},
): FakeSetup {
  assert.ok(operation !== undefined);
  const oops = { ...operation, argv: ["oops"], before, after: before };
  const undo = { ...operation, id: 2, kind: "undo", argv: ["undo"], inverts: 1 } as const;
  const operations = inverted ? [oops, undo] : [oops];
  const steps = { 1: Object.entries(restored).map(([path, to]) => stepOf(path, to)) };
  const history = { ...studio.history, rows, operations, steps };
  return { projects: [{ ...studio, history }], cwd: studio.root };
}

/** `null`: lines were merged. */
function stepOf(path: string, to: number | null): JournalStep {
  const absent = { kind: "absent" } as const;
  const there = { kind: "recorded", hash: "0".padStart(64, "0"), bytes: 1, mode: 0o100644 };
  const state = { ...there, snapshot: to as SnapshotId | null } as unknown as StepState;
  return {
    ...{ path: path as RelPath, from: absent, to: to === 0 ? absent : state },
    ...{ temporary: null, failure: null },
  };
}

async function ask(argv: string, setup: FakeSetup) {
  const ran = await runFake([...argv.split(" "), "--json"], setup);
  assert.equal(ran.exit, 0, ran.stderr);
  return JSON.parse(ran.stdout);
}

const noTest = { turn: "t-2", session: "s-7f3a", label: "no test" };

test("an oops is listed with the turn whose work it took back, also when it was undone", async () => {
  const restored = { "cart.ts": 5, "cart.test.ts": 6 };
  for (const setup of [world(restored), world(restored, { inverted: true })]) {
    const { operations } = await ask("ops", setup);
    assert.deepEqual(operations.at(-1).took_back, [{ ...noTest, whole: true }]);
  }
  const { stdout } = await runFake(["ops", "--color", "never"], { ...world(restored), tty: true });
  assert.match(stdout, /op-1 .* oops {2}1 file {2}took back t-2 "no test"$/m);
  const piped = await runFake(["ops"], world(restored));
  assert.match(piped.stdout, /\toops\ttook back t-2 "no test"\n$/);
});

test("of a turn of which some stayed a part was taken back, and of several each is named", async () => {
  const merged = world({ "cart.ts": null, "cart.test.ts": 6 });
  const [oops] = (await ask("ops", merged)).operations;
  assert.deepEqual(oops.took_back, [{ ...noTest, whole: false }]);
  const { stdout } = await runFake(["ops"], world({ "cart.ts": 1, "cart.test.ts": 0 }));
  // t-2 deleted a file that t-1 had made: that it is still gone takes nothing of t-2 back.
  assert.match(stdout, /\ttook back t-1, part of t-2\n$/);
});

test("what a turn did after the oops was not there to be taken back", async () => {
  const [oops] = (await ask("ops", world({ "cart.ts": 5 }, { before: 8 }))).operations;
  assert.deepEqual(oops.took_back, [{ ...noTest, whole: true }]);
});

test("where an oops only merged lines, it names the turns that wrote those that are gone", async () => {
  assert.ok(operation !== undefined);
  const oops = { ...operation, argv: ["oops", "-p"], before: 13, after: 14 };
  const merge = { ...studio.history?.rows?.at(-1), hash: "1".padStart(64, "0") };
  const history = {
    ...{ ...studio.history, operations: [oops], steps: { 1: [stepOf("cart.ts", null)] } },
    rows: [...rows, merge as (typeof rows)[number]],
  };
  const partOf = async (merged: string) => {
    const contents = { ...studio.contents, 14: merged };
    const world = { projects: [{ ...studio, history, contents }], cwd: studio.root };
    const { turns } = await ask("turns", world);
    const parts = turns.map((turn: { id: string; taken_back: unknown }) => [
      turn.id,
      turn.taken_back,
    ]);
    return [(await ask("ops", world)).operations[0].took_back, Object.fromEntries(parts)];
  };
  const part = { by: ["op-1"], whole: false };
  const [took, turns] = await partOf("a\nB\nc\nmine\n");
  assert.deepEqual(took, [{ ...noTest, whole: false }]);
  assert.deepEqual([turns["t-1"], turns["t-2"]], [null, part]);
  const [first, firstTurns] = await partOf("a\nb\nc\nd\nmine\n");
  assert.deepEqual(
    first.map(({ turn }: { turn: string }) => turn),
    ["t-1"],
  );
  assert.deepEqual([firstTurns["t-1"], firstTurns["t-2"]], [part, null]);
  // Only what a person wrote is gone.
  assert.deepEqual((await partOf("a\nB\nc\nd\n"))[0], []);
});

test("blame says what took a turn's work back, where some of it stayed", async () => {
  const merged = world({ "cart.ts": null, "cart.test.ts": 6 });
  const { lines } = await ask("blame cart.ts", merged);
  const told = lines.map((line: { turn: string; turn_taken_back?: unknown }) => [
    line.turn,
    line.turn_taken_back,
  ]);
  assert.deepEqual(told.slice(-2), [
    ["t-2", { by: ["op-1"], whole: false }],
    [null, undefined],
  ]);
  const { stdout } = await runFake(["blame", "cart.ts"], {
    ...merged,
    ...{ tty: true, env: { NO_COLOR: "1" } },
  });
  assert.match(stdout, /t-1 {2}s-7f3a {2}"add coupons"\n.*"no test" +partly taken back by op-1\n/);
});

const lists = [...["ops", "turns", "sessions", "session s-7f3a", "log --sessions", "recap"]];

test("no line wraps on narrow terminals, and what took a turn back is said on all of them", async () => {
  const setup = world({ "cart.ts": 5, "cart.test.ts": 6 });
  for (const argv of lists) {
    for (const columns of [60, 72, 80, 100, 160]) {
      const onTerminal = { ...setup, tty: true, columns, env: { NO_COLOR: "1" } };
      const { exit, stdout } = await runFake(argv.split(" "), onTerminal);
      assert.equal(exit, 0);
      // The name of a project is whole, however narrow it is.
      const wide = stdout.split("\n").filter((line) => line.length > columns && columns >= 80);
      assert.deepEqual(wide, [], `${argv} at ${columns}`);
      const isTold = /t(?:aken|ook) back (?:by op-1|t-2)/.test(stdout);
      assert.ok(isTold || !["ops", "turns"].includes(argv), `${argv} at ${columns}:\n${stdout}`);
    }
  }
});
