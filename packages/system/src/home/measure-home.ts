import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type AbsPath, systemCode } from "@unf/core/base";
import type { HomeSize } from "@unf/core/storage";
import type { Measured, SizeNotes } from "./size-notes.ts";

/** The part that each name of the home's top level counts as; all others are `other`. */
const parts: Readonly<Record<string, Exclude<keyof HomeSize, "projectBytes">>> = {
  objects: "objects",
  packs: "packs",
  trash: "trash",
  projects: "timelines",
  logs: "logs",
  rescue: "rescues",
};

/** Beside each timeline. */
const backupName = "backup";

/** Locks, the socket, the ballast: there while programs run, and given back to a disk that is full. */
const runName = "run";

/**
 * Measures what the home takes on its disk, by the blocks of its files, but for `run/`. Looks at every file once,
 * but for those of directories that `notes` knows, and asks `breathe` after each directory; what comes and goes
 * meanwhile counts or does not.
 */
export async function measureHome(
  home: AbsPath,
  breathe: () => Promise<void> | undefined,
  notes?: Pick<SizeNotes, "find" | "note">,
): Promise<HomeSize> {
  const none = { files: 0, bytes: 0 };
  const size = {
    objects: none,
    packs: none,
    trash: none,
    timelines: none,
    backups: none,
    rescues: none,
    logs: none,
    other: none,
  };
  const projectBytes = new Map<string, number>();
  for (const name of list(home).filter((one) => one !== runName)) {
    const part = parts[name] ?? "other";
    if (part === "timelines") {
      for (const project of list(join(home, name))) {
        const all = await measure(join(home, name, project), breathe);
        const backups = await measure(join(home, name, project, backupName), breathe);
        const one = { files: all.files - backups.files, bytes: all.bytes - backups.bytes };
        projectBytes.set(project, one.bytes);
        size.timelines = add(size.timelines, one);
        size.backups = add(size.backups, backups);
      }
    } else {
      const isOfObjects = part === "objects" || part === "trash";
      const measured = isOfObjects
        ? await measureObjects(home, name, breathe, notes)
        : await measure(join(home, name), breathe);
      size[part] = add(size[part], measured);
    }
  }
  return { ...size, projectBytes };
}

/** A file, or everything in a directory. */
async function measure(path: string, breathe: () => Promise<void> | undefined): Promise<Measured> {
  const sum = { files: 0, bytes: 0 };
  const open = [path];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const stats = look(next);
    if (stats === undefined) continue;
    sum.bytes += stats.bytes;
    if (!stats.isDirectory) sum.files += 1;
    else {
      for (const name of list(next)) open.push(join(next, name));
      await breathe();
    }
  }
  return sum;
}

/** Everything in `objects/` or `trash/`. Names of two digits are the directories of which notes are made. */
async function measureObjects(
  home: AbsPath,
  part: string,
  breathe: () => Promise<void> | undefined,
  notes: Pick<SizeNotes, "find" | "note"> | undefined,
): Promise<Measured> {
  const path = join(home, part);
  if (notes === undefined) return measure(path, breathe);
  let sum: Measured = { files: 0, bytes: look(path)?.bytes ?? 0 };
  for (const name of list(path)) {
    const isOfDigests = /^[0-9a-f]{2}$/.test(name);
    const noted = isOfDigests ? measureNoted(home, `${part}/${name}`, notes) : undefined;
    sum = add(sum, noted ?? (await measure(join(path, name), breathe)));
    await breathe();
  }
  return sum;
}

/** `undefined` for what is no directory of files, or cannot be looked at. */
function measureNoted(
  home: AbsPath,
  directory: string,
  notes: Pick<SizeNotes, "find" | "note">,
): Measured | undefined {
  const path = join(home, directory);
  try {
    const own = lstatSync(path, { bigint: true });
    if (!own.isDirectory()) return undefined;
    const known = notes.find(directory, own.ctimeNs);
    if (known !== undefined) return known;
    const names = readdirSync(path);
    let bytes = Number(own.blocks) * blockBytes;
    for (const name of names) {
      const stats = lstatSync(join(path, name));
      if (!stats.isFile()) return undefined;
      bytes += stats.blocks * blockBytes;
    }
    notes.note(directory, own.ctimeNs, { files: names.length, bytes });
    return { files: names.length, bytes };
  } catch (thrown) {
    return ignoreGone(thrown, undefined);
  }
}

/** Units of `st_blocks`, whatever the file system's own are. */
const blockBytes = 512;

function look(path: string): { readonly bytes: number; readonly isDirectory: boolean } | undefined {
  try {
    const stats = lstatSync(path);
    return { bytes: stats.blocks * blockBytes, isDirectory: stats.isDirectory() };
  } catch (thrown) {
    return ignoreGone(thrown, undefined);
  }
}

function list(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch (thrown) {
    return ignoreGone(thrown, []);
  }
}

/** Counts as nothing an entry that was removed meanwhile, or may not be read. */
function ignoreGone<T>(thrown: unknown, instead: T): T {
  if (systemCode(thrown) === undefined) throw thrown;
  return instead;
}

function add(a: Measured, b: Measured): Measured {
  return { files: a.files + b.files, bytes: a.bytes + b.bytes };
}
