export type { Answered, Host, Ran } from "./base/host.ts";
export { serve } from "./serve.ts";
