import assert from "node:assert/strict";
import * as disk from "node:fs";
import { test } from "node:test";
import type { AbsPath, RelPath, SnapshotId, UnfError } from "@unf/core/base";
import { type OrderProgress, Orders, oopsProject } from "@unf/engine";
import { FakeClock } from "../kit/fake-clock.ts";
import { type Method, systemError, watchDisk } from "./broken-disk.ts";
import { type Picture, readPicture, Stage } from "./stage.ts";

// Enough that staging and carrying out let others have their turn on the way.
const names = Array.from({ length: 200 }, (_, n) => `d${n % 5}/f${n}.txt`);

interface Told extends AsyncDisposable {
  readonly stage: Stage;
  readonly orders: Orders;
  readonly target: { readonly id: SnapshotId };
  readonly now: Picture;
  readonly before: Picture;
  /** Called before each call to the disk once it is set. */
  onCall: (method: Method, args: readonly unknown[]) => void;
}

/** A project whose files were all changed since `target`. */
async function tell(): Promise<Told> {
  const told = { onCall: (): void => undefined } as unknown as {
    -readonly [K in keyof Told]: Told[K];
  };
  const orders = new Orders();
  const stage = new Stage({
    clock: new FakeClock({ start: Date.now() - 86_400_000, creepMs: 1 }),
    wrap: (fs) => watchDisk(fs, { before: (method, args) => told.onCall(method, args) }),
  });
  for (const name of names) stage.write(name, "before\n");
  await stage.start();
  Object.assign(stage.project.ports, { orders });
  const target = { id: (await stage.flush()) as SnapshotId };
  const before = readPicture(stage.root);
  for (const name of names) stage.write(name, "after, which is longer\n");
  await stage.flush();
  const now = readPicture(stage.root);
  const dispose = () => stage[Symbol.asyncDispose]();
  return Object.assign(told, {
    stage,
    orders,
    target,
    before,
    now,
    [Symbol.asyncDispose]: dispose,
  });
}

/** Interrupts the restore at the n-th call of this kind on a temporary of it. */
function interruptAt(told: Told, at: Method, isLeft: boolean): void {
  const { stage } = told;
  let calls = 0;
  told.onCall = (method, args) => {
    if (method !== at || !String(args[0]).includes("/.unf-")) return;
    calls += 1;
    if (calls !== 100) return;
    const [order] = told.orders.list();
    assert.deepEqual(order?.phase, at === "exchange" ? "applying" : "staging");
    told.orders.interrupt({ root: stage.root as AbsPath, plan: undefined }, { isLeft });
  };
}

const isInterrupted = ({ code }: UnfError): boolean => code === "interrupted";

test("what is interrupted before it is decided changes nothing and leaves nothing", async () => {
  await using told = await tell();
  const { stage, target } = told;
  interruptAt(told, "writeNew", false);
  await assert.rejects(stage.restore({ target }), isInterrupted);
  assert.deepEqual(readPicture(stage.root), told.now);
  assert.equal(stage.timeline.operations(1)[0]?.state, "abandoned");
  assert.deepEqual(told.orders.list(), []);
});

test("what is decided is carried out, whoever asks that it ends", async () => {
  await using told = await tell();
  const { stage, target } = told;
  interruptAt(told, "exchange", false);
  await stage.restore({ target });
  assert.deepEqual(readPicture(stage.root), told.before);
});

test("what is left half done is finished by the next recorder, and can be taken back", async () => {
  await using told = await tell();
  const { stage, target } = told;
  interruptAt(told, "exchange", true);
  await assert.rejects(stage.restore({ target }), isInterrupted);
  assert.equal(stage.timeline.operations(1)[0]?.state, "committed");
  const half = names.filter((name) => readPicture(stage.root)[name]?.includes("before"));
  assert.ok(half.length > 90 && half.length < names.length, `${half.length} of ${names.length}`);
  told.onCall = () => undefined;
  await stage.crash();
  assert.deepEqual(readPicture(stage.root), told.before);
  await stage.invert("undo");
  assert.deepEqual(readPicture(stage.root), told.now);
});

test("what a failing disk left half done is finished without another order once it works", async () => {
  await using told = await tell();
  const { stage, target } = told;
  let isBroken = false;
  let exchanges = 0;
  told.onCall = (method, args) => {
    if (method === "exchange" && String(args[0]).includes("/.unf-")) exchanges += 1;
    if (exchanges === 100) isBroken = true;
    if (isBroken && (method === "exchange" || method === "writeNew")) throw systemError("EIO");
  };
  await assert.rejects(stage.restore({ target }), ({ code }: UnfError) => code === "pending");
  isBroken = false;
  exchanges = 1000;
  for (let seconds = 0; seconds < 5; seconds += 1) {
    await stage.clock.advance(1000);
    await stage.project.tick();
  }
  assert.deepEqual(stage.timeline.unfinishedOperations(), []);
  assert.deepEqual(readPicture(stage.root), told.before);
  assert.ok(stage.logged.includes("operation.recovered"));
});

