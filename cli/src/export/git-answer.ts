import {
  exportGitAnswer,
  exportHistory,
  type GitAccess,
  type GitReport,
  type GitRepository,
  isIncomplete,
} from "@unf/answers";
import { escapeForDisplay } from "@unf/core/query";
import type { Call } from "../frame/call/command.ts";
import { reading, type WaitWords } from "../frame/call/wait-words.ts";
import { type Step, whileStepping } from "../frame/call/waiting.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import { type exportFlags, refuseFlags } from "./flags.ts";
import { findRepository, makeRepository } from "./git-repository.ts";
import { renderLeftOut } from "./left-out-text.ts";

/** Writes the history to a ref of the repository at the path. */
export async function gitAnswer(call: Call<typeof exportFlags>, word: string): Promise<Answer> {
  refuseFlags(call, "git", ["at", "output"]);
  const { flags } = call;
  const question = {
    directory: word,
    ref: flags.ref,
    since: flags.since,
    squashTurns: flags["squash-turns"],
    includeSecrets: flags["include-secrets"],
    isDryRun: flags["dry-run"],
  };
  const exported = await whileStepping(call, question.isDryRun ? counting : writing, (step) =>
    exportHistory(call.asker, question, stepping(step), step),
  );
  const { report, directory, isDryRun } = exported;
  const { leftOut } = report;
  return {
    kind: "document",
    schema: "unf.export/1",
    document: () => exportGitAnswer(exported),
    text: () => [
      `${sayGit(report, isDryRun)} in ${escapeForDisplay(directory)}`,
      ...sayForgotten(report),
      ...renderLeftOut(leftOut),
    ],
    exit: isIncomplete(leftOut) ? 8 : 0,
  };
}

const counting = reading("Looking at", "versions", "less at once: --since <time>");

/** The ref is moved in the end, and at once. */
const writing: WaitWords = {
  ...{ verb: "Writing", things: "pieces" },
  left: () => ({
    said: "interrupted; no commit was made, the ref is as it was",
    hint: "again: the same command; less at once: --since <time>",
  }),
};

/** Git as it is, with a turn for others between the pieces that it is fed. */
function stepping(step: Step): GitAccess {
  const withTurns = (repository: GitRepository): GitRepository => ({
    ...repository,
    fastImport: (pieces) => repository.fastImport(inSteps(pieces, step)),
  });
  return {
    findRepository: async (path) => {
      const found = await findRepository(path);
      return found === undefined ? undefined : withTurns(found);
    },
    makeRepository: async (path) => withTurns(await makeRepository(path)),
  };
}

async function* inSteps(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  step: Step,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    yield piece;
    await step();
  }
}

function sayGit({ ref, commits, versions, appended }: GitReport, isDry: boolean): string {
  if (commits === 0) return `Nothing new for ${ref}`;
  const verb = isDry ? "Would write" : "Wrote";
  const more = appended ? "more " : "";
  return `${verb} ${countOf(commits, `${more}commit`)} of ${countOf(versions, "version")} to ${ref}`;
}

/** Warns of forgotten contents: no commit that was made before can be taken back. */
function* sayForgotten({ ref, forgottenSince }: GitReport): Generator<string> {
  if (forgottenSince === 0) return;
  const what = forgottenSince === 1 ? "An order to forget" : `${forgottenSince} orders to forget`;
  yield `${what} came after ${ref} was begun: its commits may still hold what was forgotten`;
  yield `  to be rid of it: git update-ref -d ${ref}, export again, then git gc --prune=now`;
}
