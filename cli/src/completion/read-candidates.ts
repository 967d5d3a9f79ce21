import { relative } from "node:path";
import {
  type Asker,
  readCheckpointNames,
  readDeletedNames,
  readOperationNames,
  readSessionNames,
  readTurnNames,
} from "@unf/answers";
import { UnfError } from "@unf/core/base";
import { settingKeys } from "@unf/core/config";
import type { Source } from "./source.ts";
import type { Candidate } from "./wanted.ts";

/** Candidates of one source that is long are no more than this: nobody reads a longer list at a prompt. */
const countMax = 50;

/** Commands are known to the program that asks. */
type ReadSource = Exclude<Source, "commands">;

/** A shell finds these by itself. */
type ShellSource = "files" | "directories" | "programs";

/**
 * The candidates that a source holds now, the newest first; of long ones those that begin as the word does.
 * None where nothing is recorded: a key that completes is no place for a complaint.
 */
export async function readCandidates(
  source: ReadSource,
  asker: Asker,
  begun: string,
): Promise<readonly Candidate[]> {
  if (isOfShell(source)) return [];
  try {
    return await readers[source](asker, begun);
  } catch (thrown) {
    if (thrown instanceof UnfError) return [];
    throw thrown;
  }
}

/** True for what the shell's own completion is to add. */
export function isOfShell(source: Source): source is ShellSource {
  return source === "files" || source === "directories" || source === "programs";
}

type Read = (asker: Asker, begun: string) => Promise<readonly Candidate[]>;

const readers: Readonly<Record<Exclude<ReadSource, ShellSource>, Read>> = {
  checkpoints: async (asker, begun) => toCandidates(await readCheckpointNames(asker, ask(begun))),
  instants: async (asker, begun) => {
    const isBegun = "cp:".startsWith(begun);
    if (!isBegun && !begun.startsWith("cp:")) return [];
    const labels = await readCheckpointNames(asker, ask(begun.slice("cp:".length)));
    const numbers = isBegun ? [] : await readCheckpointNames(asker, ask(begun));
    return toCandidates([...labels, ...numbers]).map(({ value, about }) => ({
      value: value === about ? value : `cp:${value}`,
      about,
    }));
  },
  turns: async (asker, begun) => toCandidates(await readTurnNames(asker, ask(begun))),
  sessions: async (asker, begun) => toCandidates(await readSessionNames(asker, ask(begun))),
  operations: async (asker, begun) => toCandidates(await readOperationNames(asker, ask(begun))),
  deleted: async (asker, begun) =>
    (await readDeletedNames(asker, ask(begun)))
      .map(spellAs(begun, asker.cwd()))
      .map((value) => ({ value, about: "deleted" })),
  agents: async () => {
    const { agentNames } = await import("@unf/agents");
    return plain(agentNames);
  },
  settings: async () => plain(settingKeys),
  topics: async () => {
    const { topics } = await import("../help/topics.ts");
    return topics.map(({ name, summary }) => ({ value: name, about: summary }));
  },
  schemas: async () => {
    const { schemasAnswer } = await import("@unf/answers/schemas");
    return plain(schemasAnswer().names);
  },
};

function ask(begun: string) {
  return { begun, limit: countMax };
}

function toCandidates(names: readonly { name: string; about: string }[]): Candidate[] {
  return names.map(({ name, about }) => ({ value: name, about }));
}

function plain(words: readonly string[]): Candidate[] {
  return words.map((value) => ({ value, about: "" }));
}

/** Writes paths as the word begins: absolute, behind `./`, or as seen from here, and never so that one looks like a flag. */
function spellAs(begun: string, cwd: string): (path: string) => string {
  if (begun.startsWith("/")) return (path) => path;
  return (path) => {
    const seen = relative(cwd, path);
    return begun.startsWith("./") || seen.startsWith("-") ? `./${seen}` : seen;
  };
}
