export { openProject } from "./open-project.ts";
export { openTree } from "./open-tree.ts";
export type * from "./public.ts";
