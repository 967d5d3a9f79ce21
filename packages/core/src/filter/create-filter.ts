import { type Filter, type FilterOptions, ProjectFilter } from "./filter.ts";
import { type HeldRules, holdRules } from "./held-rules.ts";
import type { IgnoreSources } from "./ignore-files.ts";

/**
 * Builds the filter of one project. Reads ignore files when they are first needed. `held`: what
 * agents wrote of them, where that is to be held against what a person stood by.
 */
export function createFilter(
  options: FilterOptions,
  sources: IgnoreSources,
  held?: HeldRules,
): Filter {
  const now = new ProjectFilter(options, sources);
  if (held === undefined) return now;
  const read: IgnoreSources["read"] = (path) => {
    const stoodBy = held.files.get(path);
    if (stoodBy === undefined) return sources.read(path);
    return stoodBy === null ? undefined : held.content(stoodBy);
  };
  return holdRules(now, new ProjectFilter(options, { read }), held);
}
