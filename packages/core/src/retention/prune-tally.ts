import type { RelPath, WallMs } from "../base/brand.ts";
import type { RetentionRow } from "../timeline/pruning.ts";
import {
  type DropReason,
  dropReason,
  type KeepReason,
  type RetentionContext,
  type Verdict,
} from "./plan-path.ts";
import { tierOf } from "./policy.ts";

/** Rows that go for one reason. `cap`: the oldest of what the policy keeps, until the rest fits. */
export interface PruneGroup {
  readonly why: DropReason | "cap";
  readonly versions: number;
  readonly from: WallMs;
  readonly to: WallMs;
  /** By path, where they were counted. */
  readonly paths: ReadonlyMap<RelPath, number>;
}

/** Counts of the rows that go and of those that stay, and why. */
export interface PruneReport {
  readonly groups: readonly PruneGroup[];
  /** How many rows stay for which reason. */
  readonly kept: ReadonlyMap<KeepReason, number>;
  /** Of the newest row that goes. */
  readonly youngest: WallMs | null;
}

type Where = Pick<RetentionRow, "path" | "at">;

interface Group {
  versions: number;
  from: number;
  to: number;
  readonly paths: Map<RelPath, number>;
}

/** Counts what goes and what stays, and why. */
export class PruneTally {
  readonly #countsPaths: boolean;
  readonly #groups = new Map<PruneGroup["why"], Group>();
  readonly #kept = new Map<KeepReason, number>();

  constructor(countsPaths: boolean) {
    this.#countsPaths = countsPaths;
  }

  add(row: Where, verdict: Verdict): void {
    if (verdict.keep) this.#keep(verdict.why, 1);
    else this.#drop(row, verdict.why);
  }

  /** A row that was to go stays with the other row of its rename. */
  save(row: RetentionRow, { now, policy }: RetentionContext): void {
    const group = this.#groups.get(dropReason(row, tierOf(now - row.at, policy)));
    if (group !== undefined) {
      group.versions -= 1;
      const left = (group.paths.get(row.path) ?? 1) - 1;
      if (left === 0) group.paths.delete(row.path);
      else if (this.#countsPaths) group.paths.set(row.path, left);
    }
    this.#keep("rename", 1);
  }

  /** A row that was to stay goes, because the rest must fit. */
  take(row: Where, why: KeepReason): void {
    this.#keep(why, -1);
    this.#drop(row, "cap");
  }

  /** Nothing goes after all. */
  forget(): void {
    for (const { versions } of this.#groups.values()) this.#keep("recent", versions);
    this.#groups.clear();
  }

  report(): PruneReport {
    const groups = order.flatMap((why) => {
      const group = this.#groups.get(why);
      if (group === undefined || group.versions === 0) return [];
      const { versions, from, to, paths } = group;
      return [{ why, versions, from: from as WallMs, to: to as WallMs, paths }];
    });
    const newest = groups.map(({ to }) => to);
    const kept = new Map([...this.#kept].filter(([, count]) => count > 0));
    return {
      groups,
      kept,
      youngest: newest.length === 0 ? null : (Math.max(...newest) as WallMs),
    };
  }

  #keep(why: KeepReason, count: number): void {
    this.#kept.set(why, (this.#kept.get(why) ?? 0) + count);
  }

  #drop({ path, at }: Where, why: DropReason | "cap"): void {
    let group = this.#groups.get(why);
    if (group === undefined) {
      group = { versions: 0, from: at, to: at, paths: new Map() };
      this.#groups.set(why, group);
    }
    group.versions += 1;
    group.from = Math.min(group.from, at);
    group.to = Math.max(group.to, at);
    if (this.#countsPaths) group.paths.set(path, (group.paths.get(path) ?? 0) + 1);
  }
}

const order = ["interim", "hourly", "daily", "weekly", "older", "binary", "cap"] as const;
