import { mcpFilesystem, reads, type ToolTable, type ToolWay } from "./tool-way.ts";

/**
 * Finds the writes of a tool; `undefined` for one that is not known. Every agent joins the name of an
 * MCP server and that of its tool in a way of its own: `mcp__unf__unf_log`, `mcp_unf_unf_log`,
 * `unf-unf_log`, `unf_unf_log`, `unf___unf_log`. What unf does itself is an operation, and no agent's
 * doing.
 */
export function findTool(tools: ToolTable, name: string): ToolWay | undefined {
  const key = name.toLowerCase();
  const [, server, tool] = /^(?:mcp_{1,2})?(unf|filesystem)(?:_{1,3}|[-.])(.+)$/.exec(key) ?? [];
  if (server === "unf") return reads;
  return tool === undefined ? tools.get(key) : mcpFilesystem.get(tool);
}
