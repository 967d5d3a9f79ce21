import assert from "node:assert/strict";
import { test } from "node:test";
import type { WallMs } from "@unf/core/base";
import { type FakeSetup, type Ordered, talk } from "./testing/fake-host.ts";

/** Turns t-1 to t-`count` of the agent's own session, the newest first, in pages of two. */
const pagesOf = (count: number) => (cursor: unknown) => {
  const newest = cursor === undefined ? count : Number(String(cursor).slice(2)) - 1;
  const turns = [newest, newest - 1]
    .filter((id) => id > 0)
    .map((id) => ({
      ...{ id: `t-${id}`, session: "s-own", prompt_id: `prompt-${id}`, label: `${id}` },
      files: id === 4 ? [] : [{ path: `src/${id}.ts`, kind: "modify" }],
      taken_back: id === 5 ? { by: ["op-1"], whole: true } : null,
    }));
  return { root: "/proj", turns, next: newest > 2 ? `t-${newest - 1}` : null };
};

const taken = { root: "/proj", plan: "pl-1", scopes: [{ turn: "t-3" }], actions: [], doubtful: [] };

function world(more: FakeSetup = {}): FakeSetup {
  return {
    own: ["s-own"],
    answer: ({ name, asked }) => (name === "ops" ? { operations: [] } : pagesOf(5)(asked.cursor)),
    reply: ({ name, asked, terms }) => ({
      ...taken,
      ...(name === "undo" ? { kind: asked.kind, undone: asked.operation } : {}),
      operation: terms === undefined ? null : name === "undo" ? "op-8" : "op-7",
    }),
    ...more,
  };
}

const turnsOf = (orders: readonly Ordered[]) => orders.map(({ asked }) => asked.turns);

test("without turns the newest of the own that stands and touched the paths is meant", async () => {
  await using fake = await talk(world());
  await fake.call("unf_oops_plan");
  await fake.call("unf_oops_plan", { paths: ["src/2.ts"] });
  await fake.call("unf_oops_plan", { turns: ["t-2", "prompt-1"] });
  assert.deepEqual(turnsOf(fake.orders), [[3], [2], [2, 1]]);
  assert.deepEqual(fake.orders[1]?.asked.paths, ["/proj/src/2.ts"]);
  const none = await fake.call("unf_oops_plan", { paths: ["src/9.ts"] });
  assert.equal(none.document.error.code, "not_found");
});

test("a rewind takes back the turn and all own ones after it that wrote", async () => {
  await using fake = await talk(world());
  await fake.call("unf_rewind_plan", { before: "prompt-2" });
  assert.deepEqual(turnsOf(fake.orders), [[5, 3, 2]]);
  const { document } = await fake.call("unf_restore_apply", { plan: "pl-1" });
  assert.deepEqual(document.operation, "op-7");
  assert.deepEqual(fake.orders[1]?.terms?.said, ["oops", "t-5", "t-3", "t-2"]);
});

test("turns of others are refused, and where nobody knows whose the session is, all are", async () => {
  for (const setup of [world(), world({ own: [] })]) {
    await using fake = await talk(setup);
    for (const [name, args] of [
      ["unf_oops_plan", { turns: ["t-77"] }],
      ["unf_oops_plan", { turns: ["t-3", "t-77"] }],
      ["unf_oops_plan", { turns: ["other-prompt"] }],
      ["unf_rewind_plan", { before: "t-77" }],
    ] as const) {
      const { document } = await fake.call(name, args);
      assert.equal(document.error.code, "refused", JSON.stringify(args));
    }
    assert.deepEqual(fake.orders, []);
  }
});

/** Instants by seconds, as turns and operations tell them. */
const instant = (second: number): string => new Date(second * 1000).toISOString();

/** The turns of a session that was forked from another when its third turn went on. */
function forked(): FakeSetup {
  const turns = [
    { id: "t-5", session: "s-own", end: null },
    { id: "t-4", session: "s-first", end: instant(40) },
    { id: "t-3", session: "s-first", end: instant(31) },
    { id: "t-2", session: "s-first", end: instant(30) },
    { id: "t-1", session: "s-first", end: instant(10) },
  ].map((turn) => ({ ...turn, files: [{ path: `${turn.id}.ts`, kind: "modify" }] }));
  return world({
    own: ["s-own", { id: "s-first", until: 30_000 as WallMs }],
    answer: ({ asked: { session, cursor, limit } }) => {
      const rows = turns
        .filter((turn) => turn.session === session)
        .filter(({ id }) => cursor === undefined || id < String(cursor));
      const shown = rows.slice(0, Number(limit));
      return { turns: shown, next: shown.length < rows.length ? shown.at(-1)?.id : null };
    },
  });
}

