import { escapeForDisplay } from "@unf/core/query";
import type { Operation } from "@unf/core/timeline";
import {
  commandBehind,
  type Happening,
  type ItemFacts,
  LineBudget,
  parseReflog,
  type ReflogEntry,
  type RowFacts,
  type StoryScope,
  tellStory,
} from "@unf/view";
import type { ListedVersion, Listing, PageBudget } from "../log/listing.ts";
import type { ListedMark } from "../log/marks.ts";
import { readReflog } from "../log/reflog.ts";
import { turnName } from "../parts/names.ts";
import { shownCommand } from "../parts/next-command.ts";
import type { Asker } from "../ports/asker.ts";

/** A version, or a mark between versions. */
export type ListedItem = ListedVersion | ListedMark;

/** Many versions that are told as one thing that happened. */
export interface ToldHappening extends Happening<ListedItem> {
  /** Its cause, already escaped; `undefined` where only its files can be told. */
  readonly name: string | undefined;
  /** The newest of its versions. */
  readonly last: ListedVersion;
}

/** A line of the listing as a person reads it. */
export type StoryItem = ListedItem | ToldHappening;

/** Room for so many lines. */
export function storyBudget(lines: number): PageBudget {
  const budget = new LineBudget(lines);
  return {
    take: (version) => budget.take(rowFacts(version)),
    get fitting() {
      return budget.fitting;
    },
  };
}

/** The listing as a person reads it, with names for what happened to many files at once. */
export async function readStory(
  asker: Asker,
  { items }: Pick<Listing, "items">,
  scope: StoryScope,
): Promise<StoryItem[]> {
  const told = tellStory<ListedItem>(items, factsOf, scope);
  const reflogOf = await openReflogs(asker, told);
  return told.map((entry) => (entry.kind === "happening" ? named(entry, reflogOf) : entry));
}

function factsOf(item: ListedItem): ItemFacts {
  switch (item.kind) {
    case "version":
      return rowFacts(item);
    case "gap": {
      const { from, to, closedAt, path } = item.gap;
      return { kind: "gap", from, to, isAlwaysTold: closedAt === null || path !== undefined };
    }
    case "burst":
      return { kind: "burst", project: item.project.id, ...pick(item.burst) };
    case "checkpoint":
    case "handover":
      return { kind: "landmark" };
    case "turn":
      return { kind: "aside" };
  }
}

function pick({ from, to }: { readonly from: number; readonly to: number }) {
  return { from, to };
}

function rowFacts({ source, snapshot, authors }: ListedVersion): RowFacts {
  const { at, path, event, operation, cause, counts } = snapshot;
  const { type: seen, name, session, turn, candidates } = authors.of(snapshot);
  // Where no agent ever was there is nobody to tell a person from, whatever a flush in the middle saw.
  const type = authors.hasAgents || seen !== "unknown" ? seen : "human";
  return {
    kind: "row",
    project: source.project.id,
    ...{ at, path, event, operation },
    author: [type, name, session, turn, ...candidates.map((one) => one.session)].join(" "),
    isBaseline: cause === "baseline",
    added: counts?.added ?? 0,
    removed: counts?.removed ?? 0,
  };
}

type ReflogOf = (version: ListedVersion) => readonly ReflogEntry[];

/** Reads reflogs only where something happened whose cause they may name, and each once. */
async function openReflogs(
  asker: Asker,
  told: readonly (ListedItem | Happening<ListedItem>)[],
): Promise<ReflogOf> {
  if (!told.some((entry) => entry.kind === "happening" && entry.cause === "moment"))
    return () => [];
  const fileSystem = await asker.fileSystem();
  const known = new Map<string, readonly ReflogEntry[]>();
  return ({ source: { project } }) => {
    const entries = known.get(project.id) ?? parseReflog(readReflog(fileSystem, project.root));
    known.set(project.id, entries);
    return entries;
  };
}

function named(happening: Happening<ListedItem>, reflogOf: ReflogOf): ToldHappening | ListedItem {
  const versions = happening.rows.filter((row): row is ListedVersion => row.kind === "version");
  const last = versions.reduce((newest, one) =>
    one.snapshot.id > newest.snapshot.id ? one : newest,
  );
  return { ...happening, last, name: nameOf(happening, last, reflogOf) };
}

function nameOf(
  { cause, from, to }: Happening<ListedItem>,
  last: ListedVersion,
  reflogOf: ReflogOf,
): string | undefined {
  const { source, snapshot, authors } = last;
  if (cause === "baseline") return "recording began";
  if (cause === "operation") {
    return commandOf(source.timeline.operation(snapshot.operation ?? 0));
  }
  const command = commandBehind(reflogOf(last), { from, to });
  if (command !== undefined) return escapeForDisplay(command);
  const { turn } = authors.of(snapshot);
  return turn === null ? undefined : turnName(turn);
}

/** The command that ordered an operation, as it was typed; its kind where nobody typed one. */
export function commandOf(operation: Operation | undefined): string | undefined {
  if (operation === undefined || operation.argv.length === 0) return operation?.kind;
  return shownCommand(["unf", ...operation.argv]);
}
