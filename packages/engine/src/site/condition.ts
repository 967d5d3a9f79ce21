import type { RelPath } from "@unf/core/base";
import { renderSpan } from "@unf/core/time";

/** How well a project is being recorded, in the words `unf status` shows. */
export type ProjectCondition =
  | { readonly kind: "watching" }
  | { readonly kind: "scanning" }
  | { readonly kind: "degraded"; readonly why: string }
  | { readonly kind: "missing"; readonly why: string };

/** The system's limits on watching, as they are now; left out where they cannot be read. */
export interface WatchLimits {
  /** Watched directories of one user. */
  readonly watches?: number;
  /** Watchers of one user. */
  readonly instances?: number;
}

export interface ConditionFacts {
  /** Why nothing is recorded although the root is there. */
  readonly suspended: string | undefined;
  readonly rootAway: string | undefined;
  readonly isScanning: boolean;
  readonly isWatched: boolean;
  /** Directories that could not be watched, with the system's code; beside the first of them others. */
  readonly refused: { readonly codes: ReadonlyMap<RelPath, string>; readonly hasMore: boolean };
  /** How often the project is swept. */
  readonly sweepEveryMs: number;
  /** Read only when there is need. */
  readonly readLimits?: (() => WatchLimits) | undefined;
}

/** Decides what to say of a project; the worst fact wins. */
export function decideCondition(facts: ConditionFacts): ProjectCondition {
  if (facts.suspended !== undefined) return { kind: "degraded", why: facts.suspended };
  if (facts.rootAway !== undefined) return { kind: "missing", why: facts.rootAway };
  if (facts.isScanning) return { kind: "scanning" };
  const every = `every ${renderSpan(facts.sweepEveryMs)}`;
  if (!facts.isWatched) {
    const why = `the watcher stopped; recording by sweeps ${every} until it is back`;
    return { kind: "degraded", why };
  }
  const codes = [...facts.refused.codes.values()];
  const worst = codes.find(isWatchLimit) ?? codes[0];
  if (worst === undefined) return { kind: "watching" };
  const limits = isWatchLimit(worst) ? (facts.readLimits?.() ?? {}) : {};
  const many = facts.refused.codes.has("" as RelPath)
    ? "nothing can"
    : codes.length === 1
      ? "1 directory cannot"
      : `${facts.refused.hasMore ? "more than " : ""}${codes.length} directories cannot`;
  return { kind: "degraded", why: whyUnwatched(many, worst, every, limits) };
}

/** True for the codes with which a system says that it watches no more. */
export function isWatchLimit(code: string): boolean {
  return code === "ENOSPC" || code === "EMFILE";
}

function whyUnwatched(many: string, code: string, every: string, limits: WatchLimits): string {
  const base = `${many} be watched (${code}); recorded by sweeps ${every}`;
  if (!isWatchLimit(code)) return base;
  const [name, now, next] =
    code === "ENOSPC"
      ? ["max_user_watches", limits.watches, planLimit(limits.watches, 524_288)]
      : ["max_user_instances", limits.instances, planLimit(limits.instances, 1024)];
  const is = now === undefined ? "" : ` of ${now}`;
  return `${base}; raise the limit${is}: echo fs.inotify.${name}=${next} | sudo tee /etc/sysctl.d/60-unf.conf && sudo sysctl --system`;
}

/** Twice the present limit, which was not enough, as a power of two. */
function planLimit(now: number | undefined, least: number): number {
  return Math.max(least, 2 ** Math.ceil(Math.log2(2 * (now ?? 1))));
}
