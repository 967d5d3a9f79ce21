import {
  followVersions,
  histogramAnswer,
  type Listing,
  narrowToLines,
  type OpenHome,
  openSelection,
  readHistogram,
  readListing,
  readStory,
  readStretches,
  type Selection,
  storyBudget,
  viewerOf,
} from "@unf/answers";
import { UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { StoryScope } from "@unf/view";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { openProgress, type ProgressLine } from "../frame/call/progress.ts";
import type { Answer, StreamItem } from "../frame/print/answer.ts";
import { listingAnswer, type TextShowing, versionItem } from "./answers.ts";
import { type LogFlags, logFlags } from "./flags.ts";
import { groupedAnswer } from "./grouped.ts";
import { renderHistogram } from "./histogram-text.ts";
import { unknownAgent } from "./note-agents.ts";
import { sayMore } from "./say-more.ts";
import { stretchesAnswer } from "./stretches-answer.ts";
import { cursorAround, rowsAround, takeVersions } from "./take-versions.ts";

const schema = "unf.log/1";

export const log = defineCommand({
  usage: ["log [flags] [path...]", "log <v> [<v>]", "log --global [flags]"],
  about: [
    "Lists the recorded versions of files and directories, newest first. Without a path: of the whole project. Letters: A created, M modified, D deleted, R renamed.",
    "On a terminal, what happened to eight or more files within a moment is one line, named by its cause where that is known: a command of git, an operation of unf, a turn of an agent. --files shows each file; so do -p, --stat and pipes.",
    "It shows settled versions, after which the file stayed quiet for 3 seconds; --all adds the interim ones. Spans in which versions may be missing are shown as recording gaps; checkpoints and mass changes stand between the versions.",
    "Where agents work, it also says who wrote each version: an agent and its session, you, or unknown, when neither is certain; the turns of agents stand between the versions.",
    "Globs are those of .gitignore: *.ts at any depth, /src only at the root, ! takes back. In a pipe, each version is one line with tabs: instant, letter, version, added, removed, author, remark, path, and for a rename the old path.",
    "For one file the listing goes on with the name it had before a rename; --no-follow stops there. The listing of an old name ends with the new one.",
    "A version in the place of a path is its file around that version, which a sign before the line marks; two are what lies between them. Write ./v8 for a file of that name.",
  ],
  flags: logFlags,
  examples: [
    { line: "unf log", does: "the last 50 versions in this project" },
    { line: "unf log --files", does: "the same, and every file of what happened to many" },
    { line: "unf log src --since 1h --stat", does: "what happened in src in the last hour" },
    { line: "unf log -p -n 3 src/cart.ts", does: "the last three changes of a file, line by line" },
    {
      line: "unf log --global --since today --kind delete",
      does: "everything deleted today, anywhere",
    },
    {
      line: "unf log --include '*.ts' --exclude test/ --group file",
      does: "one line per TypeScript file",
    },
    { line: "unf log v22", does: "the file that this is a version of, around it" },
    { line: "unf log --author human", does: "what was not written by an agent" },
    { line: "unf log --grep 'fetchPrice|getPrice'", does: "where a line with either came or went" },
    { line: "unf log --group turn", does: "one line per prompt" },
    { line: "unf log --histogram --since 7d", does: "when this week was busy" },
    { line: "unf log -f --jsonl", does: "a stream of versions for a script" },
  ],
  exits: {
    3: "not watched, or nothing recorded of a path",
    6: "--follow, and the daemon is not running",
  },
  args: { min: 0, max: 1000 },
  run: runLog,
});

/** `unf tail` comes here, too. */
export async function runLog(call: Call<typeof logFlags>): Promise<Answer> {
  const { flags } = call;
  checkFlags(call);
  const home = await call.asker.openHome();
  const { question, around } = takeVersions(call, home);
  using progress = openProgress(call, "Looking at", "versions");
  const selection = await narrowed(
    call,
    await openSelection(call.asker, question, home),
    progress.update,
  );
  const showing: TextShowing = {
    selection,
    hasPatch: flags.patch,
    reveal: flags.reveal,
    hasBars: flags.stat,
    marked: around?.id,
    userHome: call.world.env.HOME,
  };
  if (flags.follow) {
    // Asked first: without a daemon there is nothing to wait for.
    await (await home.wiring.openWriter(home.reader.home, "never"))[Symbol.asyncDispose]();
    return { kind: "stream", schema, items: followItems(call, home, showing) };
  }
  if (flags.sessions) return await sessionsAnswer(call, showing);
  if (flags.histogram !== undefined) return countAnswer(call, selection, flags.histogram);
  const isStory = tellsStory(call);
  const limit = flags.limit ?? (around === undefined ? limits.query.rows : rowsAround);
  const cursorWord = flags.cursor ?? cursorAround(selection, around, limit);
  if (flags.group !== undefined)
    return { kind: "document", schema, ...(await groupedAnswer(call, flags.group, showing)) };
  const listing = await readListing(call.asker, selection, {
    limit,
    ...(isStory ? { budget: storyBudget(limit) } : {}),
    cursorWord,
  });
  const story = isStory
    ? await readStory(call.asker, listing, storyScope(selection, listing, cursorWord))
    : hasNothing(selection, listing)
      ? []
      : listing.items;
  if (listing.versions.length === 0)
    call.note(unknownAgent(selection, flags.author) ?? emptyText(selection, listing));
  sayMore(call, listing.next);
  return { kind: "document", schema, ...listingAnswer(listing, story, showing) };
}

/** Of contents nothing is looked at unless lines are asked for. */
async function narrowed(
  { asker, flags: { grep, "ignore-case": ignoreCase } }: Call<typeof logFlags>,
  selection: Selection,
  onProgress: ProgressLine["update"],
): Promise<Selection> {
  if (grep === undefined) return selection;
  let files = 0;
  const onLooked = (): void => {
    files += 1;
    onProgress({ phase: "scanning", files, recorded: 0, total: null });
  };
  return await narrowToLines(asker, selection, { pattern: grep, ignoreCase, onLooked });
}

/** On a terminal what happened to many files is one line, unless each of them is asked about. */
function tellsStory({ flags, terminal }: Call<typeof logFlags>): boolean {
  const isByFile = flags.files || flags.patch || flags.stat || flags.all;
  return terminal.isForPerson && !isByFile && flags.group === undefined;
}

function emptyText(selection: Selection, listing: Listing): string {
  const { isOfPaths, isFiltered, isComplete } = storyScope(selection, listing, undefined);
  const isAll = isComplete && !isOfPaths && !isFiltered;
  return isAll ? "nothing is recorded here yet" : "no versions match";
}

/** Where nothing matches what was asked for, what stands between versions has no place either. */
function hasNothing(selection: Selection, listing: Listing): boolean {
  const { isOfPaths, isFiltered } = storyScope(selection, listing, undefined);
  return listing.versions.length === 0 && (isOfPaths || isFiltered);
}

function storyScope(
  { query, trace, matchesAll, since, until }: Selection,
  { next }: Listing,
  cursor: string | undefined,
): StoryScope {
  const isNarrowed = since !== undefined || until !== undefined || cursor !== undefined;
  const { events, session, turn, author } = query;
  return {
    isOfPaths: query.within.length > 0,
    isOfFile: trace.length > 0,
    isFiltered: !matchesAll || [events, session, turn, author].some((one) => one !== undefined),
    isComplete: next === null && !isNarrowed,
  };
}

async function sessionsAnswer(call: Call<typeof logFlags>, showing: TextShowing): Promise<Answer> {
  const limit = call.flags.limit ?? limits.query.rows;
  const stretches = await readStretches(call.asker, showing.selection, limit + 1);
  if (stretches.length === 0) call.note("nobody is known to have worked here");
  if (stretches.length > limit && call.terminal.isForPerson) {
    call.note("there are more: -n <count>");
  }
  return { kind: "document", schema, ...stretchesAnswer(stretches.slice(0, limit), showing) };
}

async function countAnswer(
  call: Call<typeof logFlags>,
  selection: Selection,
  count: number,
): Promise<Answer> {
  const histogram = await readHistogram(call.asker, selection, { count, ...viewerOf(call.asker) });
  return {
    kind: "document",
    schema,
    document: () => histogramAnswer(histogram, selection),
    text: (view) => renderHistogram(histogram, view),
    isLong: true,
  };
}

/** Rows to begin with when following without a count. */
const followRows = 10;

async function* followItems(
  call: Call<typeof logFlags>,
  { wiring, reader }: OpenHome,
  showing: TextShowing,
): AsyncGenerator<StreamItem> {
  const { selection } = showing;
  const limit = call.flags.limit ?? followRows;
  const ports = {
    wiring,
    home: reader.home,
    now: call.world.now,
    pause: call.world.pause,
    readBegin: async () => {
      const page = await readListing(call.asker, selection, { limit, cursorWord: undefined });
      return page.versions.toReversed();
    },
  };
  for await (const version of followVersions(ports, selection)) {
    yield versionItem(version, showing);
  }
}

/** Pairs of flags that contradict each other, so that no combination means something by accident. */
function checkFlags({ args, flags, globals }: Call<typeof logFlags>): void {
  if (!flags.global && flags["include-project"].length + flags["exclude-project"].length > 0) {
    throw new UnfError("usage", "--include-project and --exclude-project need --global");
  }
  if (flags.global && (args.length > 0 || globals.project !== undefined)) {
    throw new UnfError(
      "usage",
      "--global is about all projects and takes no path and no --project",
      { hint: "use --include for paths and --include-project for projects" },
    );
  }
  const given = (name: keyof LogFlags): boolean =>
    flags[name] !== undefined && flags[name] !== false;
  const exclusive: readonly (readonly [keyof LogFlags, readonly (keyof LogFlags)[]])[] = [
    ["follow", ["histogram", "cursor", "reverse", "group", "until", "stat", "grep"]],
    ["histogram", ["cursor", "reverse", "group", "patch", "stat", "limit"]],
    ["group", ["patch", "stat", "files"]],
    [
      "sessions",
      [
        "follow",
        "histogram",
        "cursor",
        "reverse",
        "group",
        "patch",
        "stat",
        "session",
        "turn",
        "grep",
      ],
    ],
  ];
  for (const [name, others] of exclusive) {
    const other = given(name) ? others.find(given) : undefined;
    if (other !== undefined)
      throw new UnfError("usage", `--${name} and --${other} exclude each other`);
  }
  if (flags.follow && globals.json) {
    throw new UnfError("usage", "--follow never ends, and --json is one document", {
      hint: "use --jsonl",
    });
  }
}
