import type { HookProgram } from "../settings/hook-command.ts";
import { renderOwnProgram } from "../settings/own-file.ts";
import lines from "./extension.json" with { type: "json" };

/**
 * Text of the extension that `unf hook install pi` puts into `extensions/unf.ts`: what
 * `packages/pi` is as one file, with the program that it starts in front.
 */
export function piExtension(program: HookProgram | undefined): string {
  return `// Tells unf what pi does, so that its changes can be told from yours, and brings files back along
// with the conversation. Does nothing where unf is not installed. Put here by "unf hook install",
// removed by "unf hook uninstall".
${renderOwnProgram(program)}
${lines.join("\n")}`;
}
