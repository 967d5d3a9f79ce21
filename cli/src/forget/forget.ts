import {
  forget as deleteForGood,
  type ForgetQuestion,
  type PlannedForget,
  planForget,
} from "@unf/answers";
import { confirmDestructive } from "../frame/ask/confirm-destructive.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { whilePlanning } from "../frame/call/planning.ts";
import type { WaitWords } from "../frame/call/wait-words.ts";
import { whileWaiting } from "../frame/call/waiting.ts";
import type { Answer } from "../frame/print/answer.ts";
import { forgetFlags } from "./flags.ts";
import { allowed, listForgettings, searchedAgain } from "./list.ts";
import { forgetDocument, nameOf, previewLines } from "./report.ts";

type ForgetCall = Call<typeof forgetFlags>;

export const forget = defineCommand({
  usage: [
    "forget <path|glob...>",
    "forget --hash <digest|v>",
    "forget --before <time>",
    "forget --project <dir>",
    "forget --list | --allow <pattern> | --search | --dismiss",
  ],
  about: [
    "Deletes for good what was recorded: the versions, and at once every content that nothing else has. No undo brings it back, and no trash keeps it.",
    "With paths, every version of these files; a quoted glob is read as in an ignore file at the root of the project. They are not recorded any more from then on, unless --keep-recording is given. A content that other files have, too, stays with them: --hash deletes it everywhere. --before keeps what is on disk now. --project alone deletes the whole history of that project and stops watching it; with --yes it needs --everything, too.",
    "Afterwards every file of unf's home is searched for what was deleted, and the answer says what was found. Blocks of the disk, snapshots of the file system and backups may still hold it.",
    "While a session of an agent is open, or where an agent runs the command, a person must confirm it at a terminal.",
  ],
  flags: forgetFlags,
  examples: [
    { line: "unf forget .env", does: "a file that should never have been recorded" },
    { line: "unf forget '*.pem' --dry-run", does: "what would be deleted" },
    { line: "unf forget --hash v1234", does: "this content, in all files and projects" },
    { line: "unf forget --project ~/src/old", does: "the whole history of a project" },
    { line: "unf forget --allow /.env", does: "record it again from now on" },
  ],
  exits: {
    3: "nothing recorded matches, or not watched",
    4: "nobody said yes, or it takes a person to say it; nothing was done",
    5: "the plan is another by now; nothing was forgotten",
    6: "a daemon runs and does not answer",
    7: "a timeline cannot be read, so that nothing can be deleted safely",
    8: "deleted, but the same bytes were found elsewhere in unf's home",
    10: "deleted, but a reader still holds the log; the daemon carries it on",
  },
  args: { min: 0, max: 1000 },
  run: runForget,
});

async function runForget(call: ForgetCall): Promise<Answer> {
  const { flags } = call;
  const home = await call.asker.openHome();
  if (flags.list) return listForgettings(call, home);
  if (flags.allow !== undefined) return allowed(call, home, flags.allow);
  if (flags.search || flags.dismiss) return searchedAgain(call, home);
  const planned = await whilePlanning(call, (turn) =>
    planForget(call.asker, questionOf(call), home, turn),
  );
  const userHome = call.world.env.HOME;
  if (flags["dry-run"]) return forgetDocument(planned, undefined, userHome);
  await call.show((view) => previewLines(planned, userHome, view));
  await confirm(call, planned);
  const reply = await whileWaiting(call, forgetting, (onProgress) =>
    deleteForGood(home, planned, onProgress),
  );
  return forgetDocument(planned, reply, userHome);
}

/** An order to forget is written down first: whoever records next carries out what is left of it. */
const forgetting: WaitWords = {
  verb: "Forgetting",
  left: ({ isDaemons }) => ({
    said: isDaemons
      ? "interrupted; the daemon goes on forgetting"
      : "interrupted; an order that was begun is finished as soon as recording goes on",
    hint: `what became of it: unf forget --list; ${isDaemons ? "how far it is: unf status" : "carry it on: unf start"}`,
  }),
};

function questionOf({ flags, args }: ForgetCall): ForgetQuestion {
  return {
    words: args,
    hash: flags.hash,
    before: flags.before,
    everything: flags.everything,
    keepRecording: flags["keep-recording"],
    plan: flags.plan,
    isAssented: flags.yes,
  };
}

async function confirm(call: ForgetCall, { choice, survey }: PlannedForget): Promise<void> {
  const typed = choice.what === "project" ? nameOf(choice) : undefined;
  await confirmDestructive(call, {
    deed: "forget what was recorded",
    question: "No undo brings this back. Forget it?",
    openSessions: survey.openSessions,
    hint: "add --yes, or look first with --dry-run",
    ...(typed === undefined ? {} : { typed }),
  });
}
