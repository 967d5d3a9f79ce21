import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { digest } from "@unf/system/digest";
import { onlyTimeline } from "./check-home.ts";
import { type Measures, noFindings } from "./measures.ts";
import { comparePictures, contentsOf, type Picture, readPicture } from "./picture.ts";
import { outcomeOf, type Told } from "./told.ts";

/** The tree before an operation, and as it is to become. */
export interface Trees {
  readonly before: Picture;
  readonly after: Picture;
}

/** A tree on which an operation was tried, after a recovery. */
export interface OperationTrial extends Trees {
  readonly home: string;
  readonly root: string;
  /** The operation's answer; `undefined` when it was killed before that. */
  readonly told?: Told | undefined;
}

/**
 * Looks whether the operation was carried out whole or not at all, as was told, with nothing left
 * over and nothing lost. Reads the documented formats itself, not through the code under test.
 */
export function checkOperation(trial: OperationTrial): Measures {
  const found = noFindings();
  const { [savedLater]: _, ...now } = readPicture(trial.root);
  const fromBefore = comparePictures(now, trial.before);
  const fromAfter = comparePictures(now, trial.after);
  const isBefore = fromBefore.length === 0;
  const isAfter = fromAfter.length === 0;
  if (!isBefore && !isAfter) found.halfTrees.push(describeHalf(fromBefore, fromAfter));
  if (trial.told !== undefined) found.unclear.push(...checkTold(trial.told, { isBefore, isAfter }));
  found.leftovers.push(...leftoversOf(trial, now));
  found.contentLost.push(...lostContents(trial, now));
  return found;
}

/** Saved by a recovery to see that it records again. */
const savedLater = "after.txt";

/** By how it differs from the state it is nearer to. */
function describeHalf(fromBefore: readonly string[], fromAfter: readonly string[]): string {
  const [name, differences] =
    fromBefore.length < fromAfter.length ? ["before", fromBefore] : ["planned", fromAfter];
  return `as ${name} but for: ${differences.join("; ").replaceAll(/\b([0-9a-f]{8})[0-9a-f]{56}\b/g, "$1")}`;
}

/** The faults of an answer, given what the tree turned out to be. */
function checkTold(
  told: Told,
  { isBefore, isAfter }: { readonly isBefore: boolean; readonly isAfter: boolean },
): string[] {
  const said = `${told.exit} ${JSON.stringify(told.text)}`;
  const outcome = outcomeOf(told);
  if (outcome === "unclear") return [said];
  const mayBeBefore = outcome === "unchanged" || outcome === "unknown";
  const isTrue = (mayBeBefore && isBefore) || (outcome !== "unchanged" && isAfter);
  return isTrue ? [] : [`${said}, but the tree is ${describe(isBefore, isAfter)}`];
}

function describe(isBefore: boolean, isAfter: boolean): string {
  if (isBefore) return "as before";
  return isAfter ? "as planned" : "a mixture";
}

interface OperationOfDisk {
  readonly id: number;
  readonly state: string;
}

/** Files that an operation may leave nowhere: temporaries, an open journal, rescues of what was given up. */
function leftoversOf({ home, root }: OperationTrial, now: Picture): string[] {
  const left = Object.keys(now).filter((path) => /(^|\/)\.unf-/.test(path));
  const states = new Map(operationsOf(home).map(({ id, state }) => [`op-${id}`, state]));
  for (const [name, state] of states) {
    if (state === "staging" || state === "committed") left.push(`${name} is ${state}`);
  }
  for (const [name, directory] of rescuesOf(home)) {
    const isOfDone = states.get(name) === "done";
    if (!isOfDone || readdirSync(directory).length === 0)
      left.push(`the rescue directory of ${name}, which is ${states.get(name)}`);
  }
  return left.map((one) => `${one} (${root})`);
}

function operationsOf(home: string): OperationOfDisk[] {
  const path = onlyTimeline(home);
  if (path === undefined) return [];
  using database = new DatabaseSync(path, { readOnly: true });
  return database.prepare("SELECT id, state FROM operations").all() as unknown as OperationOfDisk[];
}

/** The rescue directories of a home's operations, by the operation's name. */
function rescuesOf(home: string): [name: string, directory: string][] {
  const rescue = join(home, "rescue");
  if (!existsSync(rescue)) return [];
  return readdirSync(rescue).flatMap((project) =>
    readdirSync(join(rescue, project)).map((name): [string, string] => {
      return [name, join(rescue, project, name)];
    }),
  );
}

/** Contents of the tree before that are neither on disk, nor in the store, nor rescued. */
function lostContents({ home, before }: OperationTrial, now: Picture): string[] {
  const kept = new Set([...contentsOf(now).values()]);
  for (const [, directory] of rescuesOf(home)) {
    for (const hash of contentsOf(readPicture(directory)).values()) kept.add(hash);
  }
  return [...contentsOf(before)]
    .filter(([, hash]) => !kept.has(hash) && !isStored(home, hash))
    .map(([path, hash]) => `${path} as ${hash}`);
}

function isStored(home: string, hash: string): boolean {
  const path = join(home, "objects", hash.slice(0, 2), hash.slice(2));
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === true)
    if (digest(readFileSync(path)) === hash) return true;
  const timeline = onlyTimeline(home);
  if (timeline === undefined) return false;
  using database = new DatabaseSync(timeline, { readOnly: true });
  const row = database
    .prepare("SELECT data FROM inbox WHERE hash = ?")
    .get(Buffer.from(hash, "hex")) as { readonly data: Uint8Array } | undefined;
  return row !== undefined && digest(row.data) === hash;
}
