import { type OpenHome, openScope, viewerOf } from "@unf/answers";
import { pathToColumn, type RelPath, sayFailure, UnfError } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import { planningInstant, reviewPrune } from "@unf/core/retention";
import { formatUtc } from "@unf/core/time";
import type { PruneParams } from "@unf/protocol";
import type { ProjectReader, PruneWish } from "@unf/wiring";
import { confirmDestructive } from "../frame/ask/confirm-destructive.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { openProgress } from "../frame/call/progress.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf, groupDigits } from "../frame/print/columns.ts";
import { countAged, type PlannedPrune, previewPrune, pruneAnswer } from "./answer.ts";
import { pruneFlags } from "./flags.ts";
import { readMaxSize, readPolicy } from "./policy.ts";
import { undoPrune } from "./undo.ts";

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
  const home = await call.asker.openHome();
  if (flags.undo) return undoPrune(call, home, openReaders(call, home));
  const planned = await planAll(call, home);
  const shown = { isVerbose: globals.verbose, userHome: world.env.HOME };
  const due = planned.filter(({ plan, aged }) => plan.ids.size > 0 || aged > 0);
  if (flags["dry-run"] || due.length === 0) {
    return pruneAnswer({ pruned: planned, isDryRun: flags["dry-run"], ...shown });
  }
  await call.show(function* (view) {
    for (const one of due) yield* previewPrune(one, shown, view);
  });
  await confirm(call, due);
  const done = await carryOut(call, home, due);
  const pruned = planned.map((one) => done.find(({ reader }) => reader === one.reader) ?? one);
  return pruneAnswer({ pruned, isDryRun: false, ...shown });
}

async function planAll(
  call: Call<typeof pruneFlags>,
  home: OpenHome,
): Promise<readonly PlannedPrune[]> {
  const { flags } = call;
  const viewer = viewerOf(call.asker);
  const { config } = await home.wiring.readSettings(home.reader.home);
  const policy = readPolicy(flags, config, viewer);
  const maxBytes = readMaxSize(flags["max-size"]);
  const planned: PlannedPrune[] = [];
  for (const reader of openReaders(call, home)) {
    const wish: PruneWish = {
      policy,
      now: planningInstant(viewer.now, policy),
      upTo: reader.timeline.facts().lastId ?? 0,
      include: flags.include,
      exclude: flags.exclude,
      maxBytes,
    };
    const plan = await reader.planPrune(wish);
    if (flags.plan !== undefined && flags.plan !== plan.id) {
      throw new UnfError(
        "conflict",
        `the plan is now ${plan.id}, not ${flags.plan}; nothing was removed`,
        { hint: "look at it with --dry-run" },
      );
    }
    planned.push({ reader, wish, plan, aged: countAged(reader, wish) });
  }
  return planned;
}

function openReaders(call: Call<typeof pruneFlags>, home: OpenHome): ProjectReader[] {
  if (!call.flags["all-projects"]) return [openScope(call.asker, home, []).reader];
  return home.reader.projects().flatMap((project) => {
    try {
      return [call.own(home.reader.open(project))];
    } catch (thrown) {
      // One damaged timeline keeps no other from being thinned.
      if (!(thrown instanceof UnfError)) throw thrown;
      call.warn(`${escapeForDisplay(project.root)} is left out: ${sayFailure(thrown)}`);
      return [];
    }
  });
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

async function carryOut(
  call: Call<typeof pruneFlags>,
  { wiring, reader: home }: OpenHome,
  due: readonly PlannedPrune[],
): Promise<readonly PlannedPrune[]> {
  using progress = openProgress(call, "Removing");
  await using writer = await wiring.openWriter(home.home, "process");
  const done: PlannedPrune[] = [];
  for (const one of due) {
    const params = toParams(one, call.argv);
    done.push({ ...one, reply: await writer.request("prune", params, progress.update) });
  }
  return done;
}

function toParams({ reader, wish, plan }: PlannedPrune, argv: readonly string[]): PruneParams {
  const { policy, now, upTo, include, exclude, maxBytes } = wish;
  return {
    root: pathToColumn(reader.project.root as string as RelPath),
    policy: {
      keep_all_ms: policy.keepAllMs,
      hourly_ms: policy.hourlyMs,
      daily_ms: policy.dailyMs,
      weekly_ms: policy.weeklyMs,
      turns_ms: policy.turnsMs ?? null,
      operations_ms: policy.operationsMs ?? null,
      brings_back: policy.bringsBack,
      ...(policy.binaryVersions === undefined ? {} : { binary_versions: policy.binaryVersions }),
    },
    at: formatUtc(now),
    up_to: upTo,
    include,
    exclude,
    max_bytes: maxBytes,
    plan: plan.id,
    argv,
  };
}
