import { type OpenHome, type OpenScope, openScope, parseVersionWord } from "@unf/answers";
import { joinPath, UnfError } from "@unf/core/base";
import type { FlagTable } from "../frame/argv/flag.ts";
import type { Call } from "../frame/call/command.ts";
import { isInstantWord, splitRange } from "../scope/range-word.ts";
import type { DiffFlags } from "./flags.ts";

/** A project and what of it is compared, and the flags with the instants that stood before the paths. */
export interface TakenInstants {
  readonly scope: OpenScope;
  readonly flags: DiffFlags;
}

/**
 * Takes one or two instants from the front of the words, as git does: versions and what else is written as
 * an instant (`cp:demo`, `v8..v336`), and labels of checkpoints where nothing of that name is recorded.
 * Two versions of one file are about that file.
 */
export function takeInstants(
  { asker }: Pick<Call<FlagTable>, "asker">,
  home: OpenHome,
  { flags, words: typed }: { readonly flags: DiffFlags; readonly words: readonly string[] },
): TakenInstants {
  const isSaid = flagNames.some((name) => flags[name] !== undefined);
  const words = isSaid ? typed : typed.flatMap((word) => splitRange(word));
  const count = isSaid ? 0 : countInstants(words);
  if (count === 0) return takePaths(asker, home, { flags, words, isSaid });
  const paths = words.slice(count);
  const instants = withInstants(flags, words.slice(0, count));
  if (paths.length > 0)
    return (
      takeSecondLabel(asker, home, { flags, words, count }) ?? {
        scope: openScope(asker, home, paths),
        flags: instants,
      }
    );
  const whole = openScope(asker, home, []);
  const file = commonFile(whole, words.slice(0, count));
  return { scope: file === undefined ? whole : openScope(asker, home, [file]), flags: instants };
}

/** Words of which the first is no instant: paths, or labels, or paths with instants behind them. */
function takePaths(
  asker: Call<FlagTable>["asker"],
  home: OpenHome,
  { flags, words, isSaid }: { flags: DiffFlags; words: readonly string[]; isSaid: boolean },
): TakenInstants {
  try {
    return { scope: openScope(asker, home, words), flags };
  } catch (thrown) {
    if (!(thrown instanceof UnfError)) throw thrown;
    const turned = isSaid ? words : instantsFirst(words);
    if (turned !== words) return takeInstants({ asker }, home, { flags, words: turned });
    const taken = takeLabels(asker, home, flags, words);
    if (taken === undefined) throw thrown;
    return taken;
  }
}

/** They say themselves what is compared. */
const flagNames = [
  ...(["at", "from", "to", "checkpoint", "to-checkpoint"] as const),
  ...(["version", "session", "turn"] as const),
];

function countInstants(words: readonly string[]): number {
  const first = words.findIndex((word) => !isInstantWord(word));
  const count = first < 0 ? words.length : first;
  if (count <= 2) return count;
  throw new UnfError("usage", `diff compares two instants, and ${count} are named`, {
    hint: "a file of such a name is ./v8",
  });
}

/** `src/a.ts v8`, as `unf cat` takes them, too: the instants that stand behind the paths are moved before them. */
function instantsFirst(words: readonly string[]): readonly string[] {
  const last = words.findLastIndex((word) => !isInstantWord(word));
  if (last < 0 || last === words.length - 1) return words;
  return [...words.slice(last + 1), ...words.slice(0, last + 1)];
}

/** A label behind one version is the instant up to which is compared, unless a path has that name. */
function takeSecondLabel(
  asker: Call<FlagTable>["asker"],
  home: OpenHome,
  { flags, words, count }: { flags: DiffFlags; words: readonly string[]; count: number },
): TakenInstants | undefined {
  const label = words[1] ?? "";
  if (count !== 1 || !labelsHere(asker, home).has(label) || isRecorded(asker, home, label))
    return undefined;
  return {
    scope: openScope(asker, home, words.slice(2)),
    flags: withInstants(flags, words.slice(0, 2)),
  };
}

function isRecorded(asker: Call<FlagTable>["asker"], home: OpenHome, word: string): boolean {
  try {
    openScope(asker, home, [word]);
    return true;
  } catch (thrown) {
    if (!(thrown instanceof UnfError)) throw thrown;
    return false;
  }
}

/** `undefined` where the first word is no label of a checkpoint around the working directory. */
function takeLabels(
  asker: Call<FlagTable>["asker"],
  home: OpenHome,
  flags: DiffFlags,
  words: readonly string[],
): TakenInstants | undefined {
  if (flagNames.some((name) => flags[name] !== undefined)) return undefined;
  const labels = labelsHere(asker, home);
  const isInstant = (word: string) => labels.has(word) || isInstantWord(word);
  const split = words.flatMap((word) => splitRange(word, isInstant));
  const [first = "", second = ""] = split;
  if (!isInstant(first)) return undefined;
  const count = isInstant(second) ? 2 : 1;
  return {
    scope: openScope(asker, home, split.slice(count)),
    flags: withInstants(flags, split.slice(0, count)),
  };
}

/** None outside of a project. */
function labelsHere(asker: Call<FlagTable>["asker"], home: OpenHome): ReadonlySet<string> {
  try {
    const { timeline } = openScope(asker, home, []).reader;
    return new Set(timeline.checkpoints().flatMap(({ label }) => label ?? []));
  } catch (thrown) {
    if (!(thrown instanceof UnfError)) throw thrown;
    return new Set();
  }
}

function withInstants(flags: DiffFlags, [first, second]: readonly string[]): DiffFlags {
  return second === undefined ? { ...flags, at: first } : { ...flags, from: first, to: second };
}

/** The file that all of the versions are of, as a word that names it anywhere. */
function commonFile({ reader, project }: OpenScope, words: readonly string[]): string | undefined {
  const paths = words.map((word) => {
    const named = parseVersionWord(word);
    return named === undefined ? undefined : reader.timeline.snapshot(named.id)?.path;
  });
  const [path] = paths;
  if (path === undefined || paths.some((other) => other !== path)) return undefined;
  return joinPath(project.root, path);
}
