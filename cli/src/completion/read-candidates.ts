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

/** Candidates of one source are no more than this: nobody reads a longer list at a prompt. */
const countMax = 50;

/** Commands are known to the program that asks. */
type ReadSource = Exclude<Source, "commands">;

/** A shell finds these by itself. */
type ShellSource = "files" | "directories" | "programs";

/**
 * The candidates that a source holds now, the newest first. None where nothing is recorded: a key
 * that completes is no place for a complaint.
 */
export async function readCandidates(
  source: ReadSource,
  asker: Asker,
): Promise<readonly Candidate[]> {
  if (isOfShell(source)) return [];
  try {
    return await readers[source](asker);
  } catch (thrown) {
    if (thrown instanceof UnfError) return [];
    throw thrown;
  }
}

/** True for what the shell's own completion is to add. */
export function isOfShell(source: Source): source is ShellSource {
  return source === "files" || source === "directories" || source === "programs";
}

type Read = (asker: Asker) => Promise<readonly Candidate[]>;

const readers: Readonly<Record<Exclude<ReadSource, ShellSource>, Read>> = {
  checkpoints: async (asker) => {
    const { checkpoints } = checkpointsAnswer(await readCheckpoints(asker));
    return checkpoints.map(({ id, label }) => ({ value: label ?? id, about: id }));
  },
  instants: async (asker) =>
    (await readers.checkpoints(asker)).map(({ value, about }) => ({ value: `cp:${value}`, about })),
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
  deleted: async (asker) => {
    const { scope, files } = await readDeleted(
      asker,
      { paths: [], since: undefined },
      await asker.openHome(),
    );
    const cwd = asker.cwd();
    return files
      .filter(({ path }) => isUtf8Path(path))
      .slice(0, countMax)
      .map(({ path }) => ({
        value: relative(cwd, `${scope.project.root}/${path}`),
        about: "deleted",
      }));
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
