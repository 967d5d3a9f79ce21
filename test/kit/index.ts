export * from "./form.ts";
export * from "./leftovers.ts";
export * from "./programs.ts";
export * from "./run-unf.ts";
export * from "./seed.ts";
export * from "./tell-logs.ts";
export * from "./temp-home.ts";
export * from "./until.ts";
