import process from "node:process";
import type { WallMs } from "@unf/core/base";
import { runHook } from "./run-hook.ts";

// `unf hook run AGENT`, a program of its own because an agent waits for it: it prints nothing, and
// ends with 0 whatever happens, since agents show their user anything else, or stop.
process.on("uncaughtException", end);
void runHook({
  agent: process.argv.slice(2).at(-1) ?? "",
  env: process.env,
  calledAt: Math.max(0, Math.floor(performance.timeOrigin)) as WallMs,
}).then(end, end);

function end(): never {
  process.exit(0);
}
