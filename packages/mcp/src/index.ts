export type { AgentTerms, Answered, Host } from "./base/host.ts";
export { serve } from "./serve.ts";
