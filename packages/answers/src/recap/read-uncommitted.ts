import { type AbsPath, decodePath, type RelPath } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Asker } from "../ports/asker.ts";

/**
 * Files of a project that git would not find as they are in its newest commit, paths below the root:
 * what git itself says. `undefined` where the root is in no git checkout, there is no git, or it does
 * not answer in time.
 */
export async function readUncommitted(
  asker: Pick<Asker, "askProgram">,
  root: AbsPath,
): Promise<readonly RelPath[] | undefined> {
  const argv = [
    ...["git", "--no-optional-locks", "-c", "core.fsmonitor=false"],
    ...["status", "--porcelain=v1", "-z", "--untracked-files=all", "--", "."],
  ];
  const { answerMsMax, answerBytesMax } = limits.git;
  const bounds = { cwd: root, timeoutMs: answerMsMax, bytesMax: answerBytesMax };
  const [status, prefix] = await Promise.all([
    asker.askProgram(argv, bounds),
    asker.askProgram(["git", "rev-parse", "--show-prefix"], bounds),
  ]);
  if (status === undefined || prefix === undefined) return undefined;
  const below = decodePath(prefix.subarray(0, prefix.lastIndexOf(0x0a)));
  return parseStatus(status).flatMap((path) =>
    path.startsWith(below) ? [path.slice(below.length) as RelPath] : [],
  );
}

/** Paths of `git status --porcelain=v1 -z`; of a rename the new one, which stands before the old. */
export function parseStatus(bytes: Uint8Array): readonly string[] {
  const words = splitAtNul(bytes);
  const paths: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word.length < 4) continue;
    paths.push(word.slice(3));
    if (/^.?[RC]/.test(word.slice(0, 2))) at += 1;
  }
  return paths;
}

function splitAtNul(bytes: Uint8Array): string[] {
  const words: string[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(0, from);
    const to = end < 0 ? bytes.length : end;
    words.push(decodePath(bytes.subarray(from, to)));
    from = to + 1;
  }
  return words;
}
