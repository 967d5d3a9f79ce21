export type {
  AgentSettings,
  Installed,
  InstallPlan,
  OffSwitch,
  Places,
  UninstallPlan,
} from "./agent-settings.ts";
export { agentSettings } from "./agents.ts";
export { type HookProgram, renderHookCommand } from "./hook-command.ts";
export { readJsonValue } from "./json-document.ts";
export { isSwitchedOff } from "./off-switch.ts";
