import {
  checkRelink,
  checkWatchTarget,
  findOuter,
  type HomeReader,
  isPart,
  type OpenHome,
  type PartOf,
  type PlannedWatch,
  type ProjectEntry,
  type RelinkRequest,
  readWatchTarget,
  type WatchTarget,
  watchDirectories,
} from "@unf/answers";
import { type AbsPath, UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { parseSize, renderSize } from "@unf/core/time";
import { decideWatch } from "@unf/core/watching";
import type { WatchOptions, WatchReply } from "@unf/protocol";
import type { FlagTable, FlagValues } from "../frame/argv/flag.ts";
import { requireYes } from "../frame/ask/confirm.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { WaitWords } from "../frame/call/wait-words.ts";
import { whileWaiting } from "../frame/call/waiting.ts";
import type { Answer } from "../frame/print/answer.ts";
import type { CliWiring } from "../frame/world/world.ts";
import { confirmMoves } from "./confirm-moves.ts";
import { requireEstimate } from "./estimate.ts";
import { chooseRelink } from "./relink.ts";
import { planWatchService, settleService, watchServiceFlags } from "./settle-service.ts";
import { watchedDocument } from "./watch-answer.ts";

const flags = {
  "max-file-size": {
    kind: "text",
    value: "<size>",
    help: "Do not record larger files (default 2MiB)",
  },
  binary: {
    kind: "switch",
    help: "Record binary files, too, up to that size",
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
  foreground: {
    kind: "switch",
    help: "Record in this terminal until Ctrl-C, for containers; nothing runs afterwards",
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
    "A directory inside a watched one is recorded already, and stays a part of that project unless --nested makes it one of its own; unwatching that gives it back, with its history. Watching again changes nothing.",
    "Before it begins it counts files and bytes, in a few seconds and without opening any. Where that is unusually much (200,000 files, 2 GiB, or half of what the store may take), you are asked, or nothing is done without --yes; -n shows the count.",
    "With --foreground nothing is left running: it records until it is told to end (Ctrl-C, SIGTERM), and then records what is pending first. Refused while recording runs in the background.",
    "On a terminal it offers once to have recording begin after every restart of the machine; see unf service.",
    "Refused: /, the store of unf and its parents, a directory of another user, and without --yes your home directory.",
  ],
  flags,
  examples: [
    { line: "unf watch", does: "record the current directory" },
    { line: "unf watch ~/src/shop ~/src/api", does: "record two projects" },
    { line: "unf watch . --include-ignored 'dist/*.js'", does: "and some of what git ignores" },
    { line: "unf watch . --binary", does: "and images, archives and other binary files" },
    { line: "unf watch . --service", does: "and go on after every restart" },
    { line: "unf watch . --foreground", does: "record here until Ctrl-C, as in a container" },
    { line: "unf watch ~/code/shop --relink", does: "go on with a project that moved here" },
    { line: "unf watch . --relink=../old/shop", does: "the same after it was copied or restored" },
  ],
  exits: {
    3: "no such directory",
    4: "refused; the message says why",
    6: "the daemon does not start",
    9: "no space",
    130: "with --foreground: ended by Ctrl-C; 143: by SIGTERM, 129: by SIGHUP",
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
  const relink = { from: call.flags.relink, never: call.flags["no-relink"] };
  checkRelink(relink, targets.length);
  checkForeground(call.flags);
  const plannedService = await planWatchService(call, wiring, unfHome);
  const planned: (PlannedWatch | PartOf)[] = [];
  for (const { facts } of targets) {
    const { root } = facts;
    const outer = await findOuterOf(call, reader, root);
    planned.push(
      outer === undefined
        ? await planWatch(call, { home: { wiring, reader }, relink, options }, root)
        : { root, partOf: outer.root },
    );
  }
  const isDryRun = call.flags["dry-run"];
  const said = { isDryRun, userHome: world.env.HOME };
  if (isDryRun) return watchedDocument(planned, said);
  const wanted = planned.filter((one): one is PlannedWatch => !isPart(one));
  await confirmMoves(call, wiring, wanted, unfHome);
  if (isScratch) wiring.makeHome(unfHome, { isScratch });
  if (call.flags.foreground) {
    const { recordHere } = await import("./record-here.ts");
    return recordHere(call, wiring, unfHome, () => watchAll(call, planned, "never"));
  }
  const replies = await watchAll(call, planned, "start");
  const mayAsk = call.terminal.mayAsk && !call.flags.yes;
  const asked = { planned: plannedService, mayAsk };
  const service = await settleService(call, asked, wiring, unfHome);
  return watchedDocument(replies, { ...said, service });
}

function checkForeground({ foreground, service }: FlagValues<typeof flags>): void {
  if (foreground && service)
    throw new UnfError("usage", "--foreground and --service exclude each other");
}

/** Has the daemon watch the directories, with a line that moves. */
async function watchAll(
  call: Call<typeof flags>,
  planned: readonly (PlannedWatch | PartOf)[],
  missing: "start" | "never",
): Promise<(WatchReply | PartOf)[]> {
  const wiring = await call.world.wiring();
  const options = readOptions(call.flags);
  return await whileWaiting(call, scanning, (onProgress) =>
    watchDirectories(wiring, wiring.homeDirectory(call.world.env), {
      ...{ planned, options, missing, onProgress },
    }),
  );
}

const scanning: WaitWords = {
  verb: "Scanning",
  left: ({ isDaemons, after = "" }) => ({
    said: isDaemons
      ? `interrupted${after && ` ${after}`}; the daemon goes on recording what is there`
      : "interrupted; nothing is recorded yet",
    hint: isDaemons
      ? "how far it is: unf status; not wanted: unf unwatch"
      : "again: the same command",
  }),
};

interface AskedWatch {
  readonly home: OpenHome;
  readonly relink: RelinkRequest;
  readonly options: WatchOptions;
}

/** Finds out what watching the directory would mean, and asks where that is more than usual. */
async function planWatch(
  call: Call<typeof flags>,
  { home, relink, options }: AskedWatch,
  root: AbsPath,
): Promise<PlannedWatch> {
  const { flags: given, world, terminal, note, asker } = call;
  const isSilent = given["dry-run"] || given.yes;
  const mayAsk = terminal.mayAsk && !isSilent;
  const from = await chooseRelink({ asker, world, home, mayAsk }, root, relink);
  const isAnswered = given.yes && !given["dry-run"];
  const isCounted = from === undefined && !given["no-initial-scan"] && !isAnswered;
  if (!isCounted) return { root, from, estimate: undefined };
  const asked = { root, options, isConfirmed: isSilent };
  return {
    root,
    from,
    estimate: await requireEstimate({ world, terminal, home, mayAsk, note }, asked),
  };
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
  const target = readWatchTarget(call.asker, wiring, {
    word,
    unfHome,
    isConfirmed: call.flags.yes,
  });
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
    ...(values.binary ? { binary: true } : {}),
    ...(values["no-initial-scan"] ? { no_initial_scan: true } : {}),
  };
}
