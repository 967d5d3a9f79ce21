export { agentSettings } from "./agents.ts";
export type {
  AgentSettings,
  Installed,
  InstallPlan,
  OffSwitch,
  Places,
  UninstallPlan,
} from "./settings/agent-settings.ts";
export { type HookProgram, renderHookCommand } from "./settings/hook-command.ts";
export { readJsonValue } from "./settings/json-document.ts";
export { isSwitchedOff } from "./settings/off-switch.ts";
