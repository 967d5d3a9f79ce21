import type { Agent } from "./agent/agent.ts";
import { claudeCode } from "./agent/claude-code.ts";
import { codex } from "./agent/codex.ts";
import { copilot } from "./agent/copilot.ts";
import { droid } from "./agent/droid.ts";
import { gemini } from "./agent/gemini.ts";
import { opencode } from "./agent/opencode.ts";
import { pi } from "./agent/pi.ts";

/** The agents that are driven, by the names that `unf hook` has for them. */
export const agents: readonly Agent[] = [claudeCode, codex, opencode, pi, gemini, copilot, droid];
