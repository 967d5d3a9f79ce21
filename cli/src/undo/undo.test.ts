import assert from "node:assert/strict";
import { test } from "node:test";
import { type RelPath, UnfError } from "@unf/core/base";
import type { UndoAction, UndoPlan } from "@unf/core/operations";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";
import { shop } from "../testing/shop.ts";
import { fullUndo } from "../testing/shop-plans.ts";

const reply = {
  plan: fullUndo.id,
  inverted: 1,
  operation: 5,
  actions: [
    { path: "src/cart.ts", action: "write" },
    { path: "src/price.ts", action: "kept", why: "overlaps" },
    { path: "src/tax.ts", action: "write", merged: true },
  ],
};

/** The shop, where taking back what is asked for needs the plan. */
function world(plan: Partial<UndoPlan> = {}, more: FakeSetup = {}): FakeSetup {
  return {
    projects: [{ ...shop, undoPlan: (kind) => ({ ...fullUndo, ...plan, kind }) }],
    reply: () => reply,
    ...more,
  };
}

const only = (...kinds: readonly UndoAction["kind"][]) => ({
  actions: fullUndo.actions.filter(({ kind }) => kinds.includes(kind)),
});

/** Runs an undo, and gives the plans that it asked for. */
async function asked(argv: readonly string[]) {
  const questions: (readonly [string, number | null])[] = [];
  const { exit, stderr } = await runFake(argv, {
    projects: [
      {
        ...shop,
        undoPlan: (kind, operation) => {
          questions.push([kind, operation]);
          throw new UnfError("not_found", "enough");
        },
      },
    ],
  });
  return { exit, stderr, questions };
}

test("without a terminal and without --yes nothing is done, and the exit code is 4", async () => {
  for (const argv of [["undo"], ["redo"], ["undo", "--json"]]) {
    const { exit, stderr, requests } = await runFake(argv, world());
    assert.equal(exit, 4);
    assert.match(stderr, /nothing was done/);
    assert.deepEqual(requests, []);
  }
});

test("a person sees the plan, every conflict by name, and is asked; a no changes nothing", async () => {
  const { exit, stdout, asked, requests } = await runFake(
    ["undo", "--color", "never"],
    world({}, { tty: true, answers: ["n"] }),
  );
  assert.equal(exit, 4);
  assert.match(stdout, /^Undo op-1 \(restore src --at 13:55\): 5 files .*plan pl-9a07c3e1$/m);
  assert.match(stdout, /^ {2}! src\/price\.ts {2}lines 40-46 were changed since . kept$/m);
  assert.match(stdout, /^ {2}~ src\/tax\.ts {4}\+0 -0 {2}merged: what was changed since stays$/m);
  assert.match(stdout, /^ {2}\+ src\/vat\.ts {4}v2 {2}\+1 -0 {2}comes back$/m);
  assert.match(stdout, /^ {2}- src\/new\.ts {4}removed$/m);
  assert.match(stdout, /^ {2}! src\/blocked {3}a directory is in the way$/m);
  assert.equal(asked.length, 1);
  assert.deepEqual(requests, []);
});

test("exactly the plan that was shown is carried out, and the way back is told", async () => {
  const { exit, stdout, requests } = await runFake(["undo", "--yes"], world());
  assert.deepEqual(requests, [
    {
      method: "invert",
      params: {
        root: "/home/a/src/shop",
        kind: "undo",
        operation: 1,
        plan: "pl-9a07c3e1",
        brief: true,
        argv: ["undo", "--yes"],
      },
    },
  ]);
  assert.equal(exit, 8, "one file was kept");
  assert.match(
    stdout,
    /Undid {2}op-1 \(restore src --at 13:55\): 4 files, 1 removed, 1 kept . redo: unf redo op-1\n$/,
  );
  assert.match(stdout, /src\/price\.ts .* kept\n/);
});

