import { readFileSync } from "node:fs";
import { isObject, parseJson, systemCode } from "@unf/core/base";
import type { Command } from "../frame/call/command.ts";

/** The part of a command that completion needs. */
export type KnownCommand = Pick<Command, "usage" | "flags">;

/**
 * The command's words as the build wrote them down, so that a press of a key loads no command; `undefined`
 * where nothing was written, as beside the sources.
 */
export function readKnown(name: string): KnownCommand | undefined {
  const table = parseJson(readText());
  const known = isObject(table) ? table[name] : undefined;
  // Its own program wrote it: what is there at all has the form of its types.
  return known as KnownCommand | undefined;
}

/** The same words, to be written down. */
export function writeKnown(commands: Readonly<Record<string, KnownCommand>>): string {
  const pairs = Object.entries(commands).map(([name, { usage, flags }]) => [
    name,
    { usage, flags },
  ]);
  return JSON.stringify(Object.fromEntries(pairs));
}

/** Lies beside a built program, which wrote it about itself. */
function readText(): string {
  try {
    return readFileSync(new URL("./complete.json", import.meta.url), "utf8");
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return "";
  }
}
