import type { OrderStatus } from "./interrupt.ts";
import type { Busy } from "./ping.ts";
import type { ProjectStatus } from "./project-status.ts";
import type { StoreStatus } from "./store-status.ts";

export interface DaemonStatus {
  readonly pid: number;
  readonly version: string;
  /** `node 24.21.0`. Missing in what an earlier daemon says. */
  readonly runtime?: string;
  readonly started_at: string;
  readonly uptime_ms: number;
  readonly rss_bytes: number;
  /** Share of one core since start, 0–1. */
  readonly cpu: number;
  readonly safe_mode: boolean;
  readonly projects: readonly ProjectStatus[];
  /** Missing in what an earlier daemon says. */
  readonly store?: StoreStatus;
  /** Events of agents that no project heard though one ought to have; `null` when none was lost. */
  readonly lost_events?: { readonly events: number; readonly last_at: string } | null;
  /** `null` while it only records. Missing in what an earlier daemon says. */
  readonly busy?: Busy | null;
  /** Restores and their like that are under way. Missing in what an earlier daemon says. */
  readonly orders?: readonly OrderStatus[];
}
