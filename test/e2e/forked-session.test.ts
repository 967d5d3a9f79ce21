import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { until } from "../kit/index.ts";
import { startAgentProgram } from "./agent-program.ts";
import { awaitTurns, startClaude } from "./claude.ts";
import { startAgent } from "./mcp-agent.ts";
import { type Story, tellStory } from "./story.ts";

const first = "8863a20d-eb63-4cd4-80ba-9ecf80844048";
const second = "1faf629c-d421-4def-a9c2-6bca9fdb39f1";
const third = "5b0c1d2e-3f40-4152-8637-485960718293";

/** One prompt of the session that writes one file. */
async function play(story: Story, session: string, name: string, more: object = {}) {
  const claude = startClaude(story, session);
  const prompt_id = `prompt-${name}`;
  await claude.tell("UserPromptSubmit", { prompt: name, prompt_id, ...more });
  const tool = {
    ...{ tool_name: "Write", tool_use_id: `use-of-tool-${name}`, prompt_id },
    ...{ tool_input: { file_path: story.at(`${name}.ts`) }, ...more },
  };
  await claude.tell("PreToolUse", tool);
  writeFileSync(story.at(`${name}.ts`), `${name}\n`);
  await claude.tell("PostToolUse", tool);
  await claude.tell("Stop", { prompt_id });
}

/** A line of a transcript, as one stands in it that was taken over, too. */
function line(session: string, name: string, more: object = {}): string {
  const content = [{ tool_use_id: `use-of-tool-${name}`, type: "tool_result", content: "ok" }];
  const names = { parentUuid: null, isSidechain: false, promptId: "its own", type: "user" };
  const message = { role: "user", content };
  return `${JSON.stringify({ ...names, message, sessionId: session, ...more })}\n`;
}

test("a session that was forked takes back what both hold, and nothing else of the other one", async () => {
  await using story = await tellStory();
  const { at } = story;
  await play(story, first, "gift");
  await play(story, first, "card");
  await startClaude(story, first).tell("SessionEnd", { reason: "resume" });
  await awaitTurns(story, 2);

  // From an earlier message, as /branch does: what it took over is there before the session starts.
  const transcript = join(story.home.root, `${second}.jsonl`);
  const forkedFrom = { sessionId: first, messageUuid: "01a3e7b6-df5f-4d76-8a82-2e62d8ce0e8e" };
  writeFileSync(transcript, line(second, "gift", { forkedFrom }));
  const fork = startClaude(story, second);
  await fork.tell("SessionStart", { source: "fork", transcript_path: transcript });
  await play(story, second, "more", { transcript_path: transcript });
  await awaitTurns(story, 3);

  // As --continue --fork-session does: nothing is there at its start, and later nothing names the other.
  const other = { transcript_path: join(story.home.root, `${third}.jsonl`) };
  const unnamed = startClaude(story, third);
  await unnamed.tell("SessionStart", { source: "fork", ...other });
  await unnamed.tell("UserPromptSubmit", { prompt: "last", prompt_id: "prompt-last", ...other });
  const taken = ["gift", "more", "last"].map((name) => line(third, name));
  writeFileSync(other.transcript_path, taken.join(""));
  await play(story, third, "last", other);

  // The first one goes on elsewhere.
  await using elsewhere = await startAgentProgram(story, first);
  await elsewhere.tell("UserPromptSubmit", { prompt: "something else" });
  const tool = { tool_name: "Write", tool_use_id: "w1", tool_input: { file_path: at("late.ts") } };
  await elsewhere.tell("PreToolUse", tool);
  writeFileSync(at("late.ts"), "late\n");
  await elsewhere.tell("PostToolUse", tool);
  await elsewhere.tell("Stop");
  const turns = await awaitTurns(story, 5);
  assert.deepEqual(
    turns.map(({ files }) => files.map(({ path }) => path)),
    [["gift.ts"], ["card.ts"], ["more.ts"], ["last.ts"], ["late.ts"]],
  );

  const parents = await until("each fork has its parent", async () => {
    const { sessions } = JSON.parse((await story.unf("sessions", "--json")).stdout) as {
      readonly sessions: readonly {
        readonly id: string;
        readonly agent_session: string;
        readonly parent: string | null;
      }[];
    };
    const nameOf = (id: string | null) => sessions.find((one) => one.id === id)?.agent_session;
    const found = sessions.map((one) => [one.agent_session, nameOf(one.parent)] as const);
    return found.filter(([, parent]) => parent !== undefined).length < 2 ? undefined : found;
  });
  assert.deepEqual(
    new Map(parents),
    new Map([[first, undefined] as const, [second, first], [third, second]]),
  );

  await using agent = await startAgent(story);
  const own = (await agent.call("unf_turns")).document.turns as { readonly id: string }[];
  assert.deepEqual(
    own.map(({ id }) => id),
    ["t-4", "t-3", "t-1"],
  );
  for (const not of ["t-2", "t-5"]) {
    const { document } = await agent.call("unf_oops_plan", { turns: [not] });
    assert.equal(document.error?.code, "refused", not);
  }
  const { plan } = (await agent.call("unf_rewind_plan", { before: "t-1" })).document;
  const done = (await agent.call("unf_restore_apply", { plan })).document;
  assert.deepEqual(done.turns, ["t-4", "t-3", "t-1"], JSON.stringify(done));
  assert.deepEqual(
    ["gift", "card", "more", "last", "late"].map((name) => existsSync(at(`${name}.ts`))),
    [false, true, false, false, true],
  );
});
