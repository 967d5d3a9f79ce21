import { type AgentFormat, claudeLike } from "../format/agent-format.ts";
import { file, patch, reads, shell, toolTable } from "../tool/tool-way.ts";

/** https://docs.factory.ai/reference/hooks-reference. Its shell is called `Execute`. */
export const droid: AgentFormat = {
  ...claudeLike,
  agent: "droid",
  tools: toolTable(
    ["create write", { way: "file", content: "content" }],
    ["edit multiedit", file],
    ["applypatch apply_patch", patch],
    ["execute bash", shell],
    ["read ls grep glob websearch fetchurl webfetch todowrite task skill", reads],
    ["exitspecmode askuser generatedroid generateimage", reads],
    ["taskoutput taskstop toolsearch connectorsearch", reads],
  ),
};
