import assert from "node:assert/strict";
import { test } from "node:test";
import { readPayload } from "@unf/agents";
import { encodeUtf8 } from "@unf/core/base";
import type { AgentEvent } from "@unf/core/sessions";
import { liveStage, save } from "./agent.ts";
import type { Stage } from "./stage.ts";

type Env = Readonly<Record<string, string>>;

/** Hands payloads to the hooks of one agent process, as they are called one after the other. */
function teller(stage: Stage, process: Pick<AgentEvent, "pid" | "started">) {
  return async (configured: string, payload: object, env: Env = {}): Promise<void> => {
    const facts = { at: stage.clock.wall(), cwd: stage.root, env };
    const outcome = readPayload(configured, encodeUtf8(JSON.stringify(payload)), facts);
    if (outcome.kind === "event")
      await stage.project.sessions.receive({ ...outcome.event, ...process });
  };
}

const copilotEnv = { COPILOT_CLI: "1", COPILOT_PROJECT_DIR: "/home/ann/shop" };

/** The payloads of Copilot 1.0.102 for one event: to its own hook, and to one in `.claude/settings.json`. */
function copilot(stage: Stage) {
  const tell = teller(stage, { pid: 4711, started: 4711 });
  const common = (session: string) => ({ timestamp: stage.clock.wall(), cwd: stage.root, session });
  return async (event: string, members: object, session = "b2f0c1aa", more: object = {}) => {
    const { timestamp, cwd } = common(session);
    await tell(
      "copilot",
      { sessionId: session, timestamp, cwd, ...members, ...more },
      {
        ...copilotEnv,
        UNF_HOOK_EVENT: event,
      },
    );
    const words = members as { toolName?: string; toolArgs?: object; prompt?: string };
    const like = {
      hook_event_name: pascal[event],
      session_id: session,
      timestamp: new Date(timestamp).toISOString(),
      cwd,
      ...(words.prompt === undefined ? {} : { prompt: words.prompt }),
      ...(words.toolName === undefined
        ? {}
        : { tool_name: words.toolName, tool_input: words.toolArgs }),
    };
    await tell("claude-code", { ...like, ...more }, copilotEnv);
  };
}

const pascal: Readonly<Record<string, string>> = {
  sessionStart: "SessionStart",
  userPromptSubmitted: "UserPromptSubmit",
  preToolUse: "PreToolUse",
  postToolUse: "PostToolUse",
  agentStop: "Stop",
  sessionEnd: "SessionEnd",
};

test("Copilot, which runs the hooks of .claude/settings.json as well, is one session with one turn", async () => {
  await using stage = liveStage();
  await stage.start();
  const tell = copilot(stage);
  const make = { toolName: "bash", toolArgs: { command: "make" } };
  await tell("sessionStart", { source: "new" });
  await tell("userPromptSubmitted", { prompt: "build it" });
  for (const file of ["a.txt", "b.txt"]) {
    await tell("preToolUse", make);
    await save(stage, file, "1\n");
    await tell("postToolUse", make);
  }
  await tell("agentStop", { stopReason: "end_turn" });
  await stage.flush();
  const sessions = stage.timeline.sessions({ limit: 9 });
  assert.deepEqual(
    sessions.map(({ agent, agentSession }) => [agent, agentSession]),
    [["copilot", "b2f0c1aa"]],
  );
  assert.equal(stage.timeline.turns({ limit: 9 }).length, 1);
  assert.equal(stage.timeline.toolCalls({ session: sessions[0]?.id ?? "" }).length, 2);
  for (const { author } of stage.rows()) {
    assert.deepEqual([author.agent, author.confidence, author.turn], ["copilot", "window", 1]);
  }
});

test("Copilot's sub-agents, which name their sessions themselves, work in the turn that sent them", async () => {
  await using stage = liveStage();
  await stage.start();
  const tell = copilot(stage);
  await tell("sessionStart", { source: "new" }, "main", { agentId: "main" });
  await tell("userPromptSubmitted", { prompt: "split the work" }, "main", { agentId: "main" });
  const sub = { agentId: "explore-1", parentAgentId: "main" };
  const create = {
    toolName: "create",
    toolArgs: { path: `${stage.root}/a.txt`, file_text: "1\n" },
  };
  await tell("sessionStart", { source: "new" }, "sub-1", sub);
  await tell("userPromptSubmitted", { prompt: "write a.txt" }, "sub-1", sub);
  await tell("preToolUse", create, "sub-1", sub);
  await save(stage, "a.txt", "1\n");
  await tell("postToolUse", create, "sub-1", sub);
  await tell("agentStop", { stopReason: "end_turn" }, "sub-1", sub);
  await tell("sessionEnd", { reason: "complete" }, "sub-1", sub);
  await stage.flush();
  assert.equal(stage.timeline.sessions({ limit: 9 }).length, 1);
  const [turn] = stage.timeline.turns({ limit: 9 });
  assert.equal(turn?.endedAt, null, "what a sub-agent ends is not the turn");
  assert.deepEqual(
    stage.rows("a.txt").map(({ author }) => [author.confidence, author.turn]),
    [["hook", turn?.id]],
  );
});

test("hooks of a person and of a project tell everything twice: turns and calls are counted once", async () => {
  const formats: Readonly<Record<string, Readonly<Record<string, object>>>> = {
    pi: {
      prompt: { hook_event_name: "before_agent_start", session_id: "s", prompt: "go" },
      start: { hook_event_name: "tool_call", session_id: "s", tool_name: "bash" },
      end: { hook_event_name: "tool_result", session_id: "s", tool_name: "bash" },
      stop: { hook_event_name: "agent_end", session_id: "s" },
    },
    opencode: {
      prompt: { hook_event_name: "chat.message", session_id: "s", prompt: "go" },
      start: { hook_event_name: "tool.execute.before", session_id: "s", tool_name: "bash" },
      end: { hook_event_name: "tool.execute.after", session_id: "s", tool_name: "bash" },
      stop: { hook_event_name: "session.idle", session_id: "s" },
    },
    gemini: {
      prompt: { hook_event_name: "BeforeAgent", session_id: "s", prompt: "go" },
      start: { hook_event_name: "BeforeTool", session_id: "s", tool_name: "run_shell_command" },
      end: { hook_event_name: "AfterTool", session_id: "s", tool_name: "run_shell_command" },
      stop: { hook_event_name: "AfterAgent", session_id: "s" },
    },
  };
  for (const [agent, { prompt, start, end, stop }] of Object.entries(formats)) {
    await using stage = liveStage();
    await stage.start();
    const tell = teller(stage, { pid: 4711, started: 4711 });
    const use = {
      tool_input: { command: "make" },
      ...(agent === "gemini" ? {} : { tool_use_id: "c1" }),
    };
    for (const payload of [prompt, { ...start, ...use }, { ...end, ...use }, stop]) {
      for (const _hook of ["of the person", "of the project"]) {
        await tell(agent, { cwd: stage.root, ...payload });
        await stage.clock.advance(40);
      }
    }
    const [session] = stage.timeline.sessions({ limit: 9 });
    assert.equal(stage.timeline.turns({ limit: 9 }).length, 1, agent);
    assert.equal(stage.timeline.toolCalls({ session: session?.id ?? "" }).length, 1, agent);
  }
});
