export type { Host, Ran } from "./host.ts";
export { serve } from "./serve.ts";
