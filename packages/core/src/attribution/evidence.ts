import type { AbsPath, BlobId } from "../base/brand.ts";
import { limits } from "../config/limits.ts";
import type { ToolCall } from "../timeline/session.ts";

/** A tool call, open or recently ended, as something that can have written. */
export interface AgentCall extends ToolCall {
  readonly agent: string;
}

/** That the program which wrote is of a session: by its environment or by the processes above it. */
export interface WriterProcess {
  readonly agent: string;
  readonly session: string;
  readonly turn: number | null;
  /** When the session began, and ended if it did. */
  readonly startedAt: number;
  readonly endedAt: number | null;
}

/** What is known of one change of one file. */
export interface WriteFacts {
  readonly path: AbsPath;
  /** What the file holds now; `null` when it is gone. */
  readonly hash: BlobId | null;
  /** When it was changed, as `decideActTime` says. Unit: milliseconds since 1970, with fractions. */
  readonly writtenAt: number;
  readonly calls: readonly AgentCall[];
  readonly process: WriterProcess | null;
}

/** True when the span, widened by what two clocks may differ, holds the instant. */
export function isCovered(
  { startedAt, endedAt }: { readonly startedAt: number; readonly endedAt: number | null },
  at: number,
): boolean {
  const { clockSlackMs } = limits.sessions;
  return at >= startedAt - clockSlackMs && (endedAt === null || at <= endedAt + clockSlackMs);
}

/** How a tool call tells of a change: it named this content, named this path, or may write anything. */
export type CallEvidence = "content" | "path" | "window";

/** What a tool call says of a change within its span; `undefined` when it says nothing. */
export function judgeCall({ reach }: AgentCall, facts: WriteFacts): CallEvidence | undefined {
  switch (reach.kind) {
    case "shell":
      return "window";
    case "nothing":
      return undefined;
    case "paths": {
      const claims = reach.paths.filter(({ path }) => isAtOrBelow(facts.path, path));
      // Who said that something else would stand here did not write what stands here.
      if (claims.some(({ path, hash }) => path === facts.path && hash === facts.hash)) {
        return "content";
      }
      return claims.some(({ hash }) => hash === undefined) ? "path" : undefined;
    }
  }
}

/** A claim on a directory, as of `rm -r`, is one on everything in it. */
function isAtOrBelow(path: AbsPath, claimed: AbsPath): boolean {
  return path === claimed || path.startsWith(claimed === "/" ? claimed : `${claimed}/`);
}
