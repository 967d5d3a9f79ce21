import {
  type AbsPath,
  decideWatch,
  escapeForDisplay,
  limits,
  type ProjectOptions,
  parseSize,
  pathToColumn,
  type RelPath,
  renderSize,
  UnfError,
} from "@unf/core";
import type { WatchOptions, WatchReply } from "@unf/protocol";
import type { HomeReader, ProjectEntry, ServiceReport, WatchEstimate } from "@unf/wiring";
import type { Answer, JsonObject } from "../answer.ts";
import type { FlagTable, FlagValues } from "../args/flag.ts";
import { type Call, defineCommand } from "../command.ts";
import { requireYes } from "../confirm.ts";
import { openProgress } from "../progress.ts";
import { countOf, groupDigits } from "../render/columns.ts";
import { shortenHome } from "../render/home-path.ts";
import { pathFields } from "../render/path-json.ts";
import type { View } from "../render/view.ts";
import { confirmMoves } from "../watching/confirm-moves.ts";
import { estimateJson, requireEstimate, sayEstimate } from "../watching/estimate.ts";
import { findOuter } from "../watching/part-of.ts";
import { checkRelinkWish, chooseRelink, type RelinkWish } from "../watching/relink.ts";
import { planWatchService, settleService, watchServiceFlags } from "../watching/settle-service.ts";
import { checkWatchTarget, readWatchTarget, type WatchTarget } from "../watching/target.ts";
import type { CliWiring } from "../world.ts";

const flags = {
  "max-file-size": {
    kind: "text",
    value: "<size>",
    help: "Do not record larger files (default 2MiB)",
  },
  "include-ignored": {
    kind: "list",
    value: "<glob>",
    help: "Record these although an ignore file says otherwise; may be repeated",
  },
  "no-initial-scan": {
    kind: "switch",
    help: "Do not record what is there now, only changes from here on",
  },
  relink: {
    kind: "optional-text",
    value: "<old>",
    help: "The directory is a project that moved: go on with its history. A copy, or what came back from a backup, is not recognised; name its old place",
  },
  "no-relink": { kind: "switch", help: "Begin a new project even if the directory moved" },
  nested: {
    kind: "switch",
    help: "Make a directory inside a watched one a project of its own",
  },
  ...watchServiceFlags,
  "scratch-home": {
    kind: "switch",
    help: "Make the store one to be thrown away, for tests: agents may stop and delete there. Only where there is none yet",
  },
  "dry-run": { kind: "switch", short: "n", help: "Only say what would be done" },
  yes: { kind: "switch", short: "y", help: "Do it without asking" },
} as const satisfies FlagTable;

export const watch = defineCommand({
  usage: ["watch [dir...] [flags]"],
  about: [
    "Records every text file in the directories from now on, beginning with what is there now. Without a directory: the current one. The daemon runs in the background and survives the terminal.",
    "A directory that was a project elsewhere and moved is recognised. On a terminal you are asked whether its history goes on here; elsewhere a new project begins, and a hint says how to go on with the old one.",
    "A directory inside a watched one is recorded already, and stays a part of that project unless --nested makes it one of its own. Watching again changes nothing.",
    "Before it begins it counts files and bytes, in a few seconds and without opening any. Where that is unusually much (200,000 files, 2 GiB, or half of what the store may take), you are asked, or nothing is done without --yes; -n shows the count.",
    "On a terminal it offers once to have recording begin after every restart of the machine; see unf service.",
    "Refused: /, the store of unf and its parents, a directory of another user, and without --yes your home directory.",
  ],
  flags,
  examples: [
    { line: "unf watch", does: "record the current directory" },
    { line: "unf watch ~/src/shop ~/src/api", does: "record two projects" },
    { line: "unf watch . --include-ignored 'dist/*.js'", does: "and some of what git ignores" },
    { line: "unf watch . --service", does: "and go on after every restart" },
    { line: "unf watch ~/code/shop --relink", does: "go on with a project that moved here" },
    { line: "unf watch . --relink=../old/shop", does: "the same after it was copied or restored" },
  ],
  exits: {
    3: "no such directory",
    4: "refused; the message says why",
    6: "the daemon does not start",
    9: "no space",
  },
  args: { min: 0, max: 100 },
  run: runWatch,
});

