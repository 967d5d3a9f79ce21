import { relative } from "node:path";
import {
  type Asker,
  checkpointsAnswer,
  opsAnswer,
  readCheckpoints,
  readDeleted,
  readOps,
  readSessionPage,
  readTurnPage,
  sessionsAnswer,
  turnsAnswer,
} from "@unf/answers";
import { isUtf8Path, UnfError } from "@unf/core/base";
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
  checkpoints: async (asker) => {
    const { checkpoints } = checkpointsAnswer(await readCheckpoints(asker));
    return checkpoints.map(({ id, label }) => ({ value: label ?? id, about: id }));
  },
  instants: async (asker, begun) =>
    (await readers.checkpoints(asker, begun)).map(({ value, about }) => ({
      value: `cp:${value}`,
      about,
    })),
  turns: async (asker) => {
    const question = { session: undefined, agent: undefined, since: undefined, cursor: undefined };
    const page = turnsAnswer(await readTurnPage(asker, { ...question, limit: countMax }));
    return page.turns.map(({ id, label }) => ({ value: id, about: label ?? "" }));
  },
  sessions: async (asker) => {
    const question = { agent: undefined, since: undefined, isOpen: false, cursor: undefined };
    const page = sessionsAnswer(await readSessionPage(asker, { ...question, limit: countMax }));
    return page.sessions.map(({ id, label, agent }) => ({
      value: id,
      about: label ?? agent,
    }));
  },
  operations: async (asker) => {
    const question = { hasAbandoned: false, cursor: undefined, limit: countMax };
    const { operations } = opsAnswer(await readOps(asker, question));
    return operations.map(({ id, argv }) => ({ value: id, about: argv.join(" ") }));
  },
  deleted: async (asker, begun) => {
    const { scope, files } = await readDeleted(
      asker,
      { paths: [], since: undefined },
      await asker.openHome(),
    );
    const spell = spellAs(begun, asker.cwd());
    return files
      .filter(({ path }) => isUtf8Path(path))
      .map(({ path }) => spell(`${scope.project.root}/${path}`))
      .filter((value) => value.startsWith(begun))
      .slice(0, countMax)
      .map((value) => ({ value, about: "deleted" }));
  },
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
