import assert from "node:assert/strict";
import { test } from "node:test";
import { formats } from "../formats.ts";
import { findTool } from "./find-tool.ts";

const joined = ["mcp__S__", "mcp_S_", "S-", "S_", "S___", "S.", "mcp__S-"];

for (const join of joined) {
  const name = (server: string, tool: string) => `${join.replace("S", server)}${tool}`;
  test(`${name("unf", "…")}: unf's own tools write nothing of their own`, () => {
    for (const { tools } of Object.values(formats)) {
      assert.deepEqual(findTool(tools, name("unf", "unf_restore_apply")), { way: "reads" });
    }
  });

  test(`${name("filesystem", "…")}: the file server's tools are known`, () => {
    const { tools } = formats.codex;
    assert.equal(findTool(tools, name("filesystem", "write_file"))?.way, "file");
    assert.equal(findTool(tools, name("filesystem", "move_file"))?.way, "move");
    assert.equal(findTool(tools, name("filesystem", "read_text_file"))?.way, "reads");
    assert.equal(findTool(tools, name("filesystem", "format_disk")), undefined);
  });
}

test("what waits, searches or plans opens nothing, by the names that the programs use", () => {
  const waiting = {
    codex: "collaborationwait_agent collaborationspawn_agent",
    gemini: "invoke_agent update_topic list_background_processes read_background_output",
    "claude-code": "ListAgents ReportFindings ScheduleWakeup Workflow",
    copilot: "sql session_store_sql write_agent",
    droid: "TaskOutput TaskStop ToolSearch ConnectorSearch GenerateImage",
  } as const;
  for (const [agent, names] of Object.entries(waiting)) {
    const { tools } = formats[agent as keyof typeof waiting];
    for (const name of names.split(" ")) {
      assert.deepEqual(findTool(tools, name), { way: "reads" }, `${agent}: ${name}`);
    }
  }
});

test("a tool that only begins like one of them is not known", () => {
  assert.equal(findTool(formats.codex.tools, "unfold"), undefined);
  assert.equal(findTool(formats.codex.tools, "mcp__unfurl__write"), undefined);
});
