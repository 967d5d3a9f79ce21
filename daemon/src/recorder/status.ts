import {
  type AbsPath,
  absPathToColumn,
  encodeBase64,
  encodePath,
  isUtf8Path,
  pathToColumn,
  type RelPath,
  sayFailure,
  UnfError,
  type WallMs,
} from "@unf/core/base";
import { formatUtc } from "@unf/core/time";
import type { OrderAtWork } from "@unf/engine";
import type { Busy, DaemonStatus, ProjectStatus } from "@unf/protocol";
import { runtimeName } from "@unf/system/runtime";
import type { LostEvents } from "../agent-events/agent-events.ts";
import type { Member } from "../projects/project-set.ts";

export interface StatusFacts {
  readonly version: string;
  readonly startedAt: WallMs;
  readonly now: WallMs;
  readonly cpuMs: number;
  readonly rssBytes: number;
  readonly pid: number;
  readonly safeMode: boolean;
  readonly lostEvents: LostEvents | undefined;
  readonly busy: Busy | null;
  readonly orders: readonly OrderAtWork[];
  readonly backendOf: (root: AbsPath) => { readonly name: string; readonly reason: string };
}

/** Reports the daemon and its projects. `onFailure`: a timeline could not be asked. */
export function reportStatus(
  facts: StatusFacts,
  members: readonly Member[],
  onFailure: (member: Member, thrown: UnfError) => void,
): DaemonStatus {
  const uptimeMs = facts.now - facts.startedAt;
  return {
    pid: facts.pid,
    version: facts.version,
    runtime: runtimeName(),
    started_at: formatUtc(facts.startedAt),
    uptime_ms: uptimeMs,
    rss_bytes: facts.rssBytes,
    cpu: uptimeMs > 0 ? Math.round((facts.cpuMs / uptimeMs) * 10_000) / 10_000 : 0,
    safe_mode: facts.safeMode,
    lost_events: lostEventsOf(facts),
    busy: facts.busy,
    orders: facts.orders.map(({ root, phase, operation, done, total }) => ({
      root: absPathToColumn(root),
      phase,
      operation,
      done,
      total,
    })),
    projects: members.map((member) => {
      try {
        return reportProject(member, facts.backendOf);
      } catch (thrown) {
        if (!(thrown instanceof UnfError)) throw thrown;
        onFailure(member, thrown);
        const { intended } = member;
        return reportProject(
          { intended, kind: "failed", why: sayFailure(thrown), isWorthATry: false },
          facts.backendOf,
        );
      }
    }),
  };
}

function lostEventsOf({
  lostEvents,
}: StatusFacts): NonNullable<DaemonStatus["lost_events"]> | null {
  if (lostEvents === undefined) return null;
  return { events: lostEvents.events, last_at: formatUtc(lostEvents.lastAt) };
}

function reportProject(member: Member, backendOf: StatusFacts["backendOf"]): ProjectStatus {
  const { intended } = member;
  const backend = backendOf(intended.root);
  const root = intended.root as string as RelPath;
  const base = {
    id: intended.id,
    root: pathToColumn(root),
    ...(isUtf8Path(root) ? {} : { root_b64: encodeBase64(encodePath(root)) }),
    backend: backend.name,
    backend_reason: backend.reason,
  };
  if (member.kind !== "open") {
    const nothing = { directories: 0, files: 0, versions: 0, bytes: 0, pending: 0, open_gaps: 0 };
    return {
      ...base,
      ...nothing,
      state: "error",
      reason: member.why,
      last_event_at: null,
      stopped_since: null,
    };
  }
  const { project } = member;
  const { condition } = project;
  const { suspension } = project;
  const facts = suspension.readFacts();
  const since = suspension.facts?.since;
  return {
    ...base,
    state: suspension.facts?.isDamaged === true ? "error" : condition.kind,
    reason: "why" in condition ? condition.why : null,
    directories: project.directories,
    files: facts.files,
    versions: facts.snapshots,
    bytes: facts.contentBytes,
    last_event_at: facts.lastAt === null ? null : formatUtc(facts.lastAt),
    pending: project.loop.openBursts,
    open_gaps: project.gaps.count,
    stopped_since: since === undefined ? null : formatUtc(since),
    sessions: project.sessions.goingOn().map(({ id, processes }) => ({
      id,
      processes: processes.map(({ pid, startTicks }) => ({ pid, started: startTicks })),
    })),
    set_aside: project.context.filter.setAside().map((one) => ({
      file: pathToColumn(one.file as RelPath),
      reason: one.reason,
    })),
  };
}