test("a redo names the undo it takes back, and the restore that stands again", async () => {
  const redone = { ...reply, inverted: 3, actions: [{ path: "src/cart.ts", action: "write" }] };
  const { exit, stdout, requests } = await runFake(
    ["redo", "--yes", "--json"],
    world({ inverts: 3, ...only("write") }, { reply: () => redone }),
  );
  assert.equal(exit, 0);
  assert.deepEqual(requests[0]?.params, {
    root: "/home/a/src/shop",
    kind: "redo",
    operation: 3,
    plan: "pl-9a07c3e1",
    brief: true,
    argv: ["redo", "--yes", "--json"],
  });
  const { kind, undone, redone: again, operation, undo } = JSON.parse(stdout);
  assert.deepEqual(
    { kind, undone, again, operation, undo },
    { kind: "redo", undone: "op-3", again: "op-1", operation: "op-5", undo: "unf undo op-1" },
  );
});

test("newer changes that leave nothing to do end with 5, and nobody is asked", async () => {
  const { exit, stdout, asked, requests } = await runFake(
    ["undo"],
    world(only("kept"), { tty: true }),
  );
  assert.equal(exit, 5);
  assert.match(stdout, /src\/price\.ts/);
  assert.match(stdout, /Nothing of op-1 .*could be taken back; nothing was changed\./);
  assert.deepEqual([asked, requests], [[], []]);
});

test("files that are all as before are taken back on record, without a question", async () => {
  const nothing = { ...reply, actions: [] };
  const { exit, stdout, requests } = await runFake(
    ["undo"],
    world({ actions: [] }, { reply: () => nothing }),
  );
  assert.equal(exit, 0);
  assert.match(stdout, /Undid {2}op-1 .*: no files . redo: unf redo op-1/);
  assert.equal(requests.length, 1);
  const dry = await runFake(["undo", "-n"], world({ actions: [] }));
  assert.deepEqual([dry.exit, dry.requests], [0, []]);
});

test("what cannot be done makes the whole a partial one", async () => {
  const planned = await runFake(["undo", "-n"], world(only("write", "refused")));
  assert.equal(planned.exit, 8);
  assert.match(planned.stdout, /! src\/blocked {2}a directory is in the way/);
  const refused = await runFake(["undo", "-n"], world(only("refused")));
  assert.equal(refused.exit, 8);
});

test("a file that is merged and keeps some lines is told as both", async () => {
  const path = "src/price.ts" as RelPath;
  const [write] = only("write").actions;
  const [kept] = only("kept").actions;
  assert.ok(write?.kind === "write" && kept !== undefined);
  const actions: UndoAction[] = [{ ...write, path, merged: true }, kept];
  const both = [
    { path, action: "write", merged: true },
    { path, action: "kept", why: "overlaps" },
  ];
  const { exit, stdout } = await runFake(
    ["undo", "--yes", "--json"],
    world({ actions }, { reply: () => ({ ...reply, actions: both }) }),
  );
  assert.equal(exit, 8);
  const done = JSON.parse(stdout);
  assert.deepEqual(
    done.actions.map((one: { action: string; overlaps?: unknown }) => [one.action, one.overlaps]),
    [
      ["write", undefined],
      ["kept", [{ line: 40, lines: 7 }]],
    ],
  );
});

test("--dry-run asks nobody, and another plan than the one asked for is a conflict", async () => {
  const dry = await runFake(["undo", "-n"], world({}, { tty: true }));
  assert.match(dry.stdout, /dry run; nothing was changed/);
  assert.deepEqual([dry.asked, dry.requests], [[], []]);
  const other = await runFake(["undo", "--yes", "--plan", "pl-00000000"], world());
  assert.equal(other.exit, 5);
  assert.deepEqual(other.requests, []);
});

