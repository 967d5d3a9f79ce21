import assert from "node:assert/strict";
import { existsSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { awaitTurns, startClaude } from "./claude.ts";
import { type Agent, startAgent } from "./mcp-agent.ts";
import { tellStory } from "./story.ts";

/** As Claude Code calls a session and a prompt. */
const own = "7d1be2c4-55aa-4f0e-8c3d-00112233aabb";
const message = "3f0c9a52-1b7e-4c1d-9a55-0123456789ab";

const lines = (first: string, last: string) => `${first}\n${"same\n".repeat(10)}${last}\n`;

test("an agent takes back, undoes and rewinds what is its own, and nothing of others", async () => {
  await using story = await tellStory((at) => {
    writeFileSync(at("cart.ts"), lines("one", "twelve"));
    writeFileSync(at("other.ts"), "1\n");
  });
  const { at } = story;
  const read = (path: string) => (existsSync(at(path)) ? readFileSync(at(path), "utf8") : null);
  await story.unf("exec", "--agent", "codex", "--", "sh", "-c", "echo 2 > other.ts");
  const claude = startClaude(story, own);
  await claude.tell("UserPromptSubmit", { prompt: "gift cards", prompt_id: message });
  await claude.edit("cart.ts", () => writeFileSync(at("cart.ts"), lines("ONE", "twelve")));
  await claude.edit("gift.ts", () => writeFileSync(at("gift.ts"), "gift\n"));
  await claude.stop();
  await awaitTurns(story, 2);
  // A person writes between two of its turns.
  writeFileSync(at("cart.ts"), lines("ONE", "mine"));
  await story.flush();
  await claude.prompt("and more");
  await claude.edit("more.ts", () => writeFileSync(at("more.ts"), "more\n"));
  await claude.stop();
  await awaitTurns(story, 3);

  await using agent = await startAgent(story);
  const { turns } = (await agent.call("unf_turns")).document;
  assert.deepEqual(
    turns.map((one: Listed) => [one.id, one.prompt_id, one.label, one.changed]),
    [
      ["t-3", null, "and more", ["more.ts"]],
      ["t-2", message, "gift cards", ["cart.ts", "gift.ts"]],
    ],
  );
  const everyone = (await agent.call("unf_turns", { everyone: true })).document.turns;
  assert.deepEqual(
    everyone.map(({ agent: name }: Listed) => name),
    ["claude-code", "claude-code", "codex"],
  );

  // The names that the agent has for its message and its session are a turn and a session for every command.
  const paths = async (...words: readonly string[]) => {
    const { stdout, stderr } = await story.tryUnf([...words, "--json"]);
    const { entries, files, actions } = JSON.parse(stdout || "{}");
    const rows: readonly { readonly path: string }[] = entries ?? files ?? actions ?? [];
    assert.notEqual(rows.length, 0, `${words.join(" ")}: ${stdout.slice(0, 300)}${stderr}`);
    return [...new Set(rows.map(({ path }) => path))].sort();
  };
  const both = ["cart.ts", "gift.ts"];
  for (const [words, wanted] of [
    [["oops", message, "-n"], both],
    [["oops", message, "gift.ts", "-n"], ["gift.ts"]],
    [["oops", "--turn", message.slice(0, 8), "-n"], both],
    [
      ["restore", "--turn", message, "-n"],
      ["cart.ts", "gift.ts", "more.ts"],
    ],
    [
      ["restore", "--at", message, "-n"],
      ["cart.ts", "gift.ts", "more.ts"],
    ],
    [["log", "--turn", message], both],
    [["diff", "--turn", message], both],
    [
      ["log", "--session", own],
      [...both, "more.ts"],
    ],
    [
      ["oops", "--session", own, "-n"],
      [...both, "more.ts"],
    ],
    [
      ["diff", "--session", own],
      [...both, "more.ts"],
    ],
  ] as const)
    assert.deepEqual(await paths(...words), wanted, words.join(" "));

  // Turns and operations of others.
  await story.unf("oops", "t-1", "--yes");
  const other = everyone[2];
  for (const [name, args] of [
    ["unf_oops_plan", { turns: ["t-1"] }],
    ["unf_oops_plan", { turns: ["t-2", "t-1"] }],
    ["unf_rewind_plan", { before: "t-1" }],
    ["unf_undo_plan", { operation: "op-1" }],
  ] as const) {
    const { document } = await agent.call(name, args);
    assert.equal(document.error?.code, "refused", `${name} ${JSON.stringify(args)}`);
  }
  for (const args of [
    { turns: ["t-2"], session: other.session },
    { paths: ["../gift.ts"] },
    { paths: ["/etc/passwd"] },
    { turns: ["--session=last"] },
    { turns: [] },
  ])
    await assert.rejects(agent.call("unf_oops_plan", args), { code: -32602 }, JSON.stringify(args));
  assert.equal((await agent.call("unf_undo_plan")).document.error.code, "not_found");

  // A part of a turn, planned on files that change before it is applied.
  const part = { turns: ["t-2"], paths: ["gift.ts"] };
  const early = (await agent.call("unf_oops_plan", part)).document;
  assert.deepEqual([early.turns, actionsOf(early)], [["t-2"], ["delete gift.ts"]]);
  writeFileSync(at("gift.ts"), "a person's\n");
  const late = await agent.call("unf_restore_apply", { plan: early.plan });
  assert.deepEqual([late.document.error.code, read("gift.ts")], ["conflict", "a person's\n"]);
  const kept = (await agent.call("unf_oops_plan", part)).document;
  assert.deepEqual(actionsOf(kept), ["kept gift.ts"]);
  assert.match(kept.actions[0].why, /^\w+$/, "what stays is said with the reason");
  writeFileSync(at("gift.ts"), "gift\n");
  const taken = await applied(agent, "unf_oops_plan", part);
  assert.deepEqual([taken.operation, read("gift.ts")], ["op-2", null]);
  assert.equal(read("cart.ts"), lines("ONE", "mine"));
  const replayed = await agent.call("unf_restore_apply", { plan: taken.plan });
  assert.equal(replayed.document.error.code, "conflict");

  const undone = await applied(agent, "unf_undo_plan");
  assert.deepEqual([undone.kind, undone.undone, read("gift.ts")], ["undo", "op-2", "gift\n"]);
  await applied(agent, "unf_undo_plan", { redo: true });
  assert.equal(read("gift.ts"), null);
  await applied(agent, "unf_undo_plan");

  // To just before a message of its own: the person's line stays.
  const rewound = await applied(agent, "unf_rewind_plan", { before: message });
  assert.deepEqual(rewound.turns, ["t-3", "t-2"]);
  assert.deepEqual(["cart.ts", "gift.ts", "more.ts", "other.ts"].map(read), [
    lines("one", "mine"),
    null,
    null,
    "1\n",
  ]);
  const { operations } = JSON.parse((await story.unf("ops", "--json")).stdout);
  const { session } = turns[0];
  assert.deepEqual(operations[0].argv, ["mcp", "--session", session, "oops", "t-3", "t-2"]);
  assert.equal(operations[0].ordered_by, session);
  assert.deepEqual(
    operations[0].took_back.map(({ turn }: { turn: string }) => turn),
    ["t-2", "t-3"],
  );
  // A new server of the same session, as after a resume, knows what the last one did.
  await using resumed = await startAgent(story);
  await applied(resumed, "unf_undo_plan");
  assert.equal(read("cart.ts"), lines("ONE", "mine"));
  await applied(resumed, "unf_undo_plan", { redo: true });
  assert.equal(read("cart.ts"), lines("one", "mine"));
  // A person has the last word about it.
  await story.unf("undo", "--yes");
  assert.equal(read("cart.ts"), lines("ONE", "mine"));
  const again = { operation: operations[0].id, redo: true };
  assert.equal((await resumed.call("unf_undo_plan", again)).document.error.code, "refused");

  // A person allows more, and less.
  unlinkSync(at("more.ts"));
  await story.unf("config", "set", "mcp.allow_others", "true");
  const allowed = await applied(agent, "unf_undo_plan", { operation: "op-1" });
  assert.deepEqual([allowed.undone, read("other.ts")], ["op-1", "2\n"]);
  const theirs = (await agent.call("unf_oops_plan", { turns: ["t-1"] })).document;
  assert.deepEqual(actionsOf(theirs), ["write other.ts"]);
  await story.unf("config", "set", "mcp.allow_others", "false");
  const revoked = await agent.call("unf_restore_apply", { plan: theirs.plan });
  assert.deepEqual([revoked.document.error.code, read("other.ts")], ["refused", "2\n"]);
  await story.unf("config", "set", "mcp.allow_restore", "false");
  const names = (await agent.client.listTools()).tools.map(({ name }) => name);
  assert.deepEqual(
    names.filter((name) => /plan|apply/.test(name)),
    [],
  );
});

interface Listed {
  readonly id: string;
  readonly prompt_id: string | null;
  readonly label: string;
  readonly session: string;
  readonly agent: string;
  readonly changed: readonly string[];
}

/** Plans and carries out what was planned. */
async function applied(agent: Agent, name: string, args: Record<string, unknown> = {}) {
  const planned = (await agent.call(name, args)).document;
  const { document } = await agent.call("unf_restore_apply", { plan: planned.plan });
  assert.equal(document.error, undefined, JSON.stringify([planned, document]));
  return document;
}

function actionsOf(document: {
  readonly actions: readonly { readonly action: string; readonly path: string }[];
}): string[] {
  return document.actions.map(({ action, path }) => `${action} ${path}`);
}
