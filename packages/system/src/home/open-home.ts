import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { type AbsPath, asStorageError, systemCode, UnfError } from "@unf/core/base";
import {
  formatPath,
  logsDirectory,
  objectsDirectory,
  projectsDirectory,
  runDirectory,
} from "@unf/core/home";
import { atomicReplace, isTemporaryOf } from "../disk/atomic-replace.ts";
import { isAbsent, removeEntry } from "../disk/base/remove-entry.ts";
import { changeMode, newDirectory } from "../disk/base/writes.ts";
import { syncDirectory } from "../disk/sync.ts";
import { checkFormat, type HomeMarks, parseFormat, renderFormat } from "./format-file.ts";
import { networkDisk } from "./network-disk.ts";
import {
  checkOwnDirectory,
  checkPrivateDirectory,
  lookAt,
  makePrivateDirectory,
  requireOwn,
} from "./private-directory.ts";
import { noteSettings } from "./settings-seen.ts";

/**
 * Checks that the home directory is ours, private and of a format we know, and creates it when
 * asked to. `absent`: there is nothing yet, and nothing was created. `isScratch`: it is made one that is
 * to be thrown away, or is one; no other becomes one. Throws `refused`, `foreign_store`, `newer_store`.
 */
export function openHome(
  home: AbsPath,
  { create, isScratch = false }: { readonly create: boolean } & Partial<HomeMarks>,
): "opened" | "created" | "absent" {
  const found = lookAt(home);
  if (found === undefined) {
    if (!create) return "absent";
    makeHome(home, { isScratch });
    return "created";
  }
  checkOwnDirectory(home, found);
  const format = readFormat(home);
  if (format !== undefined) {
    const parsed = parseFormat(format);
    checkFormat(home, parsed);
    checkPrivateDirectory(home);
    if (isScratch && !("isScratch" in parsed && parsed.isScratch)) throw notScratch(home);
    checkLocal(home);
    if (create) makeRooms(home);
    return "opened";
  }
  if (!isEmpty(home)) checkFormat(home, { kind: "foreign" });
  if (!create) return "absent";
  // Someone's `mkdir` before us, probably too open; nothing is in it yet.
  changeMode(home, 0o700);
  fillHome(home, { isScratch });
  return "created";
}

/**
 * Says that from now on the home may hold what programs before format 2 do not know, so that they
 * leave it alone. Only for the holder of the daemon's lock, before it writes any such thing. True
 * when that had to be said. Throws `no_space` or `failed` when it cannot be.
 */
export function raiseFormat(home: AbsPath): boolean {
  const text = readFormat(home);
  if (text === undefined) return false;
  const format = parseFormat(text);
  checkFormat(home, format);
  if (format.kind !== "older") return false;
  try {
    atomicReplace(formatPath(home), renderFormat(format), 0o600);
    return true;
  } catch (thrown) {
    throw asStorageError(thrown, formatPath(home));
  }
}

/** The kind of a directory to unf. `absent`: nothing, or nothing of unf's. */
export type HomeKind = "absent" | "lasting" | "scratch";

/** Whether a home is there, and whether it was made to be thrown away. Checks and changes nothing. */
export function readHomeKind(home: AbsPath): HomeKind {
  const text = readFormat(home);
  const format = text === undefined ? undefined : parseFormat(text);
  if (format === undefined || format.kind === "foreign") return "absent";
  return format.kind !== "newer" && format.isScratch ? "scratch" : "lasting";
}

/** Makes every file the process creates from now on private. The first thing a program does. */
export function tightenUmask(): void {
  process.umask(0o077);
}

function makeHome(home: AbsPath, marks: HomeMarks): void {
  newDirectory(dirname(home), { recursive: true });
  makePrivateDirectory(home);
  fillHome(home, marks);
  // A person's home directory may be a link to where it lies.
  syncDirectory(realpathSync(dirname(home)));
}

/** The format goes first: a home without it, and with anything else in it, is not ours. */
function fillHome(home: AbsPath, marks: HomeMarks): void {
  checkLocal(home);
  for (const name of readdirSync(home)) {
    if (isLeftover(name)) removeEntry(join(home, name));
  }
  atomicReplace(formatPath(home), renderFormat(marks), 0o600);
  noteSettings(home, "");
  makeRooms(home);
}

function makeRooms(home: AbsPath): void {
  for (const room of [objectsDirectory, projectsDirectory, runDirectory, logsDirectory]) {
    makePrivateDirectory(room(home));
  }
  for (const place of laterPlaces) requireOwn(join(home, place));
}

/** Entries that lie in the home only once something is to be put there. */
const laterPlaces = ["packs", "trash", "rescue", "spool", "lost+found"];

function checkLocal(home: AbsPath): void {
  const disk = networkDisk(home);
  if (disk === undefined) return;
  throw new UnfError("refused", `${home} is on a network file system (${disk})`, {
    hint: "set UNF_HOME to a directory on a local disk",
  });
}

function notScratch(home: AbsPath): UnfError {
  return new UnfError("refused", `${home} is there already and no scratch home; it stays none`, {
    hint: "set UNF_HOME to a directory that does not exist yet",
  });
}

function readFormat(home: AbsPath): string | undefined {
  try {
    return readFileSync(formatPath(home), "utf8");
  } catch (thrown) {
    if (isAbsent(thrown)) return undefined;
    throw readingFailed(home, thrown);
  }
}

function isEmpty(home: AbsPath): boolean {
  try {
    return readdirSync(home).every(isLeftover);
  } catch (thrown) {
    throw readingFailed(home, thrown);
  }
}

/** True for an entry that a crash in the middle of the first start leaves. */
function isLeftover(name: string): boolean {
  return isTemporaryOf("format.json", name);
}

function readingFailed(home: AbsPath, cause: unknown): unknown {
  const code = systemCode(cause);
  if (code === undefined) return cause;
  return new UnfError("refused", `${home} cannot be read (${code})`, {
    hint: "set UNF_HOME to a directory of your own",
    cause,
  });
}
