import type { WallMs } from "@unf/core/base";
import type { ParsedTime, TimeFacts } from "@unf/core/time";
import type { World } from "./world.ts";

/** Means to read a time that the machine knows, and where git is asked. */
export interface MachineClock extends Pick<World, "askProgram" | "uptime"> {
  readonly directory: string;
}

/**
 * Reads `boot`, when the machine was started, and `commit:<rev>`, when git made that commit; `undefined`
 * for any other word. git runs no hook and no other program for it, and takes no revision for a flag.
 */
export async function readMachineTime(
  input: string,
  { now }: Pick<TimeFacts, "now">,
  clock: MachineClock,
): Promise<ParsedTime | undefined> {
  const word = input.trim();
  if (/^boot$/i.test(word)) {
    return { kind: "instant", at: Math.max(0, Math.round(now - clock.uptime() * 1000)) as WallMs };
  }
  const revision = /^commit:(.*)$/is.exec(word)?.[1]?.trim();
  return revision === undefined ? undefined : readCommit(revision, now, clock);
}

/** git's own names of revisions hold no control characters; longer ones are no names. */
const revisionCharsMax = 250;

async function readCommit(
  revision: string,
  now: WallMs,
  { askProgram, directory }: MachineClock,
): Promise<ParsedTime> {
  if (revision === "") return malformed("say which commit: commit:HEAD");
  if (revision.length > revisionCharsMax || /\p{Cc}/u.test(revision))
    return malformed("git has no such commit here");
  const argv = ["git", "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false"];
  const question = ["rev-list", "--max-count=1", "--no-walk", "--timestamp", "--end-of-options"];
  const told = await askProgram([...argv, ...question, `${revision}^{commit}`, "--"], {
    cwd: directory,
    timeoutMs: 5000,
    bytesMax: 4096,
  });
  const seconds = /^(\d{1,12}) [0-9a-f]{40,64}\s*$/.exec(
    told === undefined ? "" : new TextDecoder().decode(told),
  )?.[1];
  if (seconds === undefined) return malformed("git has no such commit here");
  // git keeps whole seconds: what was saved in that second, just before the commit, belongs to it.
  const end = Number(seconds) * 1000 + 999;
  if (end - 999 > now) return { kind: "invalid", reason: "future", why: "it lies in the future" };
  return { kind: "instant", at: Math.min(end, now) as WallMs };
}

function malformed(why: string): ParsedTime {
  return { kind: "invalid", reason: "malformed", why };
}
