/** One movement of `HEAD`. */
export interface ReflogEntry {
  /** When it was written down, to the second. Unit: ms since 1970. */
  readonly at: number;
  /** Git's message: `checkout: moving from main to feat`. */
  readonly message: string;
}

/** The entries of `logs/HEAD`, oldest first. A line that is no entry, as of a file that was cut, is left out. */
export function parseReflog(text: string): ReflogEntry[] {
  return text.split("\n").flatMap((line): ReflogEntry[] => {
    const [, seconds, message] = entryPattern.exec(line) ?? [];
    return seconds === undefined || message === undefined
      ? []
      : [{ at: Number(seconds) * 1000, message }];
  });
}

const entryPattern = /^[0-9a-f]{40,64} [0-9a-f]{40,64} [^\t]*> ([0-9]{1,12}) [+-][0-9]{4}\t(.*)$/;

/**
 * The command of git that wrote files from the one instant to the other; `undefined` where none did.
 * Git notes a movement once the files are written.
 */
export function commandBehind(
  entries: readonly ReflogEntry[],
  { from, to }: { readonly from: number; readonly to: number },
): string | undefined {
  const messages = entries
    .filter(({ at }) => at >= from - 2 * secondMs && at <= to + noteMs)
    .map(({ message }) => message);
  const last = messages.flatMap((message) => commandOf(message) ?? []).at(-1);
  return last === "git rebase" ? `${last}${baseOf(messages)}` : last;
}

/** Only the beginning of a rebase names what it leads onto. */
function baseOf(messages: readonly string[]): string {
  const named = messages.flatMap(
    (one) => /^rebase .*\(start\): checkout (\S+)$/.exec(one)?.[1] ?? [],
  );
  const base = named.at(-1);
  return base === undefined ? "" : ` ${shortened(base)}`;
}

const secondMs = 1000;

/** After the last file it takes so long, at most, until the movement is written down. */
const noteMs = 3 * secondMs;

/** Commands that write files; a commit does not, unless it ends a merge. */
function commandOf(message: string): string | undefined {
  const target = / to (\S+)$/.exec(message)?.[1];
  if (message.startsWith("checkout: moving from ") && target !== undefined) {
    return `git checkout ${shortened(target)}`;
  }
  if (message.startsWith("reset: moving to ") && target !== undefined) {
    // A stash resets to HEAD, and leaves no other trace here.
    return target === "HEAD" ? "git reset or stash" : `git reset ${shortened(target)}`;
  }
  const merged = /^merge (\S+): /.exec(message)?.[1];
  if (merged !== undefined) return `git merge ${shortened(merged)}`;
  if (/^pull\b[^:]*--rebase/.test(message)) return "git pull --rebase";
  if (/^rebase\b[^:]*\(abort\)/.test(message)) return "git rebase --abort";
  if (/^rebase\b/.test(message)) return "git rebase";
  const verb = /^(pull|cherry-pick|revert|am|clone)\b[^:]*: /.exec(message)?.[1];
  if (verb !== undefined) return `git ${verb}`;
  return message.startsWith("commit (merge): ") ? "git merge" : undefined;
}

/** A commit is named as git does where it is short. */
function shortened(target: string): string {
  return /^[0-9a-f]{40,64}$/.test(target) ? target.slice(0, 10) : target;
}
