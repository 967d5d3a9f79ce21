import type { MonoMs, ProjectId } from "../base/brand.ts";
import { limits } from "../config/limits.ts";
import type { ChosenIntent } from "./choose-intent.ts";
import { stepEnded } from "./daemon-end.ts";
import {
  freshSupervision,
  type Observation,
  type SeenDaemon,
  type Stopping,
  type Supervision,
  type SupervisionAction,
  type WatchedDaemon,
} from "./supervision.ts";

/** The state to remember, and the action to take now. */
export interface SupervisionStep {
  readonly state: Supervision;
  readonly action: SupervisionAction;
}

/**
 * Compares what ought to be running with what is. A daemon counts as running only while it answers:
 * a stopped one keeps its process, its lock and even accepts connections. An intent that cannot be
 * read counts as "keep recording"; one of a later version of unf is left to that version.
 */
export function stepSupervision(before: Supervision, seen: Observation): SupervisionStep {
  const { now, intent, daemon } = seen;
  if (intent.kind === "newer") {
    return { state: before, action: { kind: "none", reason: "newer_intent" } };
  }
  const state = noticeEnd(before, seen);
  if (daemon.kind === "absent")
    return isWanted(intent) ? decideStart(state, intent, now) : rest(state);
  if (daemon.kind === "occupied") return isWanted(intent) ? awaitPlace(state, now) : rest(state);
  const watched = watch(state, daemon, now);
  if (watched.stopping !== undefined) return continueStop(watched, watched.stopping, now);
  if (!isWanted(intent)) return beginStop(watched, { pid: daemon.pid, why: "not_wanted", now });
  return daemon.kind === "answering"
    ? checkAnswer(watched, daemon, { intent, now })
    : checkSilence(watched, daemon, now);
}

const {
  backOffMs,
  tickMs,
  startMsMax,
  missesMax,
  announcedMsMax,
  occupiedMs,
  termMsMax,
  drainedMsMax,
  healthyMs,
  projectCrashesMax,
} = limits.sentinel;

function isWanted(intent: ChosenIntent): boolean {
  return intent.kind === "unknown" || (intent.kind === "known" && intent.intent.running);
}

/** A person stopped it: whatever went wrong before is history. */
function rest(state: Supervision): SupervisionStep {
  const rested = { ...freshSupervision, lastStartAt: state.lastStartAt };
  return { state: rested, action: { kind: "none", reason: "not_wanted" } };
}

/** Counts an end once: when the process is gone, or another has taken its place and it left word. */
function noticeEnd(state: Supervision, seen: Observation): Supervision {
  const { daemon, lastWords, exit, now } = seen;
  const known = state.daemon;
  if (daemon.kind === "absent") {
    return known === undefined && lastWords === undefined ? state : stepEnded(state, seen, now);
  }
  if (daemon.kind === "occupied") {
    // One that was started and never seen waits for the lock until it says otherwise.
    const isWaiting = known?.pid === undefined && exit === undefined;
    return known === undefined || isWaiting ? state : stepEnded(state, seen, now);
  }
  if (known?.pid === undefined || known.pid === daemon.pid) return state;
  // Without word it was replaced by a person's doing; nothing is held against the new one.
  const ended = lastWords === undefined ? state : stepEnded(state, seen, now);
  return { ...ended, daemon: undefined, stopping: undefined };
}

/** The command's work is no failure of the daemon: it is looked often whether it is done. */
function awaitPlace(state: Supervision, now: MonoMs): SupervisionStep {
  const until = (now + occupiedMs) as MonoMs;
  return { state, action: { kind: "wait", until, reason: "occupied" } };
}

function decideStart(state: Supervision, intent: ChosenIntent, now: MonoMs): SupervisionStep {
  // Starts that a person asks for keep a distance, too: nothing can make them follow without end.
  const apart = state.lastStartAt === undefined ? now : state.lastStartAt + backOffMs;
  const from = Math.max(state.startFrom ?? now, apart) as MonoMs;
  if (now < from) {
    const reason = state.safe ? "safe_mode" : "back_off";
    return { state, action: { kind: "wait", until: from, reason } };
  }
  const daemon = {
    pid: undefined,
    since: now,
    healthySince: undefined,
    misses: 0,
    signalled: undefined,
  };
  return {
    state: { ...state, daemon, startFrom: undefined, lastStartAt: now },
    action: {
      kind: "start",
      safe: state.safe,
      quarantine: decideQuarantine(state.projectCrashes, intent),
      reason: intent.kind === "unknown" ? "intent_unknown" : "wanted",
    },
  };
}

