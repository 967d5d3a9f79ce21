import { agentSigns } from "@unf/agents";
import type { AbsPath } from "@unf/core/base";
import type { AgentSigns } from "@unf/core/ports";
import { readHookNote } from "@unf/system";

/** The signs by which agents are known, and of which of them this home remembers hooks. */
export function agentSignsOf(home: AbsPath): AgentSigns {
  const hasHooks = (agent: string): boolean =>
    readHookNote(home)?.files.some((one) => one.agent === agent) === true;
  return { ...agentSigns, hasHooks };
}