async function runWatch(call: Call<typeof flags>): Promise<Answer> {
  const { world } = call;
  const wiring = await world.wiring();
  const unfHome = wiring.homeDirectory(world.env);
  // Opened for its checks: a store of another program, or of a newer version, is left alone.
  const reader = call.own(wiring.openHomeReader(unfHome));
  const isScratch = call.flags["scratch-home"];
  if (isScratch) wiring.makeHome(unfHome, { isScratch, isDryRun: true });
  const options = readOptions(call.flags);
  const words = call.args.length === 0 ? ["."] : call.args;
  const targets = words.map((word) => readTarget(call, wiring, { word, unfHome }));
  const wish = { from: call.flags.relink, never: call.flags["no-relink"] };
  checkRelinkWish(wish, targets.length);
  const plannedService = await planWatchService(call, wiring, unfHome);
  const planned: (PlannedWatch | PartOf)[] = [];
  for (const { facts } of targets) {
    const { root } = facts;
    const outer = await findOuterOf(call, reader, root);
    planned.push(
      outer === undefined
        ? await planWatch(call, { wiring, reader, wish, options }, root)
        : { root, partOf: outer.root },
    );
  }
  if (call.flags["dry-run"]) return answer(planned, call);
  const replies: (WatchReply | PartOf)[] = planned.filter(isPart);
  const wanted = planned.filter((one): one is PlannedWatch => !isPart(one));
  await confirmMoves(call, wiring, wanted, unfHome);
  if (isScratch) wiring.makeHome(unfHome, { isScratch });
  if (wanted.length > 0) {
    using progress = openProgress(call, "Scanning");
    await using writer = await wiring.openWriter(unfHome, "start");
    for (const { root, from } of wanted) {
      const relink = from === undefined ? {} : { relink: toColumn(from.root) };
      const request = { root: toColumn(root), options, ...relink };
      replies.push(await writer.request("watch", request, progress.update));
    }
  }
  const mayAsk = call.terminal.mayAsk && !call.flags.yes;
  const asked = { planned: plannedService, mayAsk };
  return answer(replies, call, await settleService(call, asked, wiring, unfHome));
}

interface WatchWish {
  readonly wiring: CliWiring;
  readonly reader: HomeReader;
  readonly wish: RelinkWish;
  readonly options: WatchOptions;
}

/** Finds out what watching the directory would mean, and asks where that is more than usual. */
async function planWatch(
  call: Call<typeof flags>,
  { wiring, reader, wish, options }: WatchWish,
  root: AbsPath,
): Promise<PlannedWatch> {
  const { flags: given, world, terminal, note } = call;
  const isSilent = given["dry-run"] || given.yes;
  const mayAsk = terminal.mayAsk && !isSilent;
  const ports = { world, wiring, reader, mayAsk, note };
  const from = await chooseRelink(ports, root, wish);
  const isAnswered = given.yes && !given["dry-run"];
  const isCounted = from === undefined && !given["no-initial-scan"] && !isAnswered;
  if (!isCounted) return { root, from, estimate: undefined };
  const asked = { root, options: projectOptions(options), isConfirmed: isSilent, mayAsk };
  const known = reader.projects();
  const unfHome = reader.home;
  return { root, from, estimate: await requireEstimate({ ...ports, unfHome, known }, asked) };
}

/** None where a person asks for a project of its own, or for one that goes on here. */
async function findOuterOf(
  call: Call<typeof flags>,
  reader: HomeReader,
  root: AbsPath,
): Promise<ProjectEntry | undefined> {
  if (call.flags.nested || call.flags.relink !== undefined) return undefined;
  const rulesOf = (outer: ProjectEntry) => call.world.projectRules(reader.home, outer);
  return findOuter(reader.projects(), root, rulesOf);
}

/** Checks one directory; asks where a yes is missing. */
function readTarget(
  call: Call<typeof flags>,
  wiring: CliWiring,
  { word, unfHome }: { readonly word: string; readonly unfHome: AbsPath },
): WatchTarget {
  const { world, terminal } = call;
  const target = readWatchTarget(world, wiring, { word, unfHome, isConfirmed: call.flags.yes });
  if (decideWatch(target.facts)?.code !== "needs_confirmation" || !terminal.mayAsk) {
    checkWatchTarget(target);
    return target;
  }
  const question = "This is your whole home directory. Record it?";
  requireYes({ yes: false, mayAsk: true, ask: world.ask }, question, "add --yes");
  return { word, facts: { ...target.facts, isConfirmed: true } };
}

function readOptions(values: FlagValues<typeof flags>): WatchOptions {
  const size = values["max-file-size"];
  const bytes = size === undefined ? undefined : parseSize(size);
  const { fileBytesMin, fileBytesMax } = limits.capture;
  if (size !== undefined && (bytes === undefined || bytes < fileBytesMin || bytes > fileBytesMax)) {
    throw new UnfError(
      "usage",
      `--max-file-size takes a size from ${renderSize(fileBytesMin)} to ${renderSize(fileBytesMax)}, not "${size}"`,
    );
  }
  return {
    ...(bytes === undefined ? {} : { max_file_bytes: bytes }),
    ...(values["include-ignored"].length === 0
      ? {}
      : { include_ignored: values["include-ignored"] }),
    ...(values["no-initial-scan"] ? { no_initial_scan: true } : {}),
  };
}

/** The same as the intent will have them. */
function projectOptions({ max_file_bytes, include_ignored }: WatchOptions): ProjectOptions {
  return {
    ...(max_file_bytes === undefined ? {} : { maxFileBytes: max_file_bytes }),
    ...(include_ignored === undefined ? {} : { includeIgnored: include_ignored }),
  };
}

