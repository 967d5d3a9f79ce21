import assert from "node:assert/strict";
import * as disk from "node:fs";
import { test } from "node:test";
import type { AbsPath, RelPath, SnapshotId, UnfError } from "@unf/core";
import { type OrderProgress, Orders } from "@unf/engine";
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
