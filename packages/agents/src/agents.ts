import { claudeCode } from "./claude-code/settings.ts";
import { codex } from "./codex/settings.ts";
import { copilot } from "./copilot/settings.ts";
import { cursor } from "./cursor/settings.ts";
import { droid } from "./droid/settings.ts";
import { gemini } from "./gemini/settings.ts";
import { opencode } from "./opencode/settings.ts";
import { pi } from "./pi/settings.ts";
import type { AgentSettings } from "./settings/agent-settings.ts";
import { windsurf } from "./windsurf/settings.ts";

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