function toColumn(root: AbsPath): string {
  return pathToColumn(root as string as RelPath);
}

/** A directory that another project records already. */
interface PartOf {
  readonly root: AbsPath;
  readonly partOf: AbsPath;
}

function isPart(one: object): one is PartOf {
  return "partOf" in one;
}

interface PlannedWatch {
  readonly root: AbsPath;
  /** The project whose history goes on here. */
  readonly from: ProjectEntry | undefined;
  /** `undefined` where nothing was counted. */
  readonly estimate: WatchEstimate | undefined;
}

function answer(
  replies: readonly (WatchReply | PlannedWatch | PartOf)[],
  call: Call<typeof flags>,
  service?: ServiceReport,
): Answer {
  const isDryRun = call.flags["dry-run"];
  const userHome = call.world.env.HOME;
  return {
    kind: "document",
    schema: "unf.watch/1",
    document: () => ({
      dry_run: isDryRun,
      projects: replies.map(replyJson),
      ...(service === undefined ? {} : { service: serviceJson(service) }),
    }),
    records: () => replies.map((reply) => ({ type: "project", ...replyJson(reply) })),
    text: function* (view) {
      for (const reply of replies) yield* renderReply(reply, userHome, view);
      if (view.terminal.isForPerson && service?.state === "enabled") {
        yield `${view.paint.good("Service".padStart(11))}  ${service.manager} enabled`;
      }
      if (view.terminal.isForPerson && !isDryRun) {
        yield view.paint.faint("Nothing is written into the project. See it: unf log");
      }
    },
  };
}

function serviceJson({ manager, state }: ServiceReport): JsonObject {
  return { manager: manager ?? null, enabled: state === "enabled" };
}

function replyJson(reply: WatchReply | PlannedWatch | PartOf): JsonObject {
  const root = pathFields("root", reply.root);
  if (isPart(reply)) return { ...root, ...pathFields("part_of", reply.partOf), already: true };
  const from = "id" in reply ? reply.relinked_from : reply.from?.root;
  const relinked = from === undefined ? {} : pathFields("relinked_from", from);
  if (!("id" in reply)) {
    const { estimate } = reply;
    return {
      ...root,
      ...relinked,
      ...(estimate === undefined ? {} : { estimate: estimateJson(estimate) }),
    };
  }
  return {
    id: `p-${reply.id}`,
    ...root,
    ...relinked,
    state: "watching",
    already: reply.already,
    backend: reply.backend,
    directories: reply.directories,
    files_recorded: reply.files_recorded,
    files_skipped: reply.files_skipped,
    bytes: reply.bytes,
  };
}

function* renderReply(
  reply: WatchReply | PlannedWatch | PartOf,
  userHome: string | undefined,
  view: View,
): Generator<string> {
  const isForPerson = view.terminal.isForPerson;
  const name = (path: string) => escapeForDisplay(isForPerson ? shortenHome(path, userHome) : path);
  const root = name(reply.root);
  const verb = (word: string) => view.paint.good(word.padStart(11));
  if (isPart(reply)) {
    const outer = name(reply.partOf);
    yield `${verb("Recorded")}  ${root}   (already, as part of ${outer}; --nested makes it a project of its own)`;
    return;
  }
  if (!("id" in reply)) {
    const from = reply.from === undefined ? "" : `, with the history of ${name(reply.from.root)}`;
    const { estimate } = reply;
    const size = estimate === undefined ? "" : `: ${sayEstimate(estimate)}`;
    yield `Would watch ${root}${from}${size}`;
    return;
  }
  if (reply.relinked_from !== undefined)
    yield `${verb("Relinked")}  ${root}   (was ${name(reply.relinked_from)}; its history goes on here)`;
  if (!reply.already) {
    const skipped = Object.values(reply.files_skipped).reduce((sum, count) => sum + count, 0);
    const total = groupDigits(reply.files_recorded + skipped);
    yield `${verb("Scanned")}  ${total} files: ${groupDigits(reply.files_recorded)} recorded, ${groupDigits(skipped)} skipped${reasonsText(reply)}`;
  }
  const already = reply.already ? ", as before" : "";
  yield `${verb("Watching")}  ${root}   (${escapeForDisplay(reply.backend)}, ${countOf(reply.directories, "directory", "directories")}${already})`;
}

function reasonsText({ files_skipped }: WatchReply): string {
  const reasons = Object.entries(files_skipped).filter(([, count]) => count > 0);
  if (reasons.length === 0) return "";
  const parts = reasons
    .sort(([, a], [, b]) => b - a)
    .map(
      ([reason, count]) => `${groupDigits(count)} ${escapeForDisplay(reason).replaceAll("_", " ")}`,
    );
  return ` (${parts.join(", ")})`;
}
