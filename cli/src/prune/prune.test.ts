import assert from "node:assert/strict";
import { test } from "node:test";
import { type SnapshotId, UnfError, type WallMs } from "@unf/core/base";
import type { Operation } from "@unf/core/timeline";
import type { PruneParams } from "@unf/protocol";
import type { FakeProject } from "../testing/fake-project.ts";
import { fakeNow } from "../testing/fake-time.ts";
import { row } from "../testing/fake-timeline.ts";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** One file with a version an hour for two days, a hundred days ago, and one now. */
const old: FakeProject = {
  root: "/home/a/src/old",
  history: {
    rows: [
      ...Array.from({ length: 48 }, (_, n) =>
        row({ id: n + 1, path: "src/a.ts", at: fakeNow - 100 * day + n * hour, bytes: 1000 }),
      ),
      row({ id: 49, path: "src/a.ts", at: fakeNow - hour }),
    ],
  },
};
const reply = {
  ...{ plan: "pl-1", pruning: 1, versions_removed: 47, versions_kept: 2, bytes_freed: 7 },
  operations_aged: 0,
};

function run(argv: string, more: FakeSetup = {}) {
  const setup = { projects: [old], cwd: old.root, reply: () => reply, ...more };
  return runFake(["prune", ...argv.split(" ").filter(Boolean)], setup);
}

test("a dry run says what goes and why, what stays, and changes nothing", async () => {
  const { stdout, requests, exit } = await run("-n -v --color=never", { tty: true });
  assert.equal(exit, 0);
  assert.deepEqual(requests, []);
  assert.match(stdout, /^Would remove \d+ of 49 versions \(.*\) in ~\/src\/old +pl-[0-9a-f]{8}\n/);
  assert.match(stdout, /keep +everything younger than 24h · 1 per hour for 7d · 1 per day for 30d/);
  assert.match(stdout, /drop +\d+ not the last of their week/);
  assert.match(stdout, /\d+ src\/a\.ts\n/);
  assert.match(stdout, /This was a dry run; nothing was removed\.\n$/);
});

test("what is removed is the plan that was shown", async () => {
  const dry = JSON.parse((await run("--older-than 30d -n --json")).stdout);
  const { requests, stdout } = await run("--older-than 30d --yes --json");
  const params = requests[0]?.params as PruneParams;
  assert.equal(params.plan, dry.projects[0].plan);
  assert.equal(params.up_to, 49);
  assert.equal(params.policy.keep_all_ms, 30 * day);
  assert.deepEqual(JSON.parse(stdout).projects[0].versions_removed, 47);
  assert.equal(dry.projects[0].versions_removed, 47);
});

test("without a terminal and without --yes nothing is removed", async () => {
  const { exit, stderr, requests } = await run("--older-than 30d");
  assert.equal(exit, 4);
  assert.match(stderr, /nothing was done/);
  assert.deepEqual(requests, []);
});

test("most of all versions, or young ones, are said to be that before the question", async () => {
  const { asked } = await run("--older-than 0s", { tty: true, answers: ["n"] });
  assert.match(asked[0] ?? "", /more than half of all versions/);
  const young = {
    ...old,
    history: {
      rows: [
        row({ id: 1, path: "a", at: fakeNow - 2 * hour }),
        row({ id: 2, path: "a", at: fakeNow - hour }),
        row({ id: 3, path: "a", at: fakeNow }),
      ],
    },
  };
  const second = await run("--older-than 30m", { projects: [young], tty: true, answers: ["n"] });
  assert.match(second.asked[0] ?? "", /younger than 24 hours/);
});

test("the flags make the policy; a number counts hours, days or weeks", async () => {
  const { requests } = await run("--keep-hourly 168 --keep-daily 30 --keep-weekly forever -y");
  const params = requests[0]?.params as PruneParams;
  assert.deepEqual(params.policy, {
    ...{ keep_all_ms: day, hourly_ms: 168 * hour, daily_ms: 30 * day, weekly_ms: null },
    ...{ turns_ms: 30 * day, operations_ms: null, brings_back: true },
  });
});

test("what undoes old operations goes by the policy of the settings, of whole projects, and is said before", async () => {
  const operation = (id: number, daysAgo: number): Operation => ({
    ...{ id, kind: "restore", argv: [], inverts: null, plan: "", files: 1, state: "done" },
    ...{ startedAt: (fakeNow - daysAgo * day) as WallMs, before: 1, after: 1 },
    finishedAt: (fakeNow - daysAgo * day) as WallMs,
  });
  const journals = [1, 2, 3].map((id) => ({
    ...{ operation: id, steps: 1, hasRescues: false, isCut: false },
  }));
  const rows = [row({ id: 1, path: "a", at: fakeNow })];
  const operations = [operation(1, 90), operation(2, 60), operation(3, 50)];
  const projects = [{ ...old, history: { rows, operations, journals } }];
  const more: FakeSetup = { projects, reply: () => ({ ...reply, operations_aged: 2 }) };
  const dry = await run("-n", more);
  assert.match(
    dry.stdout,
    /Nothing to remove of 1 version .*\n +undo +no more for 2 operations older than 30d\n/,
  );
  assert.equal(JSON.parse((await run("-n --json", more)).stdout).projects[0].operations_aged, 2);
  const asked = await run("", { ...more, tty: true, answers: ["n"] });
  assert.match(asked.asked[0] ?? "", /Remove what undoes 2 operations\?/);
  const done = await run("--yes", more);
  const params = done.requests[0]?.params as PruneParams;
  assert.equal(params.policy.operations_ms, 30 * day);
  assert.match(done.stdout, /undo +no more for 2 operations\n/);
  for (const part of ["--include a", "--max-size 2GiB", "--older-than 1y"]) {
    const { requests, stdout } = await run(`${part} --yes`, more);
    assert.deepEqual([requests, /undo/.test(stdout)], [[], false], part);
  }
});

