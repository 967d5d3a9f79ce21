import { readArgv } from "@unf/system/own-process";
import { openProcessWorld } from "./process-world.ts";
import { run } from "./run.ts";

// Ends at once: everything is written by then, and a connection that is still open must not hold a
// finished command back. A promise instead of a top-level await, which a CommonJS bundle has not.
void run(readArgv(), openProcessWorld()).then((code) => process.exit(code));
