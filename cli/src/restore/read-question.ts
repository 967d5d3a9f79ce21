import { checkpointWord, parseVersionWord, type RestoreQuestion } from "@unf/answers";
import { UnfError } from "@unf/core/base";
import type { RestoreFlags } from "./flags.ts";

/** Reads the question from the flags. Throws `usage` when they contradict each other. */
export function readQuestion(words: readonly string[], given: RestoreFlags): RestoreQuestion {
  checkFlags(given);
  const { flags, paths } = takeVersion(words, given);
  const { version, turn, session, include, exclude, overwrite = "if-changed" } = flags;
  const { checkpoint } = flags;
  const at = checkpoint === undefined ? flags.at : `cp:${checkpointWord(checkpoint)}`;
  const deletions = flags.delete || flags.exact ? "remove" : "keep";
  return { paths, at, version, turn, session, include, exclude, deletions, overwrite };
}

const targets = ["at", "version", "checkpoint", "turn", "session"] as const;

/** A version that stands where a path could is what is to come back, unless a flag says that. */
function takeVersion(words: readonly string[], flags: RestoreFlags) {
  const [first = "", ...paths] = words;
  const isGiven = targets.some((name) => flags[name] !== undefined);
  if (isGiven || parseVersionWord(first) === undefined) return { flags, paths: words };
  return { flags: { ...flags, version: first }, paths };
}

function checkFlags(flags: RestoreFlags): void {
  const given = targets.filter((name) => flags[name] !== undefined);
  if (given.length > 1) {
    throw new UnfError("usage", `--${given[0]} and --${given[1]} exclude each other`);
  }
  if (flags.exact && flags.overwrite === "never") {
    throw new UnfError("usage", "--exact and --overwrite never exclude each other");
  }
  checkPart(flags);
  if (flags.to === undefined) return;
  const own = ["delete", "exact", "overwrite", "plan", "patch", "hunks", "interactive"] as const;
  const other = firstGiven(flags, own);
  if (other !== undefined) {
    throw new UnfError(
      "usage",
      `--to writes into an empty directory; --${other} has no meaning there`,
    );
  }
}

/** Of hunks there is nothing to delete and nothing to leave out, and no second list to choose from. */
function checkPart(flags: RestoreFlags): void {
  const part = firstGiven(flags, ["hunks", "patch"]);
  if (part === undefined) return;
  const other = firstGiven(flags, ["delete", "exact", "overwrite", "interactive"]);
  if (other === undefined) return;
  throw new UnfError(
    "usage",
    `--${part} is about parts of one file; --${other} has no meaning there`,
  );
}

function firstGiven<N extends keyof RestoreFlags>(
  flags: RestoreFlags,
  names: readonly N[],
): N | undefined {
  return names.find((name) => flags[name] !== undefined && flags[name] !== false);
}