test("the operation that is named is looked for, however it is written", async () => {
  assert.deepEqual((await asked(["undo"])).questions, [["undo", null]]);
  for (const word of ["op-3", "3", "op:3", "OP-3"]) {
    assert.deepEqual((await asked(["redo", word])).questions, [["redo", 3]], word);
  }
});

test("to undo an undo is a redo, and is told as one", async () => {
  const setup = world();
  const [project] = setup.projects ?? [];
  assert.ok(project !== undefined);
  const undoPlan = () => ({ ...fullUndo, ...only("write"), kind: "redo" as const, inverts: 3 });
  const { stdout, requests } = await runFake(["undo", "op-3", "--yes"], {
    ...setup,
    projects: [{ ...project, undoPlan }],
  });
  assert.match(stdout, /Redid {2}op-1 .* undo: unf undo op-1\n$/);
  assert.deepEqual(requests[0]?.params, {
    root: "/home/a/src/shop",
    kind: "undo",
    operation: 3,
    plan: "pl-9a07c3e1",
    brief: true,
    argv: ["undo", "op-3", "--yes"],
  });
});

test("a word that is no operation is a mistake, and so are two", async () => {
  for (const word of ["src", "op-0", "op-", "v4", "-1", "op-1e3"]) {
    assert.equal((await asked(["undo", "--", word])).exit, 2, word);
  }
  assert.equal((await asked(["undo", "op-1", "op-4"])).exit, 2);
});

test("ops lists what stands and what was undone, without what changed nothing", async () => {
  const listed = async (...argv: string[]) => {
    const { stdout } = await runFake(["ops", ...argv, "--json"], world());
    const { operations, next } = JSON.parse(stdout);
    const ids = operations.map((one: { id: string; undone_by: string | null }) => [
      one.id,
      one.undone_by,
    ]);
    return { ids, next };
  };
  const all = [
    ["op-4", null],
    ["op-3", null],
    ["op-1", "op-3"],
  ];
  assert.deepEqual(await listed(), { ids: all, next: null });
  assert.deepEqual(await listed("-n", "2"), { ids: all.slice(0, 2), next: "op-3" });
  assert.deepEqual(await listed("-n", "2", "--cursor", "op-3"), { ids: all.slice(2), next: null });
  assert.equal((await listed("--all")).ids.length, 4);
});

test("ops shows a person the commands as they were typed, and a pipe one line each", async () => {
  const person = await runFake(["ops", "--all", "--color", "never"], world({}, { tty: true }));
  assert.match(person.stdout, /^ op-1 .* restore src --at 13:55 +2 files {2}undone by op-3$/m);
  assert.match(person.stdout, /^ op-2 .* restore 'a b\.ts' +0 files\n {7}given up/m);
  assert.match(person.stdout, /^ op-3 .* undo +2 files {2}takes back op-1$/m);
  const { stdout } = await runFake(["ops", "-n", "1"], world());
  assert.equal(
    stdout,
    "op-4\t2026-11-20T13:30:07+00:00\trestore\tpartial\t2\t-\t-\trestore --at op:1\n",
  );
});

test("ops names what an operation left as it was, and why", async () => {
  const absent = { kind: "absent" } as const;
  const step = (path: string, failure: string | null) =>
    ({ path: path as RelPath, from: absent, to: absent, temporary: null, failure }) as const;
  const steps = { 4: [step("a.txt", null), step("shut/b.txt", "EACCES")] };
  const listed = { ...shop, history: { ...shop.history, steps } };
  const { stdout } = await runFake(["ops", "--json"], { projects: [listed] });
  const [newest, older] = JSON.parse(stdout).operations;
  assert.deepEqual(newest.left, [{ path: "shut/b.txt", why: "EACCES" }]);
  assert.deepEqual(older.left, []);
  const person = await runFake(["ops", "--color", "never"], {
    projects: [listed],
    tty: true,
  });
  assert.match(person.stdout, /only a part\n {3}shut\/b\.txt {2}stayed as it was \(EACCES\)$/m);
});
