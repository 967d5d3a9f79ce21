import { escapeForDisplay } from "@unf/core/query";
import type { HookState } from "./state.ts";

/** True when hooks of ours stand in the agent's settings, and it would call them. */
export function areThere({ state }: HookState): boolean {
  return state === "installed" || state === "partly";
}

/**
 * Why hooks that are there are not called, or call nothing: one sentence for each reason. `show`: a path
 * for whoever reads it. `isOnPath`: a shell here finds a program `unf`.
 */
export function hookTroubles(
  { state, offBy, programs, isTrusted, target }: HookState,
  { place, isOnPath, show }: HookFacts,
): readonly string[] {
  if (offBy !== undefined) return [`${offBy.key} in ${show(offBy.file)} turns hooks off`];
  if (state !== "installed" && state !== "partly") return [];
  const missing = programs
    .flatMap((one) => (one === undefined ? [] : [one.node, one.program]))
    .find((path) => !place.exists(path));
  return [
    ...(missing === undefined ? [] : [`they start ${show(missing)}, which is gone`]),
    ...(programs.includes(undefined) && !isOnPath ? ["no program `unf` is on your PATH"] : []),
    ...(isTrusted === false ? [target.settings.afterInstall ?? "they are not trusted"] : []),
  ];
}

export interface HookFacts {
  readonly place: { exists(path: string): boolean };
  readonly isOnPath: boolean;
  readonly show: (path: string) => string;
}

/** Paths as they are. */
export const showPlain: HookFacts["show"] = (path) => escapeForDisplay(path);
