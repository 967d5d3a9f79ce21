export { openProject } from "./open-project.ts";
export type * from "./public.ts";
