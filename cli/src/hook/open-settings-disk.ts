import {
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  utimesSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { copyOf, type SettingsDisk } from "@unf/answers";
import { type AbsPath, decodeUtf8, encodeUtf8, systemCode, UnfError } from "@unf/core/base";
import { atomicReplace, isTemporaryOf } from "@unf/system";

/** Settings are written by hand; what is larger is something else. Unit: bytes. */
const largest = 4 * 1024 * 1024;

/** The real disk. */
export function openSettingsDisk(): SettingsDisk {
  return {
    isDirectory: (path) => statOf(path)?.isDirectory() ?? false,
    read: readText,
    checkWritable,
    keepCopy(path) {
      const copy = copyOf(path);
      if (statOf(copy) === undefined) {
        refusing(copy, () => {
          const target = targetOf(path);
          copyFileSync(target, copy, constants.COPYFILE_EXCL);
          makeAsOldAs(copy, target);
        });
      }
      return copy;
    },
    dropCopy(path) {
      const copy = copyOf(path);
      const text = readText(copy);
      if (text === undefined) return undefined;
      if (text !== readText(path)) return copy;
      refusing(copy, () => {
        makeAsOldAs(targetOf(path), copy);
        rmSync(copy);
      });
      return undefined;
    },
    dropUnfinished(path) {
      // They only take room, and a directory that is not there has none.
      tryOut(() => {
        const target = targetOf(path);
        for (const name of readdirSync(dirname(target)))
          if (isTemporaryOf(basename(target), name)) rmSync(join(dirname(target), name));
      });
    },
    write(path, { before, text, mode }) {
      checkWritable(path);
      checkUnchanged(path, before);
      refusing(path, () => {
        const target = targetOf(path);
        const stat = statOf(target);
        if (stat === undefined) mkdirSync(dirname(target), { recursive: true });
        atomicReplace(target, encodeUtf8(text), (stat?.mode ?? mode) & 0o777, stat);
      });
    },
    remove(path, { before }) {
      checkWritable(path);
      checkUnchanged(path, before);
      refusing(path, () => {
        for (const place of new Set([targetOf(path), path])) rmSync(place, { force: true });
      });
    },
    missingAbove: (path) => missingFrom(dirname(path) as AbsPath),
    removeEmpty,
  };
}

/** A refusal of the system is no fault here. */
function tryOut(work: () => void): void {
  try {
    work();
  } catch (thrown) {
    if (!(thrown instanceof UnfError) && systemCode(thrown) === undefined) throw thrown;
  }
}

function readText(path: AbsPath): string | undefined {
  const target = targetOf(path);
  const stat = statOf(target);
  if (stat === undefined) return undefined;
  if (!stat.isFile()) throw refused(path, "it is not a regular file");
  if (stat.size > largest) throw refused(path, "it is larger than 4 MiB");
  const text = decodeUtf8(refusing(path, () => readFileSync(target)));
  if (text === undefined) throw refused(path, "it is not UTF-8");
  return text;
}

/** The file a path leads to, through all links; the path itself where there is nothing. */
function targetOf(path: AbsPath): AbsPath {
  try {
    return realpathSync.native(path) as AbsPath;
  } catch (thrown) {
    if (systemCode(thrown) !== "ENOENT") throw refused(path, codeText(thrown), thrown);
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
    if (isLink) throw refused(path, "it is a link that leads nowhere", thrown);
    return path;
  }
}

/** By permission bits too: the superuser may write what its owner meant to be left alone. */
function checkWritable(path: AbsPath): void {
  const target = targetOf(path);
  const stat = statOf(target);
  if (stat !== undefined && isReadOnly(stat)) throw refused(path, "it is read-only");
  const directory = firstExisting(dirname(target) as AbsPath);
  const parent = statOf(directory);
  if (parent?.isDirectory() === false) throw refused(path, `${directory} is not a directory`);
  if (parent !== undefined && isReadOnly(parent)) throw refused(path, `${directory} is read-only`);
}

function isReadOnly({ mode }: Stats): boolean {
  return (mode & 0o222) === 0;
}

function firstExisting(directory: AbsPath): AbsPath {
  const above = dirname(directory) as AbsPath;
  return statOf(directory) !== undefined || above === directory ? directory : firstExisting(above);
}

/** Agents write their settings too. */
function checkUnchanged(path: AbsPath, before: string | undefined): void {
  if (readText(path) === before) return;
  throw new UnfError("conflict", `${path} changed meanwhile`, { hint: "run the command again" });
}

/** Of a file that belongs to somebody else the system does not let us: that is no fault. */
function makeAsOldAs(path: AbsPath, other: AbsPath): void {
  tryOut(() => {
    const { atimeMs, mtimeMs } = statSync(other);
    utimesSync(path, atimeMs / 1000, mtimeMs / 1000);
  });
}

function missingFrom(directory: AbsPath): readonly AbsPath[] {
  const above = dirname(directory) as AbsPath;
  if (above === directory || statOf(directory) !== undefined) return [];
  return [...missingFrom(above), directory];
}

function removeEmpty(directory: AbsPath): void {
  refusing(directory, () => {
    const stat = lstatSync(directory, { throwIfNoEntry: false });
    if (stat?.isDirectory() !== true || readdirSync(directory).length > 0) return;
    const above = dirname(directory);
    if (isReadOnly(statSync(above))) throw refused(directory, `${above} is read-only`);
    rmdirSync(directory);
  });
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (thrown) {
    if (systemCode(thrown) === "ENOTDIR") return undefined;
    throw refused(path, codeText(thrown), thrown);
  }
}

/** Runs it; what the system refuses is our refusal, with its code. */
function refusing<T>(path: AbsPath, run: () => T): T {
  try {
    return run();
  } catch (thrown) {
    if (thrown instanceof UnfError || systemCode(thrown) === undefined) throw thrown;
    throw refused(path, codeText(thrown), thrown);
  }
}

function codeText(thrown: unknown): string {
  const code = systemCode(thrown) ?? String(thrown);
  if (code === "EROFS") return "its file system is read-only";
  return code === "EACCES" || code === "EPERM" ? `permission denied (${code})` : code;
}

function refused(path: string, why: string, cause?: unknown): UnfError {
  return new UnfError("refused", `${path}: ${why}`, { cause });
}
