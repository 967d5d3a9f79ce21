export type { Answered, ChangedProject, UiHost } from "./base/host.ts";
export { askRunning, type RunningServer } from "./join/ask-running.ts";
export { serveUi, type UiServer } from "./serve.ts";
