export * from "./choose-backend.ts";
export * from "./open-backend.ts";
