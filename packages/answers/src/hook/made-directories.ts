import { type AbsPath, UnfError } from "@unf/core/base";
import type { HookOutcome } from "./change-answer.ts";
import type { HookStep } from "./plan-change.ts";
import type { SettingsDisk } from "./settings-disk.ts";

/** Directories that these steps will make, the outermost first. */
export function directoriesToMake(disk: SettingsDisk, steps: readonly HookStep[]): AbsPath[] {
  const writes = steps.filter((step) => step.kind === "change" && step.after !== undefined);
  return [...new Set(writes.flatMap(({ target }) => disk.missingAbove(target.file)))];
}

/**
 * Takes away what an install made around these files and what holds nothing any more. `made`: remembered of
 * installs; `undefined` where nothing was: then what is empty around a file that went now, below the agent's own
 * directory. Returns the outcomes, refused where a directory could not go.
 */
export function removeMade(
  disk: SettingsDisk,
  outcomes: readonly HookOutcome[],
  made: readonly AbsPath[] | undefined,
): readonly HookOutcome[] {
  const around = outcomes.flatMap(({ state, target: { file, above } }) =>
    directoriesOf(file).filter((directory) =>
      made === undefined
        ? state === "changed" && directory.startsWith(`${above}/`)
        : made.includes(directory),
    ),
  );
  const stuck = new Map<AbsPath, string>();
  // The innermost first.
  for (const directory of [...new Set(around)].sort((a, b) => b.length - a.length)) {
    const why = tryRemove(disk, directory);
    if (why !== undefined) stuck.set(directory, why);
  }
  return outcomes.map((outcome) => {
    const inside = directoriesOf(outcome.target.file).find((directory) => stuck.has(directory));
    if (inside === undefined || outcome.state === "refused") return outcome;
    return { ...outcome, state: "refused", why: stuck.get(inside) };
  });
}

/** Why it could not go. */
function tryRemove(disk: SettingsDisk, directory: AbsPath): string | undefined {
  try {
    disk.removeEmpty(directory);
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof UnfError)) throw thrown;
    return thrown.message;
  }
}

/** All directories that it lies in, the innermost first, without the root. */
function directoriesOf(file: AbsPath): AbsPath[] {
  const end = file.lastIndexOf("/");
  if (end <= 0) return [];
  const directory = file.slice(0, end) as AbsPath;
  return [directory, ...directoriesOf(directory)];
}
