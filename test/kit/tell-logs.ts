import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TempHome } from "./temp-home.ts";

/** Of each log. */
const linesMax = 40;

/** Quotes the logs of a home's programs, for the message of a test that fails. */
export function tellLogs({ unfHome }: Pick<TempHome, "unfHome">): string {
  const directory = join(unfHome, "logs");
  const names = existsSync(directory) ? readdirSync(directory).sort() : [];
  const logs = names.map((name) => {
    const lines = readFileSync(join(directory, name), "utf8").trimEnd().split("\n");
    return `${name}:\n${lines.slice(-linesMax).join("\n")}`;
  });
  return [...logs, `now: ${Date.now()}`, ...tellHolders(unfHome)].join("\n\n");
}

/** Names the holders of the locks, and what Linux says of each process. */
function tellHolders(unfHome: string): string[] {
  return ["daemon.lock.json", "sentinel.lock.json"].flatMap((name) => {
    const path = join(unfHome, "run", name);
    if (!existsSync(path)) return [];
    const { pid } = JSON.parse(readFileSync(path, "utf8")) as { readonly pid: number };
    const directory = `/proc/${pid}`;
    const stat = existsSync(directory) ? readFileSync(join(directory, "stat"), "latin1") : "gone";
    return [`${name}: ${pid}: ${stat}`];
  });
}
