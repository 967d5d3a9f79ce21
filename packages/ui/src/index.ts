export type { Answered, ChangedProject, UiHost } from "./base/host.ts";
export { serveUi, type UiServer } from "./serve.ts";
