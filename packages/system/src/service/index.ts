export { ownServiceProgram, thisHost } from "./own-program.ts";
export { readServiceFacts } from "./read-service-facts.ts";
export {
  type EntryState,
  inspectEntry,
  putEntry,
  readBefore,
  takeEntry,
} from "./service-entry.ts";
