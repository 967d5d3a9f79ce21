import { type AbsPath, childPath, joinPath, relativeTo } from "@unf/core/base";
import { checkpointId } from "@unf/core/checkpoints";
import { maskName, maskPrompt } from "../parts/mask-prompt.ts";
import { operationName, turnName } from "../parts/names.ts";
import type { Asker } from "../ports/asker.ts";
import { type OpenScope, openScope } from "../scope/open-scope.ts";
import { resolvePath } from "../scope/paths.ts";

/** A word that names something recorded, and a few words on it. */
export interface RecordedName {
  readonly name: string;
  readonly about: string;
}

/** The word that is begun, and how many names one reads at most. */
export interface NamesQuestion {
  readonly begun: string;
  readonly limit: number;
}

/** So many sessions are looked through for one whose name begins so; their names are in no order. */
const sessionsMax = 5000;

/** Checkpoints by label, and those that have none by number, the newest first and each name once. */
export async function readCheckpointNames(
  asker: Asker,
  { begun, limit }: NamesQuestion,
): Promise<RecordedName[]> {
  const { timeline } = (await open(asker)).reader;
  const names = new Map<string, RecordedName>();
  for (const checkpoint of timeline.checkpointNames(begun, limit)) {
    const id = checkpointId(checkpoint);
    const name = checkpoint.label === null ? id : maskName(checkpoint.label);
    if (!names.has(name)) names.set(name, { name, about: id });
  }
  return [...names.values()];
}

/** Turns, the newest first: all whose number begins as the word does. */
export async function readTurnNames(
  asker: Asker,
  { begun, limit }: NamesQuestion,
): Promise<RecordedName[]> {
  const { timeline } = (await open(asker)).reader;
  const [newest] = timeline.turns({ limit: 1 });
  return spansOf(begun, newest?.id ?? 0)
    .flatMap(({ from, to }) => timeline.turns({ before: to, limit }).filter(({ id }) => id >= from))
    .slice(0, limit)
    .map(({ id, label }) => ({ name: turnName(id), about: maskPrompt(label) }));
}

/** Operations that did something, in the same way. */
export async function readOperationNames(
  asker: Asker,
  { begun, limit }: NamesQuestion,
): Promise<RecordedName[]> {
  const { timeline } = (await open(asker)).reader;
  const [newest] = timeline.operations(1);
  return spansOf(begun, newest?.id ?? 0)
    .flatMap(({ from, to }) => timeline.operations(limit, to).filter(({ id }) => id >= from))
    .filter(({ state }) => state !== "abandoned")
    .slice(0, limit)
    .map(({ id, argv }) => ({ name: operationName(id), about: argv.map(maskName).join(" ") }));
}

/** Sessions, the newest first. */
export async function readSessionNames(
  asker: Asker,
  { begun, limit }: NamesQuestion,
): Promise<RecordedName[]> {
  const { timeline } = (await open(asker)).reader;
  return timeline
    .sessions({ limit: begun.length > "s-".length ? sessionsMax : limit })
    .filter(({ id }) => id.startsWith(begun))
    .slice(0, limit)
    .map(({ id, label, agent }) => ({
      name: id,
      about: label === null ? agent : maskPrompt(label),
    }));
}

/** Absolute paths of files that were deleted and are not back, the newest deletion first. */
export async function readDeletedNames(
  asker: Asker,
  { begun, limit }: NamesQuestion,
): Promise<AbsPath[]> {
  const { reader, project } = await open(asker);
  const cut = begun.lastIndexOf("/") + 1;
  const directory = resolvePath(asker.cwd(), begun.slice(0, cut) || ".");
  const inside = relativeTo(project.root, directory);
  // Above the project all of its paths may be meant.
  const start = inside === undefined ? "" : childPath(inside, begun.slice(cut));
  return reader.timeline.deletedPaths(start, limit).map((path) => joinPath(project.root, path));
}

async function open(asker: Asker): Promise<OpenScope> {
  return openScope(asker, await asker.openHome(), []);
}

/** Numbers of a decimal length each, with `to` left out, that begin as the digits behind a dash do; the highest first. */
function spansOf(begun: string, newest: number): { readonly from: number; readonly to: number }[] {
  const digits = /^(?:[a-z]+-)?(\d*)$/.exec(begun)?.[1] ?? "";
  if (digits === "") return [{ from: 1, to: newest + 1 }];
  const spans: { readonly from: number; readonly to: number }[] = [];
  for (let size = 1; Number(digits) * size <= newest && digits[0] !== "0"; size *= 10)
    spans.unshift({ from: Number(digits) * size, to: (Number(digits) + 1) * size });
  return spans;
}
