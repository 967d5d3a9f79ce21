import type { RelPath } from "@unf/core";

/** How well a project is being recorded, in the words `unf status` shows. */
export type ProjectCondition =
  | { readonly kind: "watching" }
  | { readonly kind: "scanning" }
  | { readonly kind: "degraded"; readonly why: string }
  | { readonly kind: "missing"; readonly why: string };

export interface ConditionFacts {
  /** Why nothing is recorded although the root is there. */
  readonly suspended: string | undefined;
  readonly rootAway: string | undefined;
  readonly isScanning: boolean;
  readonly isWatched: boolean;
  /** Directories that could not be watched, with the system's code. */
  readonly unwatched: ReadonlyMap<RelPath, string>;
}

/** Decides what to say of a project; the worst fact wins. */
export function decideCondition(facts: ConditionFacts): ProjectCondition {
  if (facts.suspended !== undefined) return { kind: "degraded", why: facts.suspended };
  if (facts.rootAway !== undefined) return { kind: "missing", why: facts.rootAway };
  if (facts.isScanning) return { kind: "scanning" };
  if (!facts.isWatched)
    return { kind: "degraded", why: "the watcher stopped; recording by sweeps until it is back" };
  const [first] = facts.unwatched;
  if (first === undefined) return { kind: "watching" };
  return { kind: "degraded", why: whyUnwatched(facts.unwatched.size, first[1]) };
}

function whyUnwatched(count: number, code: string): string {
  const many = count === 1 ? "1 directory" : `${count} directories`;
  const base = `${many} cannot be watched (${code}); recorded by sweeps`;
  if (code !== "ENOSPC") return base;
  return `${base}; raise the limit: echo fs.inotify.max_user_watches=524288 | sudo tee /etc/sysctl.d/60-unf.conf && sudo sysctl --system`;
}
