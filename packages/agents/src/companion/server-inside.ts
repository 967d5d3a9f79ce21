import type { AgentSettings } from "../settings/agent-settings.ts";
import { type ServerList, serverIn } from "./mcp-server.ts";

/** Settings that hold the hooks and the list of servers in one file: both are put in and taken out together. */
export function withServerInside(settings: AgentSettings, list: ServerList = {}): AgentSettings {
  const server = serverIn(list);
  /** The second change on top of the first; a server of somebody else keeps no hooks out. */
  const both = (
    text: string | undefined,
    first: ReturnType<AgentSettings["planInstall"]>,
    second: (text: string | undefined) => ReturnType<AgentSettings["planInstall"]>,
  ) => {
    if (first.kind === "refused") return first;
    const then = second(first.kind === "changed" ? first.text : text);
    return then.kind === "changed" ? then : first;
  };
  return {
    ...settings,
    planInstall: (text, program) =>
      both(text, settings.planInstall(text, program), (now) => server.planInstall(now, program)),
    planRepair: (text, program) =>
      both(text, settings.planRepair(text, program), (now) =>
        server.planRepair(now ?? text, program),
      ),
    // The other way round: what came last goes first, so that each finds what it left.
    planUninstall: (text) => {
      const first = server.planUninstall(text);
      if (first.kind !== "changed" || first.text === undefined)
        return first.kind === "changed" ? first : settings.planUninstall(text);
      const then = settings.planUninstall(first.text);
      return then.kind === "changed" ? then : first;
    },
    readInstalled: (text) => {
      const hooks = settings.readInstalled(text);
      if (hooks === "not" && server.readPrograms(text).length > 0) return "partly";
      return hooks === "installed" && server.readInstalled(text) === "not" ? "partly" : hooks;
    },
    readPrograms: (text) => [...settings.readPrograms(text), ...server.readPrograms(text)],
  };
}
