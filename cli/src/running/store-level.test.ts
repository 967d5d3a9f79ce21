import assert from "node:assert/strict";
import { test } from "node:test";
import type { StoreStatus } from "@unf/protocol";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";
import { daemonStatus, shop } from "../testing/shop.ts";

const GiB = 1024 ** 3;

function world(store: Partial<StoreStatus>): FakeSetup {
  const full: StoreStatus = {
    used_bytes: GiB,
    cap_bytes: 5 * GiB,
    measured_at: "2026-11-20T13:00:00.000Z",
    level: "good",
    thinning_failed: false,
    ...store,
  };
  const running = { daemon: { ...daemonStatus, store: full }, sentinel: 4117, intended: true };
  return { projects: [shop], running };
}

test("a store near its cap is a warning, one that cannot be made smaller is one to act on", async () => {
  const good = await runFake(["status", "--check"], world({}));
  assert.deepEqual([good.exit, good.stderr], [0, ""]);
  const near = await runFake(["status", "--check"], world({ used_bytes: 4 * GiB, level: "near" }));
  assert.equal(near.exit, 0);
  assert.match(near.stderr, /the store takes 4\.0 GiB of the 5\.0 GiB it may/);
  const thinning = await runFake(
    ["status", "--check"],
    world({ used_bytes: 6 * GiB, level: "full" }),
  );
  assert.equal(thinning.exit, 0);
  assert.match(thinning.stderr, /history is being thinned/);
  const helpless = { used_bytes: 6 * GiB, level: "full", thinning_failed: true } as const;
  const full = await runFake(["status", "--check"], world(helpless));
  assert.equal(full.exit, 9);
  assert.match(full.stderr, /recording goes on.*unf du.*store\.cap/);
});

test("a person sees how much of it is used", async () => {
  const { stdout } = await runFake(["status", "--color", "never"], { ...world({}), tty: true });
  assert.match(stdout, /store 1\.0 GiB of 5\.0 GiB/);
  const json = JSON.parse((await runFake(["status", "--json"], world({}))).stdout);
  assert.equal(json.store.cap_bytes, 5 * GiB);
  assert.equal(json.store.disk_bytes, GiB);
  assert.equal(json.store.level, "good");
});
