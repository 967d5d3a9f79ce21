import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Writes settings, with the directories above them. */
export function writeJson(file: string, value: object): void {
  writeText(file, `${JSON.stringify(value, null, 2)}\n`);
}

export function writeText(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
