export { createObjectStore, type ObjectStorePorts } from "./object-store.ts";