test("what a session was forked from is its own as far as it was over then", async () => {
  await using fake = await talk(forked());
  await fake.call("unf_rewind_plan", { before: "t-1" });
  await fake.call("unf_oops_plan", { turns: ["t-2"] });
  await fake.call("unf_oops_plan", { paths: ["t-2.ts"] });
  assert.deepEqual(turnsOf(fake.orders), [[5, 2, 1], [2], [2]]);
  for (const turn of ["t-3", "t-4"]) {
    const { document } = await fake.call("unf_oops_plan", { turns: [turn] });
    assert.equal(document.error.code, "refused", turn);
  }
  // Listed page by page, over from one session to the other.
  const listed: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { document } = await fake.call("unf_turns", { limit: 1, ...(cursor && { cursor }) });
    listed.push(document.turns.map(({ id }: { id: string }) => id).join());
    cursor = document.next ?? undefined;
    if (cursor === undefined) break;
  }
  assert.deepEqual(listed, ["t-5", "t-2", "t-1"]);
});

test("an operation of the session that one was forked from is its own if it was done by then", async () => {
  const of = (number: number, end: number) => ({
    ...{ id: `op-${number}`, kind: "restore", ordered_by: "s-first", undone_by: null },
    finished_at: instant(end),
  });
  const { own = [] } = forked();
  const operations = [of(2, 31), of(1, 30)];
  await using fake = await talk(world({ own, answer: () => ({ operations }) }));
  assert.equal((await fake.call("unf_undo_plan")).document.undone, "op-1");
  const { document } = await fake.call("unf_undo_plan", { operation: "op-2" });
  assert.equal(document.error.code, "refused");
});

test("a person allows what is of others, and takes it away again", async () => {
  let isAllowed = true;
  await using fake = await talk(world({ mayReachOthers: () => isAllowed }));
  await fake.call("unf_oops_plan", { turns: ["t-77", "other-prompt"] });
  assert.deepEqual(turnsOf(fake.orders), [[77, "other-prompt"]]);
  isAllowed = false;
  const { document } = await fake.call("unf_restore_apply", { plan: "pl-1" });
  assert.equal(document.error.code, "refused");
  assert.equal(fake.orders.length, 1);
});

/** A plan that numbers two hunks of one file, one of them with a secret. */
const numbered = {
  ...taken,
  plan: "pl-a1",
  actions: [{ path: "src/3.ts", action: "write" }],
  hunks: [1, 2].map((number) => ({
    ...{ path: "src/3.ts", number },
    hunk: {
      ...{ old_start: number, old_lines: 1, new_start: number, new_lines: 0 },
      lines: [{ op: "-", text: number === 1 ? "one" : 'password = "hunter2hunter2"' }],
    },
  })),
};

test("hunks are numbered, and some of them taken back by the plan that numbered them", async () => {
  const part = { ...numbered, plan: "pl-b2", hunks: undefined };
  await using fake = await talk(
    world({ reply: ({ asked }) => (asked.hunks === "list" ? numbered : part) }),
  );
  const which = { turns: ["t-3"], paths: ["src/3.ts"] };
  const listed = await fake.call("unf_oops_plan", { ...which, list_hunks: true });
  const rows = listed.document.hunks as { path: string; number: number; patch: string }[];
  assert.deepEqual(
    rows.map(({ path, number }) => [path, number]),
    [
      ["src/3.ts", 1],
      ["src/3.ts", 2],
    ],
  );
  assert.match(rows[0]?.patch ?? "", /^@@ -1,1 \+1,0 @@\n-one$/);
  assert.doesNotMatch(listed.text, /hunter2/);
  const planned = await fake.call("unf_oops_plan", { plan: "pl-a1", hunks: [2] });
  assert.equal(planned.document.plan, "pl-b2");
  await fake.call("unf_restore_apply", { plan: "pl-b2" });
  const asked = { kind: "turns", turns: [3], paths: ["/proj/src/3.ts"] };
  const chosen = { ...asked, hunks: { plan: "pl-a1", numbers: [2] } };
  assert.deepEqual(
    fake.orders.map((one) => one.asked),
    [{ ...asked, hunks: "list" }, chosen, chosen],
  );
  assert.deepEqual(fake.orders[2]?.terms?.said, ["oops", "t-3", "src/3.ts", "--hunks", "2"]);
});

test("hunks without a plan that numbered them here are none, and nothing widens that plan", async () => {
  await using fake = await talk(
    world({ reply: ({ asked }) => (asked.hunks === "list" ? numbered : taken) }),
  );
  await fake.call("unf_oops_plan", { turns: ["t-3"], list_hunks: true });
  await fake.call("unf_oops_plan", { turns: ["t-2"] });
  const asked = fake.orders.length;
  for (const plan of ["pl-1", "pl-77"]) {
    const { document } = await fake.call("unf_oops_plan", { plan, hunks: [1] });
    assert.equal(document.error.code, "conflict", plan);
  }
  for (const args of [
    { hunks: [1] },
    { plan: "pl-a1" },
    { plan: "pl-a1", hunks: [] },
    { plan: "pl-a1", hunks: [0] },
    { plan: "pl-a1", hunks: [1.5] },
    { plan: "pl-a1", hunks: [1], turns: ["t-77"] },
    { plan: "pl-a1", hunks: [1], paths: ["src"] },
    { plan: "pl-a1", hunks: [1], list_hunks: true },
  ])
    await assert.rejects(fake.call("unf_oops_plan", args), { code: -32602 }, JSON.stringify(args));
  assert.equal(fake.orders.length, asked);
  // It is planned no more once it was applied.
  await fake.call("unf_restore_apply", { plan: "pl-a1" });
  const { document } = await fake.call("unf_oops_plan", { plan: "pl-a1", hunks: [1] });
  assert.equal(document.error.code, "conflict");
});

