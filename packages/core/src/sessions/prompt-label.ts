import { limits } from "../config/limits.ts";

/**
 * The one line that names a prompt: its first line with something on it, without control characters,
 * cut. Empty for a prompt without any.
 */
export function promptLabel(text: string): string {
  const { labelCharsMax } = limits.sessions;
  // Beyond this no first line is looked for: a prompt may be megabytes.
  const head = text.slice(0, limits.sessions.labelSearchCharsMax).toWellFormed();
  for (const line of head.split(/[\n\r\u2028\u2029]/)) {
    const plain = line.replace(/[\p{Cc}\s]+/gu, " ").trim();
    if (plain === "") continue;
    const chars = [...plain];
    return chars.length <= labelCharsMax
      ? plain
      : `${chars
          .slice(0, labelCharsMax - 1)
          .join("")
          .trimEnd()}…`;
  }
  return "";
}
