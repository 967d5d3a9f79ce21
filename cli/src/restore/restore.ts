import {
  type AskedRestore,
  hasEffect,
  planRestore,
  readRestore,
  readWarnings,
  requirePlan,
} from "@unf/answers";
import { type RestoreRequest, targetOf } from "@unf/core/restore";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { restoreExits } from "../frame/call/exits.ts";
import { whilePlanning } from "../frame/call/planning.ts";
import type { Answer } from "../frame/print/answer.ts";
import { confirmPlan } from "../plan/confirm-plan.ts";
import { dryRunAnswer, nothingToDo, type Planned, previewLines } from "./answers.ts";
import { carryOut } from "./carry-out.ts";
import { restoreFlags } from "./flags.ts";
import { readQuestion } from "./read-question.ts";

export const restore = defineCommand({
  usage: [
    "restore [path...] --at <time>",
    "restore <deleted path...>",
    "restore <v> [path]",
    "restore [path...] --checkpoint <name>",
    "restore -p <file> --at <time>",
    "restore [path...] --turn <t-12> | --session <id>",
    "restore [path...] --at <time> --to <dir>",
  ],
  about: [
    "Brings files back to an earlier state: all of the project, or the files and directories named. It prints a plan and asks first; where nobody can be asked it needs --yes.",
    "Of a path that was deleted and is not back, no time is needed: the state just before its deletion is meant; of several, each its own.",
    "What is replaced is recorded before, so nothing is lost, and unf undo takes the restore back. Content that cannot be recorded is moved to rescue/ in unf's home.",
    "-p goes through one file hunk by hunk, like git checkout -p, and -i chooses among the files of the plan.",
    "unf restore --turn t-12 goes back to before a turn, whoever wrote since; unf oops t-12 leaves the tree as if only that turn had not been.",
    "Files created after that instant are listed and kept; --delete removes them if their content is recorded. Files that were never recorded are never touched.",
    "With --project, a relative path that leads out of the project means the project's root.",
  ],
  flags: restoreFlags,
  examples: [
    { line: "unf restore src --at 5m", does: "src as it was five minutes ago" },
    { line: "unf restore src/old", does: "a deleted directory, as it was just before" },
    { line: "unf restore v1234", does: "the file that this is a version of, as that" },
    { line: "unf restore src/cart.ts --version v1234", does: "one version of one file" },
    { line: "unf restore -p src/cart.ts --at 1h", does: "hunk by hunk: which of them come back?" },
    { line: "unf restore -i --at 1h", does: "choose among the files that differ" },
    { line: "unf restore --turn t-12 -n", does: "what a return to before a prompt would change" },
    { line: "unf restore --at 14:30 --exact -n", does: "what a return to 14:30 would change" },
    {
      line: "unf restore --at 'yesterday 18:00' --to /tmp/old",
      does: "yesterday's tree beside today's",
    },
    { line: "unf restore --at 5m --plan pl-5d2c90ab --yes", does: "exactly the plan seen before" },
  ],
  exits: {
    ...restoreExits,
    3: "no such file, version, turn or session, or the history does not reach back that far",
    5: "files changed since the plan, or --overwrite never kept some",
  },
  args: { min: 0, max: 1000 },
  run: runRestore,
});

/** Plans, asks and restores. `unf checkpoint --restore` comes here too. */
export async function runRestore(call: Call<typeof restoreFlags>): Promise<Answer> {
  const { flags, asker } = call;
  const question = readQuestion(call.args, flags);
  const home = await asker.openHome();
  const restore = await readRestore(asker, question, home);
  if (flags.to !== undefined) {
    const { exportTo } = await import("./export-to.ts");
    return exportTo(call, home, restore, flags.to);
  }
  const warnings = await readWarnings(asker, restore.scope);
  const plan = (more: AskedRestore): Promise<Planned> =>
    whilePlanning(call, (turn) => planRestore(more, warnings, turn));
  const whole = await plan(restore);
  if (flags.patch || flags.hunks !== undefined) {
    const { choosePart } = await import("./patch.ts");
    const part = await choosePart(call, whole, plan);
    if (part.kind === "answered") return part.answer;
    if (!part.isConfirmed) await confirm(call, part.planned);
    return carryOut(call, home, part.planned);
  }
  requirePlan(flags.plan, [whole.plan.id], "restored");
  if (!hasEffect(whole.actions)) return nothingToDo(whole, flags);
  const planned = flags.interactive ? await pick(call, whole, plan) : whole;
  if (flags["dry-run"]) return dryRunAnswer(planned, flags);
  await call.show((view) => previewLines(planned, view));
  await confirm(call, planned);
  return carryOut(call, home, planned);
}

async function pick(
  call: Call<typeof restoreFlags>,
  whole: Planned,
  plan: (restore: AskedRestore) => Promise<Planned>,
): Promise<Planned> {
  const { pickFiles } = await import("../plan/pick-files.ts");
  const hint = "name the paths, or choose with --include and --exclude";
  const within = await pickFiles(call, whole, { verb: "Restore", hint });
  const request: RestoreRequest = {
    ...whole.asked.request,
    target: targetOf(whole.asked.request, within),
    within,
  };
  return plan({ scope: whole.scope, asked: { ...whole.asked, request } });
}

function confirm(call: Call<typeof restoreFlags>, { actions, scope }: Planned): Promise<void> {
  const question = "What is there now is recorded first. Restore?";
  return confirmPlan(call, { question, actions, reader: scope.reader });
}
