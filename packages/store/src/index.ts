export { createObjectStore } from "./object-store.ts";
export type { ObjectStorePorts } from "./ports.ts";
