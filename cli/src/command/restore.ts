import { escapeForDisplay, type RestorePlan, UnfError } from "@unf/core";
import type { Answer } from "../answer.ts";
import { type Call, defineCommand } from "../command.ts";
import { requireYes } from "../confirm.ts";
import { type OpenHome, type OpenScope, openHome, openScope } from "../open-scope.ts";
import { readCanonicalPlace, resolvePath } from "../paths.ts";
import { openProgress } from "../progress.ts";
import { countOf } from "../render/columns.ts";
import { pathFields } from "../render/path-json.ts";
import { actionJson, renderActions, renderPlan, summaryText } from "../render/restore-text.ts";
import type { View } from "../render/view.ts";
import { createWriteCounter } from "../restore/count-writes.ts";
import { checkDestination, readWanted } from "../restore/export.ts";
import { restoreFlags } from "../restore/flags.ts";
import {
  exitOf,
  hasEffect,
  type ReportedAction,
  reportPlan,
  reportReply,
  summarize,
} from "../restore/report.ts";
import { type Asked, readRequest } from "../restore/request.ts";
import { wayBack } from "../restore/way-back.ts";
import { timeFields } from "../time.ts";

const schema = "unf.restore/1";

export const restore = defineCommand({
  usage: [
    "restore [path...] --at <time>",
    "restore [path] --version <v>",
    "restore [path...] --at <time> --to <dir>",
  ],
  about: [
    "Brings files back to an earlier state: all of the project, or the files and directories named. It prints a plan and asks first; where nobody can be asked it needs --yes.",
    "What is replaced is recorded before, so nothing is lost: the output names the version to go back to. Content that cannot be recorded is moved to the store's rescue directory.",
    "Files created after that instant are listed and kept; --delete removes them if their content is recorded. Files that were never recorded are never touched.",
    "With --project, a relative path that leads out of the project means the project's root.",
  ],
  flags: restoreFlags,
  examples: [
    { line: "unf restore src --at 5m", does: "src as it was five minutes ago" },
    { line: "unf restore src/cart.ts --version v1234", does: "one version of one file" },
    { line: "unf restore --at 14:30 --exact -n", does: "what a return to 14:30 would change" },
    {
      line: "unf restore --at 'yesterday 18:00' --to /tmp/old",
      does: "yesterday's tree beside today's",
    },
    { line: "unf restore --at 5m --plan pl-5d2c90ab --yes", does: "exactly the plan seen before" },
  ],
  exits: {
    3: "no such file or version, or the history does not reach back that far",
    4: "refused, or nobody said yes; nothing was done",
    5: "files changed since the plan, or --overwrite never kept some",
    6: "another program writes to the store",
    7: "a content is lost",
    8: "some files could not be restored; the output lists them",
    9: "no space; nothing was done",
  },
  args: { min: 0, max: 1000 },
  run: runRestore,
});

async function runRestore(call: Call<typeof restoreFlags>): Promise<Answer> {
  const { flags } = call;
  const home = await openHome(call);
  const scope = openScope(call, home, call.args);
  const asked = await readRequest(call, flags, scope);
  if (flags.to !== undefined) return exportTo(call, { home, scope, asked, word: flags.to });

  const plan = scope.reader.planRestore(asked.request);
  if (flags.plan !== undefined && flags.plan !== plan.id) {
    throw new UnfError(
      "conflict",
      `the plan is now ${plan.id}, not ${flags.plan}; nothing was restored`,
      {
        hint: "look at it with --dry-run",
      },
    );
  }
  const planned = reportPlan(plan, createWriteCounter(scope.reader));
  if (!hasEffect(planned))
    return nothingToDo(
      { scope, asked, plan, isDryRun: flags["dry-run"], isExact: flags.exact },
      planned,
    );
  const subject = { planId: plan.id, within: asked.request.within, time: asked.time };
  if (flags["dry-run"]) {
    return plannedAnswer(
      { scope, asked, plan, isDryRun: true, isExact: flags.exact },
      planned,
      (view) => [...renderPlan(planned, subject, view), "This was a dry run; nothing was changed."],
    );
  }
  await call.show((view) => renderPlan(planned, subject, view));
  requireYes(
    { yes: flags.yes, mayAsk: call.terminal.mayAsk, ask: call.world.ask },
    "What is there now is recorded first. Restore?",
    "add --yes, or look first with --dry-run",
  );
  return carryOut(call, { home, scope, asked, plan, planned });
}

