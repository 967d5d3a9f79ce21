import { claudeCode } from "./claude-code/claude-code.ts";
import { codex } from "./codex/codex.ts";
import { copilot } from "./copilot/copilot.ts";
import { cursor } from "./cursor/cursor.ts";
import { droid } from "./droid/droid.ts";
import type { AgentFormat } from "./format/agent-format.ts";
import type { AgentName } from "./format/agent-name.ts";
import { gemini } from "./gemini/gemini.ts";
import { opencode } from "./opencode/opencode.ts";
import { pi } from "./pi/pi.ts";
import { windsurf } from "./windsurf/windsurf.ts";

export const formats: { readonly [name in AgentName]: AgentFormat } = {
  "claude-code": claudeCode,
  codex,
  cursor,
  gemini,
  copilot,
  windsurf,
  droid,
  opencode,
  pi,
};