function decideQuarantine(
  crashes: ReadonlyMap<ProjectId, number>,
  intent: ChosenIntent,
): readonly ProjectId[] {
  const known = intent.kind === "known" ? intent.intent.projects : [];
  return [...crashes]
    .filter(([id, count]) => {
      const project = known.find((one) => one.id === id);
      // One that is on trial has had its chances.
      const crashesMax = project?.trial === undefined ? projectCrashesMax : 1;
      return count >= crashesMax && project?.quarantined === undefined;
    })
    .map(([id]) => id);
}

/** Takes the process as the one to watch, with a clean record when it is another than before. */
function watch(
  state: Supervision,
  { pid }: Extract<SeenDaemon, { kind: "silent" | "answering" }>,
  now: MonoMs,
): Supervision {
  const known = state.daemon;
  if (known?.pid === pid) return state;
  const since = known?.since ?? now;
  return {
    ...state,
    daemon: { pid, since, healthySince: undefined, misses: 0, signalled: undefined },
  };
}

function checkAnswer(
  state: Supervision,
  daemon: Extract<SeenDaemon, { kind: "answering" }>,
  { intent, now }: { readonly intent: ChosenIntent; readonly now: MonoMs },
): SupervisionStep {
  const healthySince = state.daemon?.healthySince ?? now;
  const watched = { ...record(state, now), healthySince, misses: 0, silentSince: undefined };
  const forgiven =
    now - healthySince >= healthyMs
      ? { ...freshSupervision, lastStartAt: state.lastStartAt }
      : state;
  const wanted = intent.kind === "known" ? intent.intent.generation : undefined;
  const stale =
    wanted !== undefined && daemon.generation !== undefined && daemon.generation !== wanted;
  if (stale && watched.signalled !== wanted) {
    return {
      state: { ...forgiven, daemon: { ...watched, signalled: wanted } },
      action: { kind: "signal", pid: daemon.pid, signal: "SIGHUP", reason: "intent_changed" },
    };
  }
  return { state: { ...forgiven, daemon: watched }, action: { kind: "none", reason: "healthy" } };
}

function checkSilence(
  state: Supervision,
  { pid, work }: Extract<SeenDaemon, { kind: "silent" }>,
  now: MonoMs,
): SupervisionStep {
  const watched = record(state, now);
  const silentSince = watched.silentSince ?? now;
  // To end it would not make the disk faster, and the next one would meet the same.
  if (work === "blocked" || (work === "announced" && now - silentSince < announcedMsMax)) {
    return {
      state: { ...state, daemon: { ...watched, silentSince } },
      action: { kind: "wait", until: (now + tickMs) as MonoMs, reason: "working" },
    };
  }
  if (watched.healthySince === undefined && now - watched.since < startMsMax) {
    const until = (watched.since + startMsMax) as MonoMs;
    return { state, action: { kind: "wait", until, reason: "starting" } };
  }
  const misses = watched.misses + 1;
  const missed = { ...state, daemon: { ...watched, misses, silentSince } };
  if (misses >= missesMax) return beginStop(missed, { pid, why: "hung", now });
  return { state: missed, action: { kind: "wait", until: now, reason: "missed" } };
}

/** The watched daemon, which is there whenever one was seen. */
function record(state: Supervision, now: MonoMs): WatchedDaemon {
  return (
    state.daemon ?? {
      pid: undefined,
      since: now,
      healthySince: undefined,
      misses: 0,
      signalled: undefined,
    }
  );
}

function beginStop(
  state: Supervision,
  { pid, why, now }: { readonly pid: number; readonly why: Stopping["why"]; readonly now: MonoMs },
): SupervisionStep {
  return {
    state: { ...state, stopping: { pid, why, termAt: now, killAt: undefined } },
    action: { kind: "signal", pid, signal: "SIGTERM", reason: why },
  };
}

/** SIGKILL follows when SIGTERM had its time, and again as often while the process stays. */
function continueStop(state: Supervision, stopping: Stopping, now: MonoMs): SupervisionStep {
  const { pid, why, termAt, killAt } = stopping;
  const grace = why === "hung" ? termMsMax : drainedMsMax;
  const until = ((killAt ?? termAt) + grace) as MonoMs;
  if (now < until) return { state, action: { kind: "wait", until, reason: "stopping" } };
  return {
    state: { ...state, stopping: { ...stopping, killAt: now } },
    action: { kind: "signal", pid, signal: "SIGKILL", reason: why },
  };
}
