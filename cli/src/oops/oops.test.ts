import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath } from "@unf/core/base";
import type { OopsRequest } from "@unf/core/operations";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";
import { shop } from "../testing/shop.ts";
import { fullUndo } from "../testing/shop-plans.ts";
import { studio } from "../testing/studio.ts";

const { id, actions, unchanged } = fullUndo;

function world(more: FakeSetup = {}, requests: OopsRequest[] = []): FakeSetup {
  return {
    projects: [
      {
        ...shop,
        history: { ...shop.history, turns: studio.history.turns ?? [] },
        oopsPlan: (request) => {
          requests.push(request);
          return {
            plan: { id, actions, unchanged },
            scopes: [{ kind: "rows", after: 3 as never, upTo: 9 as never }],
            doubtful: ["src/both.ts" as RelPath],
            contents: new Map(),
          };
        },
      },
    ],
    reply: () => ({
      plan: id,
      operation: 9,
      actions: [{ path: "src/price.ts", action: "kept", why: "overlaps" }],
    }),
    ...more,
  };
}

test("the flags say what is to be taken back, and only one of them", async () => {
  const requests: OopsRequest[] = [];
  for (const argv of [
    ["oops"],
    ["oops", "--last", "3", "--agent", "codex"],
    ["oops", "--turn", "t-2"],
    ["oops", "--turn", "last"],
    ["oops", "--session", "last"],
    ["oops", "--session", "s-7f3a"],
    ["oops", "--session", "7F3a"],
    ["oops", "--burst"],
  ])
    await runFake([...argv, "-n"], world({}, requests));
  assert.deepEqual(requests, [
    { kind: "last", count: 1, agent: null },
    { kind: "last", count: 3, agent: "codex" },
    { kind: "turns", turns: [2] },
    { kind: "turns", turns: [3] },
    { kind: "session", session: null, agent: null },
    { kind: "session", session: "s-7f3a", agent: null },
    { kind: "session", session: "s-7f3a", agent: null },
    { kind: "burst" },
  ]);
  for (const argv of [
    ["oops", "--turn", "t-12", "--burst"],
    ["oops", "--turn", "x"],
    ["oops", "--session", "the last"],
    ["oops", "--burst", "--agent", "codex"],
    ["oops", "--last", "0"],
  ])
    assert.equal((await runFake(argv, world())).exit, 2, argv.join(" "));
});

test("a person sees the plan with what is kept and what is doubtful, and is asked", async () => {
  const { exit, stdout, asked, requests } = await runFake(
    ["oops", "--color", "never"],
    world({ tty: true, answers: ["n"] }),
  );
  assert.equal(exit, 4);
  assert.match(stdout, /^Take back the last run of changes, v4 to v9: 5 files .*plan pl-/m);
  assert.match(stdout, /^ {2}! src\/price\.ts .* kept$/m);
  assert.match(
    stdout,
    /^ {2}\? src\/both\.ts {2}may be of somebody else or another turn . left alone$/m,
  );
  assert.equal(asked.length, 1);
  assert.deepEqual(requests, []);
});

test("the turn that is taken back is named by its prompt, without the secrets in it", async () => {
  const scopes = [
    { kind: "turn", turn: 3 },
    { kind: "turn", turn: 2 },
  ] as const;
  const project = {
    ...studio,
    oopsPlan: () => ({
      plan: { id, actions, unchanged },
      scopes,
      doubtful: [],
      contents: new Map(),
    }),
  };
  const { stdout, exit } = await runFake(["oops", "-n"], { projects: [project], cwd: studio.root });
  assert.equal(exit, 8);
  assert.match(
    stdout,
    /^Take back turn t-3 of codex "deploy with \[masked:github\]", 12 minutes ago and 1 before it: /,
  );
});

test("a plan fits its terminal, however many paths nobody can tell the author of", async () => {
  const doubtful = Array.from({ length: 40 }, (_, n) => `src/doubtful-${n}.ts` as RelPath);
  const scopes = [3, 2].map((turn) => ({ kind: "turn", turn }) as const);
  const plan = { id, actions, unchanged };
  const oopsPlan = () => ({ plan, scopes, doubtful, contents: new Map() });
  const { stdout } = await runFake(["oops", "-n"], {
    projects: [{ ...studio, oopsPlan }],
    cwd: studio.root,
    ...{ tty: true, columns: 80, env: { NO_COLOR: "1" } },
  });
  const lines = stdout.trimEnd().split("\n");
  assert.deepEqual(
    lines.filter((line) => line.length > 80),
    [],
  );
  assert.ok(lines.length < 24, stdout);
  assert.match(stdout, /^ {2}\? and 36 more such paths \(-v shows all\)$/m);
});

test("exactly the plan that was shown is carried out, and the way back is told", async () => {
  const { exit, stdout, requests } = await runFake(["oops", "--yes"], world());
  assert.equal(exit, 8);
  // The reply leaves out what was done as planned.
  assert.match(stdout, /Taken back {2}4 files, 1 removed, 1 kept .* undo: unf undo op-9/);
  const [request] = requests;
  assert.ok(request?.method === "oops");
  const { plan, brief } = request.params as { plan: string; brief: boolean };
  assert.deepEqual([plan, brief], [id, true]);
});

test("another plan than the one shown is a conflict, and nothing is asked for", async () => {
  const { exit, requests } = await runFake(["oops", "--yes", "--plan", "pl-00000000"], world());
  assert.deepEqual([exit, requests], [5, []]);
});

test("a turn that does not exist is not found, instead of one that did nothing", async () => {
  for (const argv of [
    ["oops", "t-99"],
    ["oops", "--turn", "99", "-n"],
  ]) {
    const { exit, stderr } = await runFake(argv, world());
    assert.equal(exit, 3);
    assert.match(stderr, /^unf: there is no t-99 in this project$/m);
  }
});
