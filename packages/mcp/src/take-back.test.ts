import assert from "node:assert/strict";
import { test } from "node:test";
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
    answer: ({ asked }) => pagesOf(5)(asked.cursor),
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

test("only what was applied here is undone and done again", async () => {
  await using fake = await talk(world());
  const refusal = async (args: object) =>
    (await fake.call("unf_undo_plan", args)).document.error.code;
  assert.equal(await refusal({}), "not_found");
  assert.equal(await refusal({ operation: "op-7" }), "refused");
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
