import assert from "node:assert/strict";
import { test } from "node:test";
import type { Foreground } from "@unf/answers";
import { UnfError } from "@unf/core/base";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";

const watched = {
  ...{ id: "0000000000000001", root: "/home/a/src/shop", already: false, backend: "inotify" },
  ...{ directories: 1, files_recorded: 1, files_skipped: {}, bytes: 1 },
};

/** Runs it beside a daemon that behaves so, and says how often that was told to end. */
async function record(daemon: Partial<Foreground>, setup: FakeSetup = {}, argv = "") {
  let ended = 0;
  const startForeground = async () => ({
    pid: 4121,
    ended: new Promise<never>(() => undefined),
    ready: async () => undefined,
    end: async () => {
      ended += 1;
    },
    ...daemon,
  });
  const words = ["watch", ".", "--foreground", ...argv.split(" ").filter(Boolean)];
  const ran = await runFake(words, { reply: () => watched, wiring: { startForeground }, ...setup });
  return { ...ran, ended };
}

/** Settles when everything that can go on by itself has. */
const later = <T>(value: T): Promise<T> =>
  new Promise((resolve) => setImmediate(() => setImmediate(() => resolve(value))));

test("the exit code is that of the signal, after the daemon has ended", async () => {
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const) {
    const { exit, stdout, ended, requests } = await record({}, { endAsked: later(signal) });
    assert.deepEqual([exit, requests.map(({ method }) => method)], [code, ["watch"]]);
    assert.match(stdout, /^Recording in this terminal until Ctrl-C \(daemon 4121\)\nStopped/m);
    assert.ok(ended > 0);
  }
  const { stdout } = await record({}, { endAsked: later("SIGTERM" as const) }, "--json");
  assert.deepEqual(JSON.parse(stdout).foreground, { ended_by: "SIGTERM" });
});

test("a signal before anything is recorded ends it, too", async () => {
  const daemon = {
    ready: async () => {
      await later(later(undefined));
      throw new UnfError("daemon_unavailable", "the daemon did not start");
    },
  };
  const { exit, stderr } = await record(daemon, { endAsked: Promise.resolve("SIGINT" as const) });
  assert.deepEqual([exit, stderr], [130, ""]);
});

test("a daemon that ends by itself is a failure, unless somebody told it to", async () => {
  assert.equal((await record({ ended: later(0) })).exit, 0);
  const crashed = await record({ ended: later(70) });
  assert.equal(crashed.exit, 1);
  assert.match(crashed.stderr, /ended by itself \(70\)\nhint: .*crash.log/);
  const absent = async () => {
    throw new UnfError("daemon_unavailable", "the daemon did not start");
  };
  const { exit, ended } = await record({ ready: absent });
  assert.deepEqual([exit, ended > 0], [6, true]);
});

test("what would enable a service does not go with it", async () => {
  const { exit, requests } = await record({}, {}, "--service");
  assert.deepEqual([exit, requests], [2, []]);
});
