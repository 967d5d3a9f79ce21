export { exactNames, isSafePath, type NameRules, refusePath } from "./safe-path.ts";
