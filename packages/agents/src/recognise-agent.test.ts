import assert from "node:assert/strict";
import { test } from "node:test";
import { recogniseAgent } from "./recognise-agent.ts";

const claudePayload = {
  session_id: "s1",
  transcript_path: "/home/ann/.claude/projects/-home-ann-shop/s1.jsonl",
  hook_event_name: "Stop",
};

test("the agent in whose settings a hook stands is the one that fired it, if nothing says else", () => {
  assert.equal(recogniseAgent("claude-code", claudePayload, {}), "claude-code");
  assert.equal(recogniseAgent("droid", { session_id: "s1" }, {}), "droid");
});

test("members that only one agent sends name it", () => {
  const cursor = { conversation_id: "c", generation_id: "g", hook_event_name: "stop" };
  assert.equal(recogniseAgent("claude-code", cursor, {}), "cursor");
  assert.equal(
    recogniseAgent("claude-code", { ...claudePayload, cursor_version: "2.4" }, {}),
    "cursor",
  );
  const copilot = { sessionId: "s", timestamp: 1.5, toolName: "bash", toolArgs: "{}" };
  assert.equal(recogniseAgent("claude-code", copilot, {}), "copilot");
  const windsurf = { agent_action_name: "pre_write_code", trajectory_id: "t" };
  assert.equal(recogniseAgent("cursor", windsurf, {}), "windsurf");
  const opencode = { session_id: "s1", hook_source: "opencode-plugin" };
  assert.equal(recogniseAgent("claude-code", opencode, {}), "opencode");
});

test("the place of the transcript names the agent", () => {
  const rows = [
    ["/home/ann/.factory/projects/x/s.jsonl", "droid"],
    ["C:\\Users\\ann\\.gemini\\tmp\\s.json", "gemini"],
    ["/home/ann/.config/Code/User/workspaceStorage/1/GitHub.copilot-chat/transcripts/s", "copilot"],
    ["/home/ann/.codex/sessions/2026/11/20/rollout-s.jsonl", "codex"],
    // The directory of a project is part of one name there, so it is no evidence.
    ["/home/ann/.claude/projects/-home-ann-.cursor-x/s.jsonl", "claude-code"],
    ["/srv/agents/s.jsonl", "claude-code"],
  ] as const;
  for (const [transcript_path, agent] of rows) {
    assert.equal(recogniseAgent("claude-code", { transcript_path }, {}), agent, transcript_path);
  }
});

test("variables tell only while they name one agent, and not the configured one", () => {
  const bare = { session_id: "s1", hook_event_name: "PreToolUse" };
  const of = (env: Record<string, string>) => recogniseAgent("claude-code", bare, env);
  assert.equal(of({ CURSOR_VERSION: "2.4" }), "cursor");
  assert.equal(of({ FACTORY_PROJECT_DIR: "/x" }), "droid");
  // Copilot runs the hooks of a project's `.claude/settings.json`.
  assert.equal(of({ COPILOT_CLI: "1", COPILOT_PROJECT_DIR: "/x" }), "copilot");
  assert.equal(of({ CURSOR_VERSION: "2.4", CLAUDE_CODE_SESSION_ID: "s1" }), "claude-code");
  assert.equal(of({ CURSOR_VERSION: "2.4", GEMINI_PROJECT_DIR: "/x" }), "claude-code");
  // A Claude Code that was started in Cursor's terminal: its transcript is stronger.
  assert.equal(
    recogniseAgent("claude-code", claudePayload, { CURSOR_VERSION: "2" }),
    "claude-code",
  );
});
