import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";

/** Names that an upgrade keeps, for what they lead to. */
const lastingDirectories = [
  "/usr/bin",
  "/usr/local/bin",
  "/opt/homebrew/bin",
  "/home/linuxbrew/.linuxbrew/bin",
];

/** The Node that runs this, by a name that the next version will have, too, where there is one. */
export function lastingNode(): string {
  const names = lastingDirectories.map((directory) => join(directory, "node"));
  const isOurs = (name: string) => existsSync(name) && realpathSync(name) === process.execPath;
  return names.find(isOurs) ?? process.execPath;
}
