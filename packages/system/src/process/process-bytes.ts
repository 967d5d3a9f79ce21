import { readdirSync } from "node:fs";
import { systemCode } from "@unf/core/base";
import type { WrittenBytes } from "@unf/core/ports";
import { type ReadFile, readProc } from "./process-facts.ts";

/** `undefined` when it is gone, or does not let itself be looked at: of another user, or protected. */
export function readBytes(pid: number, read: ReadFile = readProc): WrittenBytes | undefined {
  return parseBytes(read(`/proc/${pid}/io`));
}

/**
 * Bytes that ended children of a process have brought it, and its own ended threads: all that stands to its
 * account but not to those of its threads, which write meanwhile.
 */
export function readReaped(
  pid: number,
  read: ReadFile,
): { readonly least: WrittenBytes; readonly most: WrittenBytes } | undefined {
  const earlier = readBytes(pid, read);
  const threads = readThreadBytes(pid, read);
  const all = readBytes(pid, read);
  if (earlier === undefined || threads === undefined || all === undefined) return undefined;
  const least = less(all, threads);
  if (earlier.handed === all.handed && earlier.paged === all.paged) return { least, most: least };
  // They wrote meanwhile: they had at least as much before, and have at most as much now.
  const after = readThreadBytes(pid, read);
  return after === undefined ? undefined : { least: less(all, after), most: least };
}

/** How long all threads of a process have run; 0 where that is not told. Unit: ns. */
export function readRanNs(pid: number, threads: number, read: ReadFile): number {
  if (threads <= 1) return parseRan(read(`/proc/${pid}/schedstat`));
  const each = readThreads(pid).map((thread) =>
    parseRan(read(`/proc/${pid}/task/${thread}/schedstat`)),
  );
  return each.reduce((sum, ran) => sum + ran, 0);
}

export function readThreads(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return [];
  }
}

/** Of all threads that there are; what has gone meanwhile counts as having written nothing. */
function readThreadBytes(pid: number, read: ReadFile): WrittenBytes | undefined {
  let [handed, paged] = [0, 0];
  let isTold = false;
  for (const thread of readThreads(pid)) {
    const bytes = parseBytes(read(`/proc/${pid}/task/${thread}/io`));
    if (bytes === undefined) continue;
    isTold = true;
    handed += bytes.handed;
    paged += bytes.paged;
  }
  return isTold ? { handed, paged } : undefined;
}

/** Of the text of an `io` file. */
function parseBytes(text: string | undefined): WrittenBytes | undefined {
  const handed = /^wchar: (\d+)$/m.exec(text ?? "")?.[1];
  const paged = /^write_bytes: (\d+)$/m.exec(text ?? "")?.[1];
  if (handed === undefined || paged === undefined) return undefined;
  return { handed: Number(handed), paged: Number(paged) };
}

function parseRan(text: string | undefined): number {
  return Number((text ?? "0").split(" ")[0]);
}

function less(a: WrittenBytes, b: WrittenBytes): WrittenBytes {
  return { handed: a.handed - b.handed, paged: a.paged - b.paged };
}
