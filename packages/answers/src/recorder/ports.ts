import type { HomePorts } from "../asker.ts";

/** Processes that record, and whoever starts them at login or at boot. */
export type RecorderPorts = Pick<HomePorts, "inspectRunning" | "openWriter" | "stopAll">;

export type ServicePorts = Pick<
  HomePorts,
  | "disableService"
  | "enableService"
  | "ensureRunning"
  | "inspectRunning"
  | "planService"
  | "readService"
>;
