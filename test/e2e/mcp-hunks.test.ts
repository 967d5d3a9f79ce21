import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { awaitTurns, startClaude } from "./claude.ts";
import { startAgent } from "./mcp-agent.ts";
import { tellingBeside } from "./story.ts";

const tellBeside = tellingBeside();

/** Forty lines, of which some are others. */
const lines = (changed: Readonly<Record<number, string>>): string =>
  Array.from({ length: 40 }, (_, index) => `${changed[index + 1] ?? index + 1}\n`).join("");

const key = 'const password = "correct-horse-battery";';
const edited = { 2: "two", 20: key, 39: "end" };

/** An agent whose one turn changed a file in three places, and a turn of somebody else. */
async function begin() {
  const story = await tellBeside((at) => {
    writeFileSync(at("cart.ts"), lines({}));
    writeFileSync(at("other.ts"), lines({}));
    writeFileSync(at("more.ts"), lines({}));
  });
  const { at } = story;
  await story.unf("exec", "--agent", "codex", "--", "sh", "-c", "sed -i s/^7$/seven/ other.ts");
  const claude = startClaude(story);
  await claude.prompt("edit it");
  await claude.edit("cart.ts", () => writeFileSync(at("cart.ts"), lines(edited)));
  await claude.edit("more.ts", () => writeFileSync(at("more.ts"), lines({ 3: "three" })));
  await claude.stop();
  await awaitTurns(story, 2);
  const agent = await startAgent(story);
  return {
    story,
    agent,
    cart: () => readFileSync(at("cart.ts"), "utf8"),
    write: (text: string) => writeFileSync(at("cart.ts"), text),
    call: async (name: string, args: Record<string, unknown> = {}) =>
      (await agent.call(name, args)).document,
    [Symbol.asyncDispose]: async () => {
      await agent[Symbol.asyncDispose]();
      await story[Symbol.asyncDispose]();
    },
  };
}

const cartOnly = { turns: ["t-2"], paths: ["cart.ts"], list_hunks: true };

test("an agent takes single hunks of its turn back, and a person's line between them stays", async () => {
  await using scene = await begin();
  const { call, story } = scene;
  scene.write(lines({ ...edited, 30: "a person's" }));
  await story.flush();
  const listed = await call("unf_oops_plan", cartOnly);
  const rows: readonly { number: number; patch: string }[] = listed.hunks;
  assert.deepEqual(
    rows.map(({ number }) => number),
    [1, 2, 3],
  );
  assert.match(rows[0]?.patch ?? "", /\n-two\n\+2\n/);
  assert.doesNotMatch(JSON.stringify(listed), /correct-horse/, "a secret in a hunk is masked");
  assert.equal(scene.cart(), lines({ ...edited, 30: "a person's" }), "nothing is changed by it");
  const { plan } = await call("unf_oops_plan", { plan: listed.plan, hunks: [3, 1] });
  const done = await call("unf_restore_apply", { plan });
  assert.equal(done.operation, "op-1", JSON.stringify(done));
  assert.equal(scene.cart(), lines({ 20: key, 30: "a person's" }));
  const { operations } = JSON.parse((await story.unf("ops", "--json")).stdout);
  assert.deepEqual(operations[0].argv.slice(3), ["oops", "t-2", "cart.ts", "--hunks", "3,1"]);
  const took = operations[0].took_back.map((one: { turn: string; whole: boolean }) => [
    one.turn,
    one.whole,
  ]);
  assert.deepEqual(took, [["t-2", false]], "who wrote the lines that a merge took out");
  const undo = await call("unf_undo_plan");
  await call("unf_restore_apply", { plan: undo.plan });
  assert.equal(scene.cart(), lines({ ...edited, 30: "a person's" }));
});

test("numbers of hunks count only in the very plan that numbered them", async () => {
  await using scene = await begin();
  const { call } = scene;
  const refusal = async (name: string, args: Record<string, unknown>) =>
    (await call(name, args)).error?.code;
  assert.equal(await refusal("unf_oops_plan", { ...cartOnly, turns: ["t-1"] }), "refused");
  const { plan: stale } = await call("unf_oops_plan", cartOnly);
  assert.equal(await refusal("unf_oops_plan", { plan: stale, hunks: [4] }), "not_found");
  const several = await call("unf_oops_plan", { turns: ["t-2"], list_hunks: true });
  assert.equal(await refusal("unf_oops_plan", { plan: several.plan, hunks: [1] }), "usage");

  // A new first hunk would be another number 1.
  const planned = await call("unf_oops_plan", { plan: stale, hunks: [1] });
  const changed = lines({ ...edited, 2: "two", 10: "a person's" });
  scene.write(changed);
  assert.equal(await refusal("unf_oops_plan", { plan: stale, hunks: [1] }), "conflict");
  assert.equal(await refusal("unf_restore_apply", { plan: planned.plan }), "conflict");
  assert.equal(await refusal("unf_restore_apply", { plan: stale }), "conflict");
  assert.equal(scene.cart(), changed);

  // Lines that somebody wrote over stay, and the others go.
  scene.write(lines({ ...edited, 2: "a person's" }));
  const again = await call("unf_oops_plan", cartOnly);
  const all: readonly { number: number; patch: string }[] = again.hunks ?? [];
  assert.ok(
    all.every(({ patch }) => !/^[-+](?:2|two)$/m.test(patch)),
    JSON.stringify(again),
  );
});

test("one plan that is applied twice at once, also by two servers, is carried out once", async () => {
  await using scene = await begin();
  const { call, story } = scene;
  await using twin = await startAgent(story);
  const plans = async () => {
    const listed = await call("unf_oops_plan", cartOnly);
    await twin.call("unf_oops_plan", cartOnly);
    const part = { plan: listed.plan, hunks: [1] };
    const { document } = await twin.call("unf_oops_plan", part);
    const own = await call("unf_oops_plan", part);
    assert.equal(document.plan, own.plan, "one plan has one name");
    return own.plan as string;
  };
  const plan = await plans();
  const answers = await Promise.all([
    scene.agent.call("unf_restore_apply", { plan }),
    scene.agent.call("unf_restore_apply", { plan }),
    twin.call("unf_restore_apply", { plan }),
  ]);
  const codes = answers.map(({ document }) => document.error?.code ?? document.operation);
  assert.equal(codes.filter((code) => code === "op-1").length, 1, codes.join());
  assert.deepEqual(new Set(codes), new Set(["op-1", "conflict"]), codes.join());
  assert.equal(scene.cart(), lines({ 20: key, 39: "end" }));
});
