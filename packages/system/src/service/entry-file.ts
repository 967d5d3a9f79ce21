import { existsSync, lstatSync, readFileSync, readlinkSync } from "node:fs";
import { dirname } from "node:path";
import { encodeUtf8, systemCode, UnfError } from "@unf/core/base";
import type { ServiceEntry } from "@unf/core/service";
import { atomicReplace } from "../disk/atomic-replace.ts";
import { isAbsent, removeEntry } from "../disk/base/remove-entry.ts";
import { makeSymlink, newDirectory, removeEmptyDirectory } from "../disk/base/writes.ts";

type EntryFile = Extract<ServiceEntry, { kind: "file" }>;

/** The text of the entry's file; `undefined` when there is none. Throws `refused` for anything but a file. */
export function readEntryFile({ path }: Pick<EntryFile, "path">): string | undefined {
  return refusing(path, () => {
    try {
      if (!lstatSync(path).isFile()) {
        throw new UnfError("refused", `${path} is there already, and is no file`, {
          hint: "unf leaves it alone: a link to /dev/null is how systemd is told never to start it",
        });
      }
      return readFileSync(path, "utf8");
    } catch (thrown) {
      if (isAbsent(thrown)) return undefined;
      throw thrown;
    }
  });
}

/** True when the link that has the manager start the entry is there, or none is needed. */
export function isLinked({ path, link }: EntryFile): boolean {
  return link === undefined || readLink(link) === path;
}

/** Directories that must be made for the entry, the outermost first. */
export function missingDirectories({ path, link }: EntryFile): string[] {
  const missing = new Set<string>();
  for (const file of [path, ...(link === undefined ? [] : [link])]) {
    const chain: string[] = [];
    for (let at = dirname(file); !existsSync(at); at = dirname(at)) chain.unshift(at);
    for (const directory of chain) missing.add(directory);
  }
  return [...missing];
}

/** Writes file and link, with the directories around them. */
export function putEntryFile(entry: EntryFile): void {
  const { path, text, link } = entry;
  refusing(path, () => {
    newDirectory(dirname(path), { recursive: true });
    atomicReplace(path, encodeUtf8(text), 0o644);
    if (link === undefined || isLinked(entry)) return;
    newDirectory(dirname(link), { recursive: true });
    removeEntry(link);
    makeSymlink(link, Buffer.from(path));
  });
}

/** Removes link, file and those of the directories that hold nothing else. */
export function takeEntryFile(entry: EntryFile, made: readonly string[]): void {
  const { path, link } = entry;
  refusing(path, () => {
    if (link !== undefined && readLink(link) === path) removeEntry(link);
    removeEntry(path);
    for (const directory of [...made].reverse()) removeIfEmpty(directory);
  });
}

function readLink(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch (thrown) {
    // EINVAL: something that is no link.
    if (isAbsent(thrown) || systemCode(thrown) === "EINVAL") return undefined;
    throw thrown;
  }
}

function removeIfEmpty(directory: string): void {
  try {
    removeEmptyDirectory(directory);
  } catch (thrown) {
    const code = systemCode(thrown);
    if (code !== "ENOTEMPTY" && code !== "EEXIST" && !isAbsent(thrown)) throw thrown;
  }
}

function refusing<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (thrown) {
    const code = systemCode(thrown);
    if (thrown instanceof UnfError || code === undefined) throw thrown;
    throw new UnfError("refused", `${path} cannot be read or written (${code})`, { cause: thrown });
  }
}
