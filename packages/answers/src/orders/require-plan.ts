import { UnfError } from "@unf/core/base";

/**
 * Throws `conflict` unless the plan that was shown is one of these, or none was. `done`: what was not,
 * in a word.
 */
export function requirePlan(
  shown: string | undefined,
  ids: readonly string[],
  done: "done" | "restored" | "removed" | "forgotten",
): void {
  if (shown === undefined || ids.includes(shown)) return;
  throw new UnfError(
    "conflict",
    `the plan is now ${ids.at(-1)}, not ${shown}; nothing was ${done}`,
    { hint: "look at it with --dry-run" },
  );
}
