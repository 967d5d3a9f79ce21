import assert from "node:assert/strict";
import { test } from "node:test";
import { runFake } from "../testing/fake-world.ts";
import { daemonStatus, shop } from "../testing/shop.ts";

test("status says that events of agents were lost, how many and when, and nothing where none was", async () => {
  const lost = { events: 3, last_at: "2026-11-20T13:30:07.000Z" };
  const running = (daemon: typeof daemonStatus) => ({ daemon, sentinel: 4117, intended: true });
  const status = (daemon: typeof daemonStatus, ...args: string[]) =>
    runFake(["status", ...args], { projects: [shop], running: running(daemon) });
  const said = await status({ ...daemonStatus, lost_events: lost });
  assert.match(said.stderr, /3 events of agents were lost, the last 2 m ago/);
  const { stdout } = await status({ ...daemonStatus, lost_events: lost }, "--json");
  assert.deepEqual(JSON.parse(stdout).daemon.lost_events, lost);
  assert.doesNotMatch((await status({ ...daemonStatus, lost_events: null })).stderr, /lost/);
  // A daemon of an earlier version does not say it.
  assert.doesNotMatch((await status(daemonStatus)).stderr, /lost/);
});
