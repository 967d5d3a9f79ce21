import { type AbsPath, encodeUtf8, type ProjectId, type RelPath } from "@unf/core/base";
import {
  backupDirectory,
  lostPacksDirectory,
  lostTimelineDirectory,
  objectsDirectory,
  projectDirectory,
  rescueDirectory,
  spoolDirectory,
} from "@unf/core/home";
import type { HomeWorld } from "@unf/maintenance";
import {
  carryOnAll,
  forgetHome,
  nothingWatched,
  readSearches,
  scanHome,
  searchForgotten,
} from "@unf/maintenance";
import { modelDigest } from "../digest.ts";
import { home, type Kept, MemoryHome } from "./memory-home.ts";

const [first, second] = ["a", "b"].map((digit) => digit.repeat(16) as ProjectId) as [
  ProjectId,
  ProjectId,
];

/** Put together, so that it stands nowhere else. */
const secret = (word: string): string => `TOKEN=hunter-${word}-${"x9Q".repeat(6)}\n`;

const version = (project: ProjectId, path: string, text: string): Kept => ({
  project,
  path: path as RelPath,
  text,
});

/** In the order in which they are recorded: the n-th of a project is its row n. */
const versions: readonly Kept[] = [
  version(first, ".env", secret("one")),
  version(first, "a.txt", "kept 1\n"),
  version(first, ".env", secret("two")),
  version(first, "a.txt", "kept 2\n"),
  version(first, ".env", secret("three")),
  version(first, "c.txt", secret("four")),
  version(first, "c.txt", "of both projects\n"),
  version(first, ".env", "of both projects\n"),
  version(second, "c.txt", secret("four")),
  version(second, "b.txt", "of both projects\n"),
  version(second, "c.txt", "kept 3\n"),
];

type Params = Parameters<typeof forgetHome>[2];

/** An order to forget, and by hand what it means. */
export interface ForgetOrder {
  readonly name: string;
  readonly params: Params;
  /** Projects in which it is written down. */
  readonly concerned: readonly ProjectId[];
  readonly isMeant: (one: Kept) => boolean;
  readonly secrets: readonly string[];
}

const usual: Omit<Params, "what"> = {
  ...{ project: first, patterns: [], hash: null, before: null },
  ...{ plan: null, lasting: false },
};

export const orders: readonly ForgetOrder[] = [
  {
    name: "a file",
    params: { ...usual, what: "paths", patterns: ["/.env"], lasting: true },
    concerned: [first],
    isMeant: ({ project, path }) => project === first && path === ".env",
    secrets: [secret("one"), secret("two"), secret("three")],
  },
  {
    name: "a content that two projects have",
    params: {
      ...usual,
      what: "content",
      project: null,
      hash: modelDigest(encodeUtf8(secret("four"))),
    },
    concerned: [first, second],
    isMeant: ({ text }) => text === secret("four"),
    secrets: [secret("four")],
  },
  {
    name: "the history before a version",
    params: { ...usual, what: "before", before: 3 },
    concerned: [first],
    isMeant: (one) => versions.slice(0, 3).includes(one),
    secrets: [secret("one"), secret("two")],
  },
  {
    name: "a project",
    params: { ...usual, what: "project" },
    concerned: [first],
    isMeant: ({ project }) => project === first,
    secrets: [secret("one"), secret("two"), secret("three"), secret("five")],
  },
];

/** A home that holds its secrets wherever a home can hold one, all of it durable. */
export async function makeForgetScene(): Promise<MemoryHome> {
  const made = new MemoryHome();
  made.addProject(first, "/home/u/first" as AbsPath);
  made.addProject(second, "/home/u/second" as AbsPath);
  for (const one of versions) made.record(one, { isInboxed: one.text === secret("three") });
  await hideInStore(made);
  hideBeside(made, secret("one"));
  const texts = made.timelines.at(first)?.texts;
  texts?.push(`before ${secret("one")}`, `said ${secret("four")}`, "nothing of interest");
  made.machine.disk.syncAll("/" as AbsPath);
  return made;
}

