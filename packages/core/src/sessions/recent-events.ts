import type { WallMs } from "../base/brand.ts";
import { limits } from "../config/limits.ts";
import type { AgentEvent } from "./agent-event.ts";
import { reachKey } from "./tool-use.ts";

/** An event of a session, as far as it tells whether another one is the same. */
export interface RecentEvent {
  readonly kind: AgentEvent["what"]["kind"];
  /** The event's subject: the same for the beginning and the end of one call. */
  readonly about: string;
  readonly prompt: string | undefined;
  readonly at: WallMs;
}

/**
 * True when another hook has told of this event already: an agent may run those of a person and of a
 * project, its own and those in the settings of another agent, each for every event, and waits for all of
 * them. So the same words are the same event as long as nothing was heard in between that makes them
 * new: the other edge of the call, or anything at all where it is no call. What is told late was heard after
 * what followed it, so what happened in between counts as well. `recent`: the newest first. An agent that
 * names its calls needs none of this.
 */
export function isDuplicate(recent: readonly RecentEvent[], event: AgentEvent): boolean {
  const { kind, about, prompt, at } = recentOf(event);
  const isSame = (one: RecentEvent) => one.kind === kind && one.about === about;
  const parts = (one: RecentEvent) =>
    !isSame(one) && (!("use" in event.what) || one.about === about);
  for (const one of recent) {
    if (Math.abs(at - one.at) > limits.sessions.duplicateMs || parts(one)) return false;
    if (!isSame(one)) continue;
    const isParted = recent.some((other) => parts(other) && isBetween(other.at, one.at, at));
    return !isParted && isSamePrompt(one.prompt, prompt);
  }
  return false;
}

/** The events to be remembered with this one, the newest first. */
export function noteRecent(
  recent: readonly RecentEvent[],
  event: AgentEvent,
): readonly RecentEvent[] {
  const { what } = event;
  const isNamed = "use" in what && what.use.call !== null;
  // A named event is known by its name; that it happened parts what was told before and after.
  const note = isNamed ? { ...recentOf(event), about: "" } : recentOf(event);
  return [note, ...recent].slice(0, limits.sessions.recentMax);
}

function recentOf({ what, subagent, prompt, at }: AgentEvent): RecentEvent {
  return { kind: what.kind, about: JSON.stringify([subagent, aboutOf(what)]), prompt, at };
}

function aboutOf(what: AgentEvent["what"]): unknown {
  if (what.kind === "prompt") return what.text;
  if (what.kind === "session_start") return [what.resumes, what.holds];
  if (!("use" in what)) return null;
  return [what.use.call, what.use.tool, reachKey(what.use)];
}

/** An agent that names its prompts tells two with the same words apart. */
function isSamePrompt(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}

function isBetween(at: WallMs, a: WallMs, b: WallMs): boolean {
  return at > Math.min(a, b) && at < Math.max(a, b);
}
