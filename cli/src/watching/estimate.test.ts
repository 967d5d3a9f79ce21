import assert from "node:assert/strict";
import { test } from "node:test";
import type { WatchEstimate } from "@unf/answers";
import type { RelPath } from "@unf/core/base";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";

const huge: WatchEstimate = {
  files: 312_004,
  bytes: 4 * 1024 ** 3,
  isComplete: false,
  largest: [{ directory: "data" as RelPath, files: 300_000, bytes: 3 * 1024 ** 3 }],
  capBytes: 5 * 1024 ** 3,
};
const reply = {
  id: "0000000000000009",
  root: "/home/a/new",
  already: false,
  backend: "inotify",
  directories: 2,
  files_recorded: 1,
  files_skipped: {},
  bytes: 3,
};
const world = (more: FakeSetup = {}): FakeSetup => ({
  cwd: "/home/a/new",
  reply: () => reply,
  wiring: { estimateWatch: async () => huge },
  ...more,
});

test("what is unusually much is not recorded without a yes, and its largest part is named", async () => {
  const { exit, stderr, requests } = await runFake(["watch"], world());
  assert.equal(exit, 4);
  assert.match(
    stderr,
    /more than 312.004 files, 4\.0 GiB would be recorded, which is more than half/,
  );
  assert.match(stderr, /data\/ \(3\.0 GiB\).*\.unfignore.*--yes/);
  assert.deepEqual(requests, []);
});

test("a person at a terminal is asked, and no is no", async () => {
  const no = await runFake(["watch"], world({ tty: true, answers: ["n"] }));
  assert.deepEqual([no.exit, no.requests.length, no.asked.length], [4, 0, 1]);
  const yes = await runFake(["watch"], world({ tty: true, answers: ["y"] }));
  assert.deepEqual([yes.exit, yes.requests.length], [0, 1]);
});

test("--yes does not even count, and a dry run counts and asks nobody", async () => {
  const fail = { estimateWatch: () => assert.fail("counted") };
  const yes = await runFake(["watch", "--yes"], world({ wiring: fail }));
  assert.deepEqual([yes.exit, yes.requests.length], [0, 1]);
  const dry = await runFake(["watch", "-n"], world());
  assert.deepEqual([dry.exit, dry.requests.length], [0, 0]);
  assert.match(dry.stdout, /^Would watch \/home\/a\/new: more than 312.004 files, 4\.0 GiB$/m);
});

test("a directory with a history, and one of which nothing is recorded at first, are not counted", async () => {
  const fail = { estimateWatch: () => assert.fail("counted") };
  const known = { projects: [{ root: "/home/a/new", history: { rows: [] } }], wiring: fail };
  assert.equal((await runFake(["watch"], world(known))).exit, 0);
  assert.equal((await runFake(["watch", "--no-initial-scan"], world({ wiring: fail }))).exit, 0);
});
