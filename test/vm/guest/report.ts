import { openSync, writeSync } from "node:fs";
import type { Report } from "../machine.ts";

const port = openSync("/dev/ttyS1", "w");

/** Tells the machine's host. */
export function tell(report: Report): void {
  writeSync(port, `${JSON.stringify(report)}\n`);
}

/** Tells what was to be so, and whether it is; `found` is told when it is not. */
export function show(what: string, isSo: boolean, found: unknown = ""): void {
  const detail = typeof found === "string" ? found : JSON.stringify(found, null, 1);
  tell({ kind: "shown", what, isSo, detail });
}