/** One content in a pack, one in the trash, one there and as an object. */
async function hideInStore(made: MemoryHome): Promise<void> {
  const store = made.store();
  const blob = (text: string) => ({ hash: modelDigest(encodeUtf8(text)), bytes: encodeUtf8(text) });
  const packed = [blob(secret("one")), blob("kept 1\n")];
  await store.writePack([packed], async () => undefined);
  store.discard(packed.map(({ hash }) => hash));
  store.trash(blob(secret("two")).hash);
  store.trash(blob(secret("four")).hash);
  store.put(blob(secret("four")));
}

function hideBeside(made: MemoryHome, text: string): void {
  const hide = (directory: AbsPath, name: string, held = text) =>
    made.write(`${directory}/${name}` as AbsPath, held);
  hide(rescueDirectory(home, first, 7), ".env");
  hide(lostTimelineDirectory(home, first, "0123"), "timeline.db");
  hide(lostPacksDirectory(home), "0123.pack.4567");
  hide(backupDirectory(home, first), "timeline-v5-x.db");
  hide(projectDirectory(home, first), "unknown", secret("five"));
  hide(`${objectsDirectory(home)}/tmp` as AbsPath, "0123456789abcdef0123");
  hide(spoolDirectory(home), "1-0123.json");
}

/** Forgets as the program does that was asked; true when it says that it is done. */
export async function forget(world: HomeWorld, { params }: ForgetOrder): Promise<boolean> {
  const { pending } = await forgetHome(world, nothingWatched(world), params);
  await search(world);
  return !pending;
}

/** Does what the next start of a recorder does. */
export async function carryOn(world: HomeWorld): Promise<boolean> {
  await carryOnAll(world, nothingWatched(world));
  await search(world);
  return false;
}

async function search(world: HomeWorld): Promise<void> {
  await searchForgotten(world, (_, sought) => scanHome(world, sought));
}

/** The projects in which the order is written down, or carried out. */
export function begunIn(
  { timelines }: MemoryHome,
  { concerned }: ForgetOrder,
): readonly ProjectId[] {
  return concerned.filter((id) => {
    const stored = timelines.at(id);
    return stored === undefined || stored.model.forgettings().length > 0;
  });
}

/** Versions that must be there and are not; empty when all are. `begun`: where what is meant may be gone. */
export function findLost(
  made: MemoryHome,
  order: ForgetOrder,
  begun: readonly ProjectId[],
): string[] {
  return [first, second].flatMap((id) => {
    const left = made.versions(id);
    const kept = versions.filter(
      (one) => one.project === id && !(begun.includes(id) && order.isMeant(one)),
    );
    return kept
      .filter(({ path, text }) => !left.some((one) => one.path === path && one.text === text))
      .map(({ path, text }) => `${path} of ${id} with ${JSON.stringify(text)} is lost`);
  });
}

/**
 * Everything that is left of rows and contents that were to be forgotten; empty when nothing is.
 */
export function findLeft(made: MemoryHome, order: ForgetOrder): string[] {
  const { machine, timelines } = made;
  const stored = order.concerned.flatMap((id) => timelines.at(id) ?? []);
  const places = order.concerned.flatMap((id) =>
    made.versions(id).map(({ path, text }) => ({ project: id, path, text: text ?? "" })),
  );
  const texts = [
    ...machine.texts(home),
    ...stored.flatMap(({ texts }) => texts.map((text) => ["a label", text])),
  ];
  return [
    ...order.secrets.flatMap((text) => [
      ...(made.read(modelDigest(encodeUtf8(text))) === undefined ? [] : [`${text} can be read`]),
      ...texts.filter(([, all]) => all?.includes(text)).map(([where]) => `${text} is in ${where}`),
    ]),
    ...places
      .filter(order.isMeant)
      .map(({ path, text }) => `there is a version of ${path}: ${text}`),
    ...stored.filter(({ hasResidue }) => hasResidue).map(() => "a timeline was not compacted"),
    ...stored
      .flatMap(({ model }) => model.forgettings())
      .filter(({ state }) => state === "pending")
      .map(({ kind }) => `an order about a ${kind} is pending`),
  ];
}

/** Searches that are not settled: nothing is to be found any more. */
export function findSearches({ files }: MemoryHome): string[] {
  return readSearches({ home, files }).map(
    ({ state, found }) => `the search is ${state}: ${found}`,
  );
}