interface Planned {
  readonly scope: OpenScope;
  readonly asked: Asked;
  readonly plan: RestorePlan;
}

async function carryOut(
  call: Call<typeof restoreFlags>,
  {
    home,
    scope,
    asked,
    plan,
    planned,
  }: Planned & { readonly home: OpenHome; readonly planned: readonly ReportedAction[] },
): Promise<Answer> {
  const { wiring, reader } = home;
  using progress = openProgress(call, "Restoring");
  await using writer = await wiring.openWriter(reader.home, "process");
  const params = wiring.toRestoreParams(asked.request, {
    root: scope.project.root,
    plan: plan.id,
    argv: call.argv,
  });
  const reply = await writer.request("restore", params, progress.update);
  const actions = reportReply(reply, planned);
  const summary = summarize(actions);
  const back =
    reply.operation === null ? undefined : wayBack(call, scope, asked.request, reply.operation);
  return {
    kind: "document",
    schema,
    document: () => ({
      ...commonFields({ scope, asked, plan }, false),
      operation: reply.operation === null ? null : `op-${reply.operation}`,
      back: back ?? null,
      actions: actions.map(actionJson),
      summary: { ...summary },
    }),
    text: function* (view) {
      const failed = actions.filter(({ hasFailed, rescued }) => hasFailed || rescued !== undefined);
      if (failed.length > 0) yield* renderActions(failed, view);
      const operation =
        reply.operation === null ? "" : ` ${view.signs.between} saved op-${reply.operation}`;
      yield `   Restored  ${summaryText(summary)}${operation}`;
      if (back !== undefined) yield view.paint.faint(`   Go back:  ${back}`);
    },
    exit: exitOf(actions, call.flags.exact),
  };
}

type PlannedDocument = Planned & { readonly isDryRun: boolean; readonly isExact: boolean };

function nothingToDo(document: PlannedDocument, planned: readonly ReportedAction[]): Answer {
  return plannedAnswer(document, planned, function* (view) {
    yield* renderActions(planned, view);
    yield "Nothing to restore: the files are as they were then.";
  });
}

function plannedAnswer(
  { scope, asked, plan, isDryRun, isExact }: PlannedDocument,
  planned: readonly ReportedAction[],
  text: (view: View) => Iterable<string>,
): Answer {
  return {
    kind: "document",
    schema,
    document: () => ({
      ...commonFields({ scope, asked, plan }, isDryRun),
      operation: null,
      actions: planned.map(actionJson),
      summary: { ...summarize(planned) },
    }),
    text,
    exit: exitOf(planned, isExact),
  };
}

function commonFields({ scope, asked, plan }: Planned, isDryRun: boolean) {
  return {
    ...pathFields("root", scope.project.root),
    dry_run: isDryRun,
    plan: plan.id,
    at: timeFields(asked.time),
    unchanged: plan.unchanged,
  };
}

async function exportTo(
  call: Call<typeof restoreFlags>,
  {
    home,
    scope,
    asked,
    word,
  }: {
    readonly home: OpenHome;
    readonly scope: OpenScope;
    readonly asked: Asked;
    readonly word: string;
  },
): Promise<Answer> {
  const directory = readCanonicalPlace(resolvePath(call.world.cwd(), word));
  checkDestination(directory, home.reader.home);
  const wanted = readWanted(scope.reader, asked.request);
  const isDryRun = call.flags["dry-run"];
  const { exportTree } = await import("@unf/engine");
  const { files, bytes } = isDryRun
    ? { files: wanted.length, bytes: wanted.reduce((sum, snapshot) => sum + snapshot.bytes, 0) }
    : await exportTree(
        {
          fs: await call.world.fileSystem(),
          content: (snapshot) => scope.reader.content(snapshot),
          breathe: () => new Promise((resolve) => setImmediate(resolve)),
        },
        wanted,
        directory,
      );
  return {
    kind: "document",
    schema,
    document: () => ({
      ...pathFields("root", scope.project.root),
      ...pathFields("directory", directory),
      dry_run: isDryRun,
      at: timeFields(asked.time),
      operation: null,
      actions: wanted.map((snapshot) => ({
        ...pathFields("path", snapshot.path),
        action: "write",
        from: null,
        to: `v${snapshot.id}`,
      })),
      summary: { written: files, deleted: 0, kept: 0, failed: 0, bytes },
    }),
    text: () => [
      `${isDryRun ? "Would write" : "   Restored"}  ${countOf(files, "file")} into ${escapeForDisplay(directory)}`,
    ],
  };
}
