import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { startAgentProgram } from "./agent-program.ts";
import { awaitTurns, startClaude } from "./claude.ts";
import { startAgent } from "./mcp-agent.ts";
import { tellStory } from "./story.ts";

const first = "8863a20d-eb63-4cd4-80ba-9ecf80844048";
const second = "1faf629c-d421-4def-a9c2-6bca9fdb39f1";

test("a session that was forked takes back what was done before the fork, and nothing after it", async () => {
  await using story = await tellStory();
  const { at } = story;
  const make = (path: string) => () => writeFileSync(at(path), `${path}\n`);
  const claude = startClaude(story, first);
  await claude.prompt("gift cards");
  await claude.edit("gift.ts", make("gift.ts"));
  await claude.stop();
  await claude.tell("SessionEnd", { reason: "resume" });
  await awaitTurns(story, 1);

  // As /branch does: the conversation so far is in the new transcript before the session starts.
  const transcript = join(story.home.root, `${second}.jsonl`);
  const taken = { sessionId: first, messageUuid: "01a3e7b6-df5f-4d76-8a82-2e62d8ce0e8e" };
  const line = { type: "user", message: { content: "gift cards" }, forkedFrom: taken };
  writeFileSync(transcript, `${JSON.stringify({ ...line, sessionId: second })}\n`);
  const fork = startClaude(story, second);
  await fork.tell("SessionStart", { source: "fork", transcript_path: transcript });
  await fork.prompt("and more");
  await fork.edit("more.ts", make("more.ts"));
  await fork.stop();
  await awaitTurns(story, 2);

  // The first one goes on elsewhere.
  await using elsewhere = await startAgentProgram(story, first);
  await elsewhere.tell("UserPromptSubmit", { prompt: "something else" });
  const tool = { tool_name: "Write", tool_use_id: "w1", tool_input: { file_path: at("late.ts") } };
  await elsewhere.tell("PreToolUse", tool);
  make("late.ts")();
  await elsewhere.tell("PostToolUse", tool);
  await elsewhere.tell("Stop");
  const turns = await awaitTurns(story, 3);
  assert.deepEqual(
    turns.map(({ files }) => files.map(({ path }) => path)),
    [["gift.ts"], ["more.ts"], ["late.ts"]],
  );

  const { sessions } = JSON.parse((await story.unf("sessions", "--json")).stdout) as {
    readonly sessions: readonly {
      readonly id: string;
      readonly agent_session: string;
      readonly parent: string | null;
    }[];
  };
  const idOf = (name: string) => sessions.find((one) => one.agent_session === name)?.id;
  const parents = sessions.map((one) => [one.agent_session, one.parent] as const);
  assert.deepEqual(new Map(parents), new Map([[first, null] as const, [second, idOf(first)]]));

  await using agent = await startAgent(story);
  const own = (await agent.call("unf_turns")).document.turns as { readonly id: string }[];
  assert.deepEqual(
    own.map(({ id }) => id),
    ["t-2", "t-1"],
  );
  const late = (await agent.call("unf_oops_plan", { turns: ["t-3"] })).document;
  assert.equal(late.error?.code, "refused");
  const { plan } = (await agent.call("unf_rewind_plan", { before: "t-1" })).document;
  const done = (await agent.call("unf_restore_apply", { plan })).document;
  assert.deepEqual(done.turns, ["t-2", "t-1"], JSON.stringify(done));
  assert.deepEqual(
    ["gift.ts", "more.ts", "late.ts"].map((path) => existsSync(at(path))),
    [false, false, true],
  );
});
