import assert from "node:assert/strict";
import { test } from "node:test";
import type { Running } from "@unf/answers";
import type { WallMs } from "@unf/core/base";
import { fakeNow } from "../testing/fake-time.ts";
import { runFake } from "../testing/fake-world.ts";
import { daemonStatus, shop } from "../testing/shop.ts";

const since = (fakeNow - 60_000) as WallMs;
const none = { daemon: undefined, sentinel: 4117, intended: true } as const;

async function status(running: Running) {
  const { stdout } = await runFake(["status", "--utc"], { projects: [shop], running });
  const json = await runFake(["status", "--json"], { projects: [shop], running });
  return { line: stdout.split("\n", 1)[0], json: JSON.parse(json.stdout) };
}

test("status names the command that has the recorder's place", async () => {
  const occupant = { pid: 71, command: "unf restore", since };
  const { line, json } = await status({ ...none, occupant });
  assert.equal(
    line,
    "not recording   unf restore (pid 71) has held the recorder's place since 13:31:07; recording goes on when it ends",
  );
  assert.deepEqual(json.occupant, { ...occupant, since: "2026-11-20T13:31:07.000Z" });
  const stopped = await status({ ...none, occupant, intended: false });
  assert.doesNotMatch(stopped.line ?? "", /goes on/);
});

test("status says what a daemon is at work on, whether it answers or not", async () => {
  const busy = { pid: 4121, what: "restore", since };
  const silent = await status({ ...none, busy });
  assert.match(silent.line ?? "", /daemon 4121 does not answer: at work since .* \(restore\)/);
  const told = { pid: 4121, what: "restore", since: "2026-11-20T13:31:07.000Z" };
  assert.deepEqual(silent.json.busy, told);
  const { pid: _, ...work } = told;
  const live = await status({ ...none, daemon: { ...daemonStatus, busy: work } });
  assert.match(live.line ?? "", /^recording .*, restore since 13:31:07/);
  assert.deepEqual(live.json.busy, told);
});
