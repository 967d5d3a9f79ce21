export type { Host, Ran } from "./base/host.ts";
export { serve } from "./serve.ts";
