import { instant } from "../parts/snapshot.ts";
import type { Running } from "../ports/recording.ts";
import type { RunningFields, WorkFields } from "./shape.ts";

/** The processes that record. */
export function runningFields({ daemon, sentinel }: Running): RunningFields {
  return {
    daemon:
      daemon === undefined
        ? null
        : {
            pid: daemon.pid,
            version: daemon.version,
            started_at: daemon.started_at,
            uptime_ms: daemon.uptime_ms,
            rss_bytes: daemon.rss_bytes,
            cpu: daemon.cpu,
            safe_mode: daemon.safe_mode,
            lost_events: daemon.lost_events ?? null,
          },
    sentinel: sentinel === undefined ? null : { pid: sentinel },
  };
}

/** Who keeps a daemon from being started, and what one is at work on. */
export function workFields({ daemon, occupant, busy }: Running): WorkFields {
  const silent = busy && { pid: busy.pid, what: busy.what, since: instant(busy.since) };
  const live = daemon?.busy == null ? undefined : { pid: daemon.pid, ...daemon.busy };
  return {
    occupant:
      occupant === undefined
        ? null
        : {
            pid: occupant.pid,
            command: occupant.command,
            since: occupant.since === undefined ? null : instant(occupant.since),
          },
    busy: live ?? silent ?? null,
  };
}
