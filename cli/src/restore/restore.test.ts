import assert from "node:assert/strict";
import { test } from "node:test";
import { type RelPath, type SnapshotId, UnfError } from "@unf/core/base";
import type { RestoreRequest } from "@unf/core/restore";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";
import { shop } from "../testing/shop.ts";
import { fullPlan } from "../testing/shop-plans.ts";
import { studio } from "../testing/studio.ts";

const done = {
  plan: fullPlan.id,
  operation: 1,
  actions: [
    { path: "src/cart.ts", action: "write", from: "v9", to: "v4", added: null, removed: null },
  ],
};

function world(more: FakeSetup = {}, plan: Partial<typeof fullPlan> = {}): FakeSetup {
  return {
    projects: [{ ...shop, plan: (request) => ({ ...fullPlan, ...plan, request }) }],
    reply: () => done,
    ...more,
  };
}

const written = fullPlan.actions.filter(({ kind }) => kind === "write");

test("without a terminal and without --yes nothing is done, and the exit code is 4", async () => {
  for (const more of [
    {},
    { tty: true, env: { CI: "1" } },
    { tty: true, env: { CLAUDECODE: "1" } },
  ]) {
    const { exit, stderr, requests, asked } = await runFake(["restore", "--at", "v4"], world(more));
    assert.equal(exit, 4);
    assert.match(stderr, /nothing was done/);
    assert.match(stderr, /hint: add --yes/);
    assert.deepEqual([requests, asked], [[], []]);
  }
});

test("JSON means neither yes nor a question", async () => {
  const { exit, stderr, requests } = await runFake(
    ["restore", "--at", "v4", "--json"],
    world({ tty: true }),
  );
  assert.equal(exit, 4);
  assert.equal(JSON.parse(stderr).code, "needs_confirmation");
  assert.deepEqual(requests, []);
});

test("a person is shown the plan before the question, and a no changes nothing", async () => {
  const { exit, stdout, asked, requests } = await runFake(
    ["restore", "--at", "v4"],
    world({ tty: true, answers: ["n"] }),
  );
  assert.equal(exit, 4);
  assert.match(stdout, /Restore 3 files to v4/);
  assert.match(stdout, /plan pl-5d2c90ab/);
  assert.equal(asked.length, 1);
  assert.deepEqual(requests, []);
});

test("exactly the plan that was shown is carried out", async () => {
  const { exit, requests, stdout } = await runFake(
    ["restore", "src", "--at", "v4", "--delete", "--include", "*.ts"],
    world({ tty: true, answers: ["y"] }, { actions: written }),
  );
  assert.equal(exit, 0);
  assert.deepEqual(requests, [
    {
      method: "restore",
      params: {
        root: "/home/a/src/shop",
        target: { id: 4 },
        within: ["src"],
        include: ["*.ts"],
        exclude: [],
        deletions: "remove",
        overwrite: "if-changed",
        plan: "pl-5d2c90ab",
        brief: true,
        argv: ["restore", "src", "--at", "v4", "--delete", "--include", "*.ts"],
      },
    },
  ]);
  assert.match(stdout, /Restored {2}2 files . saved op-1 . .*undo: unf undo op-1/);
});

test("the command that takes it back names the project where the directory does not say it", async () => {
  const undo = async (argv: readonly string[], cwd: string) => {
    const { stdout } = await runFake([...argv, "--yes", "--json"], world({ cwd }));
    return JSON.parse(stdout).undo;
  };
  const at = ["restore", "--at", "v4"];
  assert.equal(await undo(at, "/home/a/src/shop/src"), "unf undo op-1");
  assert.equal(
    await undo([...at, "/home/a/src/shop/src"], "/tmp"),
    "unf undo op-1 --project /home/a/src/shop",
  );
  const named = [...at, "--project", "src/shop"];
  assert.equal(await undo(named, "/home/a"), "unf undo op-1 --project src/shop");
});

test("--dry-run prints the plan and asks nobody", async () => {
  const { exit, stdout, requests, asked } = await runFake(
    ["restore", "--at", "v4", "-n"],
    world({ tty: true }, { actions: written }),
  );
  assert.equal(exit, 0);
  assert.match(stdout, /dry run; nothing was changed/);
  assert.deepEqual([requests, asked], [[], []]);
});

test("a plan that is not the one asked for is a conflict", async () => {
  const { exit, requests } = await runFake(
    ["restore", "--at", "v4", "--yes", "--plan", "pl-00000000"],
    world(),
  );
  assert.equal(exit, 5);
  assert.deepEqual(requests, []);
});

test("with nothing to do nothing is asked and the exit code is 0", async () => {
  const { exit, stdout, requests } = await runFake(
    ["restore", "--at", "v4"],
    world({}, { actions: [] }),
  );
  assert.equal(exit, 0);
  assert.match(stdout, /Nothing to restore/);
  assert.deepEqual(requests, []);
});

