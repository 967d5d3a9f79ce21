import type { InstallPlan, UninstallPlan } from "../settings/agent-settings.ts";

// A file that is ours as a whole names itself and the sum of its text, so that one which somebody has
// edited since is told from one that an older unf wrote.

const own = /Put here by "unf hook install", sum ([0-9a-f]{8})/;
const placeholder = "00000000";

/** The words with which a file of ours says so; `signText` fills the sum in. */
export const ownLine = `Put here by "unf hook install", sum ${placeholder}`;

/** The text with its sum. */
export function signText(text: string): string {
  return text.replace(placeholder, sumOf(text));
}

export function readOwnText(text: string | undefined): "absent" | "ours" | "edited" | "foreign" {
  if (text === undefined) return "absent";
  const sum = own.exec(text)?.[1];
  if (sum === undefined) return "foreign";
  return sumOf(text.replace(sum, placeholder)) === sum ? "ours" : "edited";
}

/** Writes the file, or over an older one of ours. */
export function planOwnText(wanted: string, text: string | undefined): InstallPlan {
  if (text === wanted) return { kind: "already" };
  const why = whyLeft(text);
  return why === undefined ? { kind: "changed", text: wanted } : { kind: "refused", why };
}

/** Removes the file; one that somebody edited is theirs, and anybody else's is none of ours. */
export function planNoOwnText(text: string): UninstallPlan {
  switch (readOwnText(text)) {
    case "ours":
      return { kind: "changed", text: undefined };
    case "edited":
      return { kind: "kept", why: whyLeft(text) ?? "" };
    default:
      return { kind: "already" };
  }
}

function whyLeft(text: string | undefined): string | undefined {
  const is = readOwnText(text);
  if (is === "foreign") return "there is a file of this name that unf did not write; it is left";
  return is === "edited" ? "it was edited since unf wrote it; it is left" : undefined;
}

/** FNV-1a of the UTF-16 units: it tells edits from none, and guards against nobody. */
function sumOf(text: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return sum.toString(16).padStart(8, "0");
}
