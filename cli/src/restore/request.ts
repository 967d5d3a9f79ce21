import {
  type OpenScope,
  parseVersionWord,
  type ResolvedTime,
  readTimeFlag,
  stepBack,
  type TimeFlag,
  toPoint,
} from "@unf/answers";
import { UnfError } from "@unf/core/base";
import type { RestoreRequest } from "@unf/core/restore";
import type { Snapshot } from "@unf/core/timeline";
import type { FlagTable } from "../frame/argv/flag.ts";
import type { Call } from "../frame/call/command.ts";
import type { RestoreFlags } from "./flags.ts";

/** What is asked for, and the instant or version as it was understood. */
export interface Asked {
  readonly request: RestoreRequest;
  readonly time: ResolvedTime;
}

/** Turns flags into a request. Throws `usage` when they contradict each other or name no instant. */
export async function readRequest(
  call: Call<FlagTable>,
  flags: RestoreFlags,
  scope: OpenScope,
): Promise<Asked> {
  checkFlags(flags);
  const { include, exclude } = flags;
  const common = {
    include,
    exclude,
    deletions: flags.delete || flags.exact ? ("remove" as const) : ("keep" as const),
    overwrite: flags.overwrite ?? ("if-changed" as const),
  };
  if (flags.version !== undefined) {
    const version = readVersion(flags.version, scope);
    if (scope.within.length > 1) {
      throw new UnfError(
        "usage",
        "--version is about one file; name one path to put it at, or none",
      );
    }
    const time = { input: flags.version, at: version.at, version };
    return { request: { ...common, target: { version: version.id }, within: scope.within }, time };
  }
  const time = await readTimeFlag(call.asker, instantFlag(flags), scope);
  if (time === undefined) {
    throw new UnfError("usage", "say back to when: --at <time>, --version <v> or --turn <t-12>", {
      hint: "unf log shows versions; unf help times",
    });
  }
  return { request: { ...common, target: toPoint(time), within: scope.within }, time };
}

/** A turn and a session are times like others. */
function instantFlag({ at, turn, session }: RestoreFlags): TimeFlag {
  if (turn !== undefined) return { name: "turn", input: `turn:${turn}`, purpose: "at" };
  if (session === undefined) return { name: "at", input: at, purpose: "at" };
  return { name: "session", input: `session:${session}`, purpose: "at" };
}

function readVersion(word: string, { reader }: OpenScope): Snapshot {
  const named = parseVersionWord(word);
  if (named === undefined)
    throw new UnfError("usage", `--version takes a version such as v1234, not "${word}"`);
  return stepBack(reader.timeline, named.id, named.back);
}

function checkFlags(flags: RestoreFlags): void {
  const targets = (["at", "version", "turn", "session"] as const).filter(
    (name) => flags[name] !== undefined,
  );
  if (targets.length > 1) {
    throw new UnfError("usage", `--${targets[0]} and --${targets[1]} exclude each other`);
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