/** The same tree after a restore that is to be taken back: `now` is what it left. */
async function tellRestored(): Promise<Told> {
  const told = await tell();
  await told.stage.restore({ target: told.target });
  return Object.assign(told, { before: told.now, now: told.before });
}

test("an undo and a redo that are interrupted before they are decided change nothing and leave nothing", async () => {
  await using told = await tellRestored();
  const { stage, orders, before, now } = told;
  interruptAt(told, "writeNew", false);
  await assert.rejects(stage.invert("undo"), isInterrupted);
  assert.deepEqual(readPicture(stage.root), now);
  assert.equal(stage.timeline.operations(1)[0]?.state, "abandoned");
  told.onCall = () => undefined;
  await stage.invert("undo");
  assert.deepEqual(readPicture(stage.root), before);
  interruptAt(told, "writeNew", false);
  await assert.rejects(stage.invert("redo"), isInterrupted);
  assert.deepEqual(readPicture(stage.root), before);
  assert.deepEqual(orders.list(), []);
  assert.deepEqual(stagedIn(stage), []);
});

test("an undo that is left half done is finished by the next recorder, and a redo takes it back", async () => {
  await using told = await tellRestored();
  const { stage, before, now } = told;
  interruptAt(told, "exchange", true);
  await assert.rejects(stage.invert("undo"), isInterrupted);
  assert.equal(stage.timeline.operations(1)[0]?.state, "committed");
  assert.notDeepEqual(readPicture(stage.root), before);
  told.onCall = () => undefined;
  await stage.crash();
  assert.deepEqual(readPicture(stage.root), before);
  await stage.invert("redo");
  assert.deepEqual(readPicture(stage.root), now);
  assert.deepEqual(stagedIn(stage), []);
});

test("an oops of many files is given up or carried out as a restore is", async () => {
  await using told = await tell();
  const { stage, before, now } = told;
  const order = { request: { kind: "burst" }, planId: undefined, argv: ["oops"] } as const;
  interruptAt(told, "writeNew", false);
  await assert.rejects(oopsProject(stage.project, order), isInterrupted);
  assert.deepEqual(readPicture(stage.root), now);
  interruptAt(told, "exchange", false);
  await oopsProject(stage.project, order);
  assert.deepEqual(readPicture(stage.root), before);
  assert.deepEqual(stagedIn(stage), []);
});

function stagedIn({ root }: Stage): string[] {
  const names = disk.readdirSync(root, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.includes(".unf-"));
}

test("giving up what was staged lets others have their turn", async () => {
  await using told = await tell();
  const { stage, target } = told;
  interruptAt(told, "writeNew", false);
  let [isGivenUp, removals, most] = [false, 0, 0];
  const hold = told.onCall;
  told.onCall = (method, args) => {
    hold(method, args);
    if (told.orders.list().length === 0 || !String(args[0]).includes("/.unf-")) return;
    if (method === "remove") {
      isGivenUp = true;
      removals += 1;
      most = Math.max(most, removals);
    }
  };
  stage.clock.onBreathe = () => {
    removals = 0;
  };
  await assert.rejects(stage.restore({ target }), isInterrupted);
  assert.ok(isGivenUp && most <= 64, `${most} removed in one go`);
});

test("planning and each phase after it tell how far an undo is", async () => {
  await using told = await tellRestored();
  const seen: OrderProgress[] = [];
  await told.stage.invert("undo", { onProgress: (one) => void seen.push(one) });
  const phases = [...new Set(seen.map(({ phase }) => phase))];
  assert.deepEqual(phases, ["planning", "staging", "applying", "recording"]);
  const last = seen.filter(({ phase }) => phase === "planning").at(-1);
  assert.ok((last?.done ?? 0) > names.length / 2, `${last?.done} files were said to be looked at`);
});

test("a restore tells how far it is, and each phase from its beginning", async () => {
  await using told = await tell();
  const seen: OrderProgress[] = [];
  await told.stage.restore({ target: told.target }, { onProgress: (one) => void seen.push(one) });
  const phases = [...new Set(seen.map(({ phase }) => phase))];
  assert.deepEqual(phases, ["planning", "staging", "applying", "recording"]);
  for (const phase of phases.slice(1)) {
    const steps = seen.filter((one) => one.phase === phase);
    assert.deepEqual([steps[0]?.done, steps[0]?.total], [0, names.length], phase);
    assert.ok(steps.length > 1, phase);
  }
  assert.equal(disk.existsSync(told.stage.at(names[0] as RelPath)), true);
});
