import {
  everyVersion,
  type OpenHome,
  openSelection,
  readListing,
  readStatus,
  readStory,
  type Status,
  statusAnswer,
  storyBudget,
} from "@unf/answers";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer, Chunk } from "../frame/print/answer.ts";
import type { View } from "../frame/print/view.ts";
import { listingAnswer } from "../log/answers.ts";
import { decideVerdict, headline, unwatchedLine } from "../running/headline.ts";
import { renderFirstCommands } from "./first-commands.ts";

/** `unf` alone: where one is, whether that is recorded, what happened last, and what to type next. */
export const overview = defineCommand({
  usage: [""],
  about: [
    "Says where you are, whether that is recorded, what happened last, and what to type next.",
  ],
  flags: {},
  examples: [],
  exits: {},
  args: { min: 0, max: 0 },
  run: runOverview,
});

async function runOverview(call: Call<Record<never, never>>): Promise<Answer> {
  const { asker } = call;
  const home = await asker.openHome();
  const question = { sinceCheckpoint: undefined, hasSession: false, ownSession: undefined };
  const status = await readStatus(asker, question, home);
  const story = await readLast(call, home, status);
  return {
    kind: "document",
    schema: "unf.status/1",
    document: () => statusAnswer(asker, status),
    text: function* (view) {
      yield* stateLines(status, asker.userHome, view);
      const lines = [...story(view)].slice(0, storyLinesMax);
      if (lines.length > 0) yield "";
      else if (status.here?.kind === "watched") yield "  nothing is recorded here yet";
      yield* lines;
      yield "";
      yield* renderFirstCommands(status.here, view);
    },
  };
}

/** With the days above them. */
const storyLinesMax = 4;

const entriesMax = 3;

/** The last that happened here; nothing where no project is. */
async function readLast(
  { asker }: Pick<Call<Record<never, never>>, "asker">,
  home: OpenHome,
  { here }: Status,
): Promise<(view: View) => Iterable<Chunk>> {
  if (here === undefined || (here.kind === "unwatched" && here.former === undefined))
    return () => [];
  const selection = await openSelection(asker, everyVersion, home);
  const page = { limit: entriesMax, budget: storyBudget(entriesMax), cursorWord: undefined };
  const listing = await readListing(asker, selection, page);
  const isComplete = listing.next === null;
  const scope = { isOfPaths: false, isOfFile: false, isFiltered: false, isComplete };
  const story = (await readStory(asker, listing, scope)).slice(0, entriesMax);
  const plain = { hasPatch: false, reveal: false, hasBars: false, marked: undefined };
  return listingAnswer(listing, story, { selection, ...plain, userHome: asker.userHome }).text;
}

function* stateLines(
  { report, here }: Status,
  userHome: string | undefined,
  view: View,
): Generator<string> {
  const unwatched = unwatchedLine(here, view);
  if (unwatched !== undefined) yield unwatched;
  // Where nothing was ever watched, a recorder that does not run is no trouble.
  if (report.projects.length > 0 || unwatched === undefined) {
    yield headline(report, decideVerdict(report, here, { ...view, userHome }), view);
  }
}
