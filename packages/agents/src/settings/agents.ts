import { claudeCode } from "./agent/claude-code.ts";
import { codex } from "./agent/codex.ts";
import { copilot } from "./agent/copilot.ts";
import { cursor } from "./agent/cursor.ts";
import { droid } from "./agent/droid.ts";
import { gemini } from "./agent/gemini.ts";
import { opencode } from "./agent/opencode.ts";
import { pi } from "./agent/pi.ts";
import { windsurf } from "./agent/windsurf.ts";
import type { AgentSettings } from "./agent-settings.ts";

/** Every agent unf knows how to be told by, in the order it names them. */
export const agentSettings: readonly AgentSettings[] = [
  claudeCode,
  codex,
  cursor,
  gemini,
  copilot,
  windsurf,
  droid,
  opencode,
  pi,
];