test("ages and sizes that cannot be are refused with one line", async () => {
  for (const argv of [
    "--older-than 0",
    "--older-than -5d",
    "--older-than ∞",
    "--older-than yesterday",
    "--keep-daily many",
    "--max-size big",
    "--older-than 1d --keep-daily 3",
    "--plan pl-1 --all-projects",
  ]) {
    const { exit, stderr } = await run(`${argv} -y`);
    assert.deepEqual(
      [exit, stderr.trim().split("\n").length <= 2],
      [2, true],
      `${argv}: ${stderr}`,
    );
  }
});

test("of all projects one whose history cannot be read is left out, and said to be", async () => {
  const damaged: FakeProject = {
    root: "/home/a/src/damaged",
    get history(): never {
      throw new UnfError("store_damaged", "its timeline is damaged");
    },
  };
  const more = { projects: [damaged, old] };
  const { exit, stderr, requests } = await run("--older-than 30d --all-projects -y", more);
  assert.equal(exit, 0);
  assert.match(stderr, /src\/damaged is left out: its timeline is damaged/);
  assert.deepEqual(
    requests.map(({ params }) => (params as PruneParams).root),
    [old.root],
  );
});

test("a plan that is another by now removes nothing", async () => {
  const { exit, requests } = await run("--older-than 30d --plan pl-00000000 -y");
  assert.equal(exit, 5);
  assert.deepEqual(requests, []);
});

test("where nothing is to go nothing is asked", async () => {
  const { exit, stdout, asked, requests } = await run("--older-than 1y", { tty: true });
  assert.deepEqual([exit, asked, requests], [0, [], []]);
  assert.match(stdout, /Nothing to remove of 49 versions/);
});

test("an instant of which an older program removed versions is said to be that, a checkpoint's is not", async () => {
  const pruning = { id: 1, at: fakeNow, cause: "policy", argv: [], snapshots: 9 } as const;
  const span = { from: (fakeNow - 100 * day) as WallMs, to: (fakeNow - 98 * day) as WallMs };
  const checkpoint = {
    ...{ id: 1, label: null, message: null, at: span.from, files: 1 },
    ...{ snapshot: 3 as SnapshotId, payloadBytes: null, pinned: false },
  };
  const history = {
    ...old.history,
    prunings: [{ ...pruning, ...span }],
    checkpoints: [checkpoint],
    horizons: [{ kind: "absence", from: 0, to: 9, toTime: fakeNow }] as const,
  };
  const setup = { projects: [{ ...old, history }], cwd: old.root };
  const at = (word: string, more = "") =>
    runFake(["cat", "src/a.ts", "--at", word, ...more.split(" ").filter(Boolean)], setup);
  const said = /versions of that time were removed on 2026-11-20/;
  assert.match((await at("99d")).stderr, said);
  assert.equal(
    JSON.parse((await at("99d", "--json")).stdout).at.thinned,
    "2026-11-20T13:32:07.000Z",
  );
  for (const word of ["97d", "v3", "cp:1"])
    assert.doesNotMatch((await at(word)).stderr, said, word);
  // This program knows file by file what it removes.
  const known = { ...setup, projects: [{ ...old, history: { ...history, horizons: [] } }] };
  assert.doesNotMatch((await runFake(["cat", "src/a.ts", "--at", "99d"], known)).stderr, said);
});

test("status says by which policy history thins, and when it did last", async () => {
  const last = { id: 1, at: (fakeNow - 2 * hour) as WallMs, cause: "policy", argv: [] } as const;
  const span = { snapshots: 12, from: 0 as WallMs, to: 1 as WallMs };
  const history = { ...old.history, prunings: [{ ...last, ...span }] };
  const { stdout } = await runFake(["status"], {
    ...{ projects: [{ ...old, history }], cwd: old.root, tty: true, columns: 200 },
  });
  assert.match(
    stdout,
    /keeps everything younger than 24h · 1 per hour for 7d .* · last thinned 2 h ago, 12 versions/,
  );
});

test("the list of projects says of which one versions were removed, and when", async () => {
  const last = { id: 1, at: (fakeNow - 2 * hour) as WallMs, cause: "cap", argv: [] } as const;
  const span = { snapshots: 12, from: 0 as WallMs, to: 1 as WallMs };
  const history = { ...old.history, prunings: [{ ...last, ...span }] };
  const setup = { projects: [{ ...old, history }], cwd: old.root };
  const list = async (...words: string[]) => (await runFake(["list", ...words], setup)).stdout;
  assert.match(await list("-v"), /since 2026-.*, last thinned 2 h ago, 12 versions/);
  const [project] = JSON.parse(await list("--json")).projects;
  assert.deepEqual([project.last_pruning.cause, project.last_pruning.versions], ["cap", 12]);
});
