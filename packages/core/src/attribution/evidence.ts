import type { AbsPath, BlobId } from "../base/brand.ts";
import { limits } from "../config/limits.ts";
import type { ToolCall } from "../timeline/session.ts";
import { isDormant, type Span } from "./call-life.ts";

/** A tool call, open or recently ended, as something that can have written. */
export interface AgentCall extends ToolCall {
  readonly agent: string;
  /** Of a command: when certainly no process of it lived, in order of time. */
  readonly dormant?: readonly Span[];
  /**
   * The same as far as is seen: no command of its session was ever seen below the agent, which may
   * have them run elsewhere.
   */
  readonly unseen?: readonly Span[];
  /** Of a command: somebody who is no agent's can have made the change as well as its processes. */
  readonly isContested?: boolean;
  /** Its own end was not heard of, or that it failed: nobody knows whether it wrote. */
  readonly isCut?: boolean;
  /** Of files that it named: what they held when it had ended. */
  readonly left?: ReadonlyMap<AbsPath, LeftFile>;
}

/**
 * State of a path when a call had ended. `hash`: `null` for nothing. `at`: since when, as
 * `writtenAt` below.
 */
export interface LeftFile {
  readonly hash: BlobId | null;
  readonly at: number;
}

/** From when to when a program is known to have held the file open for writing. */
export interface HeldSpan {
  readonly startedAt: number;
  /** `null` while it does. */
  readonly endedAt: number | null;
}

/** That the program which wrote is of a session: by its environment or by the processes above it. */
export interface WriterProcess extends HeldSpan {
  readonly agent: string;
  readonly session: string;
  readonly turn: number | null;
}

/** That the program which wrote may be of a session, because its environment says so. */
export interface HintedProcess extends HeldSpan {
  readonly hinted: Omit<WriterProcess, keyof HeldSpan>;
}

/** That the program which wrote is certainly of none of these sessions. */
export interface StrangeProcess extends HeldSpan {
  readonly strangerTo: readonly string[];
}

/** That an agent without hooks can have made the change: nobody else can, unless it is contested. */
export interface TreeSuspect {
  readonly agent: string;
  readonly session: string;
  readonly turn: number | null;
  readonly isContested: boolean;
}

/** The facts about one change of one file. */
export interface WriteFacts {
  readonly path: AbsPath;
  /** Content of the file now; `null` when it is gone. */
  readonly hash: BlobId | null;
  /** When it was changed, as `decideActTime` says. Unit: milliseconds since 1970, with fractions. */
  readonly writtenAt: number;
  /** Up to when the path is known to have been as it was before; `null` when that is not known. */
  readonly known: number | null;
  readonly calls: readonly AgentCall[];
  readonly process: WriterProcess | HintedProcess | StrangeProcess | null;
  readonly trees?: readonly TreeSuspect[];
}

/** True when the span, widened by what two clocks may differ, holds the instant. */
export function isCovered(
  { startedAt, endedAt }: { readonly startedAt: number; readonly endedAt: number | null },
  at: number,
): boolean {
  const { clockSlackMs } = limits.sessions;
  return at >= startedAt - clockSlackMs && (endedAt === null || at <= endedAt + clockSlackMs);
}

/**
 * True when the call ended shortly before a file was told to be gone, and began after it was last
 * known to be there: it may be what removed the file, because the word of that may be late.
 */
export function isJustMissed(call: AgentCall, { hash, writtenAt, known }: WriteFacts): boolean {
  if (hash !== null || known === null || isCovered(call, known)) return false;
  if (call.endedAt === null || isCovered(call, writtenAt)) return false;
  const earliest = Math.max(known, writtenAt - limits.sessions.probe.lateEventMs);
  return call.endedAt >= earliest && call.endedAt <= writtenAt;
}

/**
 * How a tool call tells of a change: it named this content, named this path, named it and may not have
 * written at all, or may write anything.
 */
export type CallEvidence = "content" | "path" | "doubt" | "window";

/** Evidence that a tool call gives for a change within its span; `undefined` for none. */
export function judgeCall(call: AgentCall, facts: WriteFacts): CallEvidence | undefined {
  const { reach, dormant } = call;
  switch (reach.kind) {
    case "shell":
      return isDormant(dormant, actSpan(facts)) ? undefined : "window";
    case "nothing":
      return undefined;
    case "paths": {
      const claims = reach.paths.filter(({ path }) => isAtOrBelow(facts.path, path));
      // A call that announced another content did not write what stands here.
      if (claims.some(({ path, hash }) => path === facts.path && hash === facts.hash)) {
        return "content";
      }
      if (claims.every(({ hash }) => hash !== undefined)) return undefined;
      if (reach.command === true) return judgeNaming(call, facts);
      return judgeTool(call, facts);
    }
  }
}

/** A command that named its files writes them while a process of it lives. */
function judgeNaming(call: AgentCall, facts: WriteFacts): "path" | "doubt" | undefined {
  if (isDormant(call.dormant, actSpan(facts))) return undefined;
  return isUnseen(call, facts) ? "doubt" : "path";
}

/**
 * A tool of the agent itself writes at the end of its call: before, it may have waited for hours to be
 * permitted, and a person may have saved the same file. So what stood there when it had ended is the
 * tool's, and what was written immediately before that. Of one that goes on, has failed or was cut off
 * nobody knows whether it wrote.
 */
function judgeTool(
  { isCut = false, endedAt, left }: AgentCall,
  { path, hash, writtenAt }: WriteFacts,
): "path" | "doubt" | undefined {
  if (isCut || endedAt === null) return "doubt";
  const last = left?.get(path);
  if (last === undefined || last.hash === hash) return "path";
  return writtenAt >= last.at - limits.sessions.toolWritesMs ? "path" : undefined;
}

/** True when nothing that can have made the change was seen below the agent, nor ever was. */
export function isUnseen(call: AgentCall, facts: WriteFacts): boolean {
  const { unseen, startedAt, endedAt, isCut = false } = call;
  const [first, ...others] = unseen ?? [];
  if (first === undefined) return false;
  // Nor was anything seen of it before the first look. But one that has ended did run at some time.
  const hasRun = endedAt !== null && !isCut;
  const { slackMs } = limits.sessions.life;
  const from = hasRun ? first.from : Math.min(first.from, startedAt) - slackMs;
  return isDormant([{ from, to: first.to }, ...others], actSpan(facts));
}

/** When it can have been done: of what is gone the word may be late. */
function actSpan({ hash, writtenAt, known }: WriteFacts): Span {
  const { lateEventMs } = limits.sessions.probe;
  const from = hash !== null ? writtenAt : Math.max(known ?? 0, writtenAt - lateEventMs);
  return { from, to: writtenAt };
}

/** A claim on a directory, as of `rm -r`, is one on everything in it. */
function isAtOrBelow(path: AbsPath, claimed: AbsPath): boolean {
  return path === claimed || path.startsWith(claimed === "/" ? claimed : `${claimed}/`);
}