test("one path that cannot be done makes the whole a partial one", async () => {
  const { exit } = await runFake(["restore", "--at", "v4", "-n"], world());
  assert.equal(exit, 8);
});

test("kept changes end with 5, and with --exact a kept file ends with 8", async () => {
  const path = "x" as RelPath;
  const disk = { kind: "file", hash: null, mode: 0o100644, bytes: 3, snapshot: null } as const;
  const wanted = written[0]?.kind === "write" ? written[0].wanted : assert.fail();
  const kept = await runFake(
    ["restore", "--at", "v4", "--overwrite", "never"],
    world({}, { actions: [{ kind: "kept_changed", path, disk, wanted }] }),
  );
  assert.equal(kept.exit, 5);
  const exact = await runFake(
    ["restore", "--at", "v4", "--exact"],
    world({}, { actions: [{ kind: "kept_newer", path, disk }] }),
  );
  assert.equal(exact.exit, 8);
  assert.match(exact.stdout, /its content is not recorded/);
});

test("an instant is needed, and only one", async () => {
  for (const argv of [
    ["restore"],
    ["restore", "--at", "v4", "--version", "v4"],
    ["restore", "--version", "4"],
    ["restore", "--at", "v4", "--exact", "--overwrite", "never"],
    ["restore", "--at", "v4", "--to", "/tmp/x", "--delete"],
    ["restore", "--version", "v4", "src", "src/cart.ts"],
  ]) {
    assert.equal((await runFake(argv, world())).exit, 2, argv.join(" "));
  }
});

test("a version is asked for by its id, and a path says where to put it", async () => {
  const requests: RestoreRequest[] = [];
  const spying: FakeSetup = {
    projects: [
      {
        ...shop,
        plan: (request) => {
          requests.push(request);
          throw new UnfError("not_found", "enough");
        },
      },
    ],
  };
  await runFake(["restore", "src/tax.ts", "--version", "v9~1"], spying);
  assert.deepEqual(requests[0]?.target, { version: 4 as SnapshotId });
  assert.deepEqual(requests[0]?.within, ["src/tax.ts"]);
});

test("a turn and a session are restored to as the times they are", async () => {
  const target = async (argv: string) => {
    let asked: RestoreRequest | undefined;
    const plan = (request: RestoreRequest) => {
      asked = request;
      return { ...fullPlan, request };
    };
    const ran = await runFake(["restore", ...argv.split(" "), "-n"], {
      projects: [{ ...studio, plan }],
      cwd: studio.root,
      tty: true,
    });
    return { ...ran, target: asked?.target };
  };
  assert.deepEqual((await target("--turn t-2")).target, { id: 7 });
  assert.deepEqual((await target("--turn 2.end")).target, { id: 9 });
  assert.deepEqual((await target("--session 7f3a")).target, { id: 4 });
  assert.deepEqual((await target("--at turn:2.start")).target, { id: 7 });
  assert.match((await target("--turn t-2")).stdout, /Restore 3 files to t-2\.start, 13:07:07/);
  assert.equal((await target("--turn t-9")).exit, 3);
  assert.equal((await target("--turn 2 --at 5m")).exit, 2);
});

test("what the reply leaves out was done as planned; what it names, it knows better", async () => {
  const { exit, stdout } = await runFake(
    ["restore", "--at", "v4", "--yes", "--json"],
    world(
      { reply: () => ({ plan: "pl-5d2c90ab", operation: 1, actions: [] }) },
      { actions: written },
    ),
  );
  const { actions, summary } = JSON.parse(stdout);
  assert.deepEqual(
    [exit, actions.length, summary.written + summary.deleted],
    [0, written.length, written.length],
  );
});

test("a version that stands where a path could is what comes back, and a checkpoint has a flag", async () => {
  const target = async (argv: string) => {
    const requests: RestoreRequest[] = [];
    const plan = (request: RestoreRequest) => {
      requests.push(request);
      return { ...fullPlan, request };
    };
    await runFake([...argv.split(" "), "-n"], { projects: [{ ...shop, plan }] });
    return [requests[0]?.target, requests[0]?.within];
  };
  assert.deepEqual(await target("restore v4"), [{ version: 4 }, []]);
  assert.deepEqual(await target("restore v4 src/cart.ts"), [{ version: 4 }, ["src/cart.ts"]]);
  const named = await target("restore --at cp:step");
  assert.deepEqual(await target("restore --checkpoint step"), named);
  assert.deepEqual(await target("restore --at step"), named);
  assert.equal((await runFake(["restore", "--at", "v4", "v4"], world())).exit, 3);
});
