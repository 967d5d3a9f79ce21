import {
  isDue,
  type PlannedPrune,
  type PruneQuestion,
  planPrune,
  prune as removeVersions,
} from "@unf/answers";
import { UnfError } from "@unf/core/base";
import { reviewPrune } from "@unf/core/retention";
import { confirmDestructive } from "../frame/ask/confirm-destructive.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { reading, type WaitWords } from "../frame/call/wait-words.ts";
import { whileWaiting } from "../frame/call/waiting.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf, groupDigits } from "../frame/print/columns.ts";
import { previewPrune, prunedDocument } from "./answer.ts";
import { type PruneFlags, pruneFlags } from "./flags.ts";
import { undonePrunes } from "./undo.ts";

export const prune = defineCommand({
  usage: [
    "prune",
    "prune --older-than <age>",
    "prune --keep-within <age> --keep-daily <n>",
    "prune --undo",
  ],
  about: [
    "Removes old versions from the history, by the policy of the settings or by the one the flags say. It says what goes and why, and asks first; where nobody can be asked it needs --yes. No undo takes it back.",
    "--older-than keeps the state at that instant and everything since. The other flags thin: of each hour, day or week the last version stays, up to the age that is given, and beyond all of them what stood then, once.",
    "These always stay: the newest version of every file, the state at every checkpoint, what open sessions wrote, and what restores of the last 7 days wrote or replaced.",
    "While an agent's session is open, or where an agent runs the command, only a person at a terminal can say yes. The space is given back to the disk a day after, by the daemon.",
    "The daemon thins by the policy of the settings once a day by itself: unf config get retention.auto. What it removed, and what went because the store was at its cap, --undo brings back for 24 hours, as far as the contents are still in the trash. It goes again with the next run, unless the settings keep it.",
  ],
  flags: pruneFlags,
  examples: [
    { line: "unf prune -n", does: "what the policy of the settings would remove, and why" },
    { line: "unf prune --older-than 30d", does: "nothing from before 30 days ago but its state" },
    { line: "unf prune --keep-within 24h --keep-hourly 168 --keep-daily 30", does: "thin by age" },
    { line: "unf prune --include '*.csv' --older-than 1d", does: "only of these files" },
    { line: "unf prune --undo", does: "what the daemon removed since yesterday comes back" },
    { line: "unf prune --max-size 2GiB --all-projects -n", does: "what it takes to fit, each" },
  ],
  exits: {
    3: "not watched, and no history is kept",
    4: "refused, or nobody said yes; nothing was removed",
    5: "the plan is another by now; nothing was removed",
    6: "another program writes to the store",
    9: "no space; the rest stays",
  },
  args: { min: 0, max: 0 },
  run: runPrune,
});

async function runPrune(call: Call<typeof pruneFlags>): Promise<Answer> {
  const { flags, globals, world } = call;
  if (flags.plan !== undefined && flags["all-projects"]) {
    throw new UnfError("usage", "--plan names a plan of one project");
  }
  if (flags.undo) return undonePrunes(call);
  const home = await call.asker.openHome();
  const planned = await whileWaiting(call, looking, () =>
    planPrune(call.asker, questionOf(flags), home),
  );
  const shown = { isVerbose: globals.verbose, userHome: world.env.HOME };
  const due = planned.filter(isDue);
  if (flags["dry-run"] || due.length === 0) {
    return prunedDocument({ pruned: planned, isDryRun: flags["dry-run"], ...shown });
  }
  await call.show(function* (view) {
    for (const one of due) yield* previewPrune(one, shown, view);
  });
  await confirm(call, due);
  const pruned = await whileWaiting(call, removing, (onProgress) =>
    removeVersions(home, planned, { argv: call.argv, onProgress }),
  );
  return prunedDocument({ pruned, isDryRun: false, ...shown });
}

const looking = reading("Looking at", "versions", "less to look at: --include, or another project");

const removing: WaitWords = {
  ...{ verb: "Removing", things: "versions" },
  left: ({ isDaemons, after }) => ({
    said: isDaemons
      ? "interrupted; the daemon goes on with the project that it is at, and with no other"
      : `interrupted${after === undefined ? "" : ` ${after}`}; those are removed, the others are not`,
    hint: "what is left: unf prune -n; go on: the same command again",
  }),
};

function questionOf(flags: PruneFlags): PruneQuestion {
  return {
    policy: {
      olderThan: flags["older-than"],
      keepWithin: flags["keep-within"],
      keepHourly: flags["keep-hourly"],
      keepDaily: flags["keep-daily"],
      keepWeekly: flags["keep-weekly"],
    },
    include: flags.include,
    exclude: flags.exclude,
    maxSize: flags["max-size"],
    plan: flags.plan,
    allProjects: flags["all-projects"],
  };
}

async function confirm(call: Call<typeof pruneFlags>, due: readonly PlannedPrune[]): Promise<void> {
  const now = call.world.now();
  const count = due.reduce((sum, { plan }) => sum + plan.ids.size, 0);
  const aged = due.reduce((sum, one) => sum + one.aged, 0);
  const parts = [
    ...(count === 0 ? [] : [countOf(count, "version")]),
    ...(aged === 0 ? [] : [`what undoes ${countOf(aged, "operation")}`]),
  ];
  const reviews = due.map(({ plan }) => reviewPrune(plan, now));
  const cautions = [
    ...(reviews.some(({ isMost }) => isMost) ? ["That is more than half of all versions."] : []),
    ...(reviews.some(({ isYoung }) => isYoung) ? ["Some of them are younger than 24 hours."] : []),
  ];
  await confirmDestructive(call, {
    deed: "remove versions",
    question: `No undo takes this back. Remove ${parts.join(" and ")}?`,
    cautions,
    openSessions: due.flatMap(({ reader }) =>
      reader.timeline.openSessions().map(({ session }) => session),
    ),
    hint: `add --yes, or look first with --dry-run (${groupDigits(count)} would go)`,
  });
}