/** An operation in the list. `inverts`: the number of the one that it took back. */
interface Listed {
  readonly number: number;
  readonly inverts?: number;
  readonly by?: string;
}

/** The list of these operations, the newest first. */
function listOf(operations: readonly Listed[]) {
  return operations.toReversed().map(({ number, inverts, by = null }) => {
    const undone = operations.find((one) => one.inverts === number);
    return {
      ...{ id: `op-${number}`, kind: inverts === undefined ? "restore" : "undo", ordered_by: by },
      undone_by: undone === undefined ? null : `op-${undone.number}`,
    };
  });
}

test("only what the agent itself applied is undone and done again, each plan once", async () => {
  const operations: Listed[] = [{ number: 6 }];
  const setup = world();
  await using fake = await talk({
    ...setup,
    answer: (asked) =>
      asked.name === "ops" ? { operations: listOf(operations) } : (setup.answer?.(asked) ?? {}),
    reply: (ordered) => {
      const { name, asked, terms } = ordered;
      if (terms === undefined) return setup.reply?.(ordered) ?? {};
      const number = (operations.at(-1)?.number ?? 0) + 1;
      // An undo names the operation, a redo does so too and takes back its undo.
      const named = Number(String(asked.operation).slice(3));
      const undo = operations.find((one) => one.inverts === named)?.number;
      const inverts = asked.kind === "redo" ? undo : named;
      operations.push(name === "undo" && inverts !== undefined ? { number, inverts } : { number });
      return { ...setup.reply?.(ordered), operation: `op-${number}` };
    },
  });
  const refusal = async (args: object) =>
    (await fake.call("unf_undo_plan", args)).document.error.code;
  assert.equal(await refusal({}), "not_found");
  assert.equal(await refusal({ operation: "op-6" }), "refused");
  await fake.call("unf_oops_plan");
  await fake.call("unf_restore_apply", { plan: "pl-1" });
  assert.equal(await refusal({ redo: true }), "not_found");
  assert.equal(await refusal({ operation: "op-6" }), "refused");
  for (const redo of [false, true]) {
    await fake.call("unf_undo_plan", { redo });
    const done = await fake.call("unf_restore_apply", { plan: "pl-1" });
    assert.equal(done.document.undone, "op-7");
    const again = await fake.call("unf_restore_apply", { plan: "pl-1" });
    assert.equal(again.document.error.code, "conflict", "each plan once");
  }
  assert.deepEqual(
    fake.orders.slice(2).map(({ name, asked }) => [name, asked.kind, asked.operation]),
    [
      ["undo", "undo", "op-7"],
      ["undo", "undo", "op-7"],
      ["undo", "redo", "op-7"],
      ["undo", "redo", "op-7"],
    ],
  );
});

test("a new server undoes what its sessions ordered before, unless somebody else has been at it", async () => {
  const cases: readonly (readonly [readonly Listed[], undo: string, redo: string])[] = [
    [[{ number: 1, by: "s-own" }], "op-1", "not_found"],
    [[{ number: 1, by: "s-other" }], "not_found", "not_found"],
    [[{ number: 1 }], "not_found", "not_found"],
    // Undone by a person, by the agent, and done again by a person.
    [
      [
        { number: 1, by: "s-own" },
        { number: 2, inverts: 1 },
      ],
      "not_found",
      "not_found",
    ],
    [
      [
        { number: 1, by: "s-own" },
        { number: 2, inverts: 1, by: "s-own" },
      ],
      "not_found",
      "op-1",
    ],
    [
      [
        { number: 1, by: "s-own" },
        { number: 2, inverts: 1, by: "s-own" },
        { number: 3, inverts: 2 },
      ],
      "not_found",
      "not_found",
    ],
    // The one that it was at last, not the newest.
    [
      [
        { number: 1, by: "s-own" },
        { number: 2, by: "s-own" },
        { number: 3, inverts: 1, by: "s-own" },
        { number: 4, inverts: 3, by: "s-own" },
      ],
      "op-1",
      "not_found",
    ],
  ];
  for (const [operations, undo, redo] of cases) {
    await using fake = await talk(world({ answer: () => ({ operations: listOf(operations) }) }));
    const meant = async (args: object): Promise<string> => {
      const { document } = await fake.call("unf_undo_plan", args);
      return document.error?.code ?? document.undone;
    };
    const is = [await meant({}), await meant({ redo: true })];
    assert.deepEqual(is, [undo, redo], JSON.stringify(operations));
  }
});
