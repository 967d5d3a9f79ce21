import { UnfError } from "@unf/core/base";

/** Throws `conflict` unless the plan asked for, if one is, is one of these. */
export function requirePlan(asked: string | undefined, ids: readonly string[]): void {
  if (asked === undefined || ids.includes(asked)) return;
  throw new UnfError(
    "conflict",
    `the plan is now ${ids.at(-1)}, not ${asked}; nothing was restored`,
    { hint: "look at it with --dry-run" },
  );
}
