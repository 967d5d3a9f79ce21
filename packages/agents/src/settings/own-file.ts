import type { Installed, InstallPlan, UninstallPlan } from "./agent-settings.ts";

// A file that is ours as a whole: a plugin or an extension. It says so itself.
const ownWords = 'Put here by "unf hook install"';

/** Writes our file, or brings an older one of ours up to date. */
export function planOwnFile(wanted: string, text: string | undefined): InstallPlan {
  if (text === wanted) return { kind: "already" };
  if (text !== undefined && !isOwn(text)) {
    return { kind: "refused", why: "there is a file of this name that unf did not write" };
  }
  return { kind: "changed", text: wanted };
}

/** Removes our file; anybody else's stays. */
export function planNoOwnFile(text: string): UninstallPlan {
  return isOwn(text) ? { kind: "changed", text: undefined } : { kind: "already" };
}

/** Whether our file is there, and as this unf writes it. */
export function readOwnFile(wanted: string, text: string | undefined): Installed {
  if (text === undefined || !isOwn(text)) return "not";
  return text === wanted ? "installed" : "partly";
}

function isOwn(text: string): boolean {
  return text.includes(ownWords);
}
