import { readFileSync } from "node:fs";
import { encodeUtf8, parseJson, type WallMs } from "@unf/core/base";
import { formatUtc, parseUtc } from "@unf/core/time";
import { atomicReplace } from "../disk/atomic-replace.ts";
import { isAbsent } from "../disk/base/remove-entry.ts";
import { bootId, isAlive, type ProcessIdentity, thisProcess } from "../process/process-facts.ts";

/** The holder of a lock. Only ever shown to a person or signalled: the lock itself is the kernel's. */
export interface LockHolder extends ProcessIdentity {
  readonly bootId: string | undefined;
  /** Version of the program. */
  readonly version: string;
  /** The command that does the work of the program the lock is for; `undefined`: that program itself. */
  readonly command: string | undefined;
  /** When the lock was taken; `undefined` where an earlier version wrote it. */
  readonly since: WallMs | undefined;
}

/** A holder's own account, beside its identity. */
export type HolderWords = Pick<LockHolder, "version" | "command" | "since">;

/** The file beside a lock that names its holder. */
export function holderPath(lock: string): string {
  return lock.endsWith(".db") ? `${lock.slice(0, -3)}.json` : `${lock}.json`;
}

/** Names this process as the holder. */
export function writeHolder(lock: string, words: HolderWords): void {
  const holder = { ...thisProcess(), bootId: bootId() };
  const members = {
    pid: holder.pid,
    start_ticks: holder.startTicks ?? null,
    boot_id: holder.bootId ?? null,
    version: words.version,
    command: words.command ?? null,
    since: words.since === undefined ? null : formatUtc(words.since),
  };
  atomicReplace(holderPath(lock), encodeUtf8(`${JSON.stringify(members, null, 2)}\n`), 0o600);
}

/**
 * The process that last took the lock, if it still runs; `undefined` otherwise, and while a new
 * holder has not written its name yet.
 */
export function readHolder(lock: string): LockHolder | undefined {
  const holder = parseHolder(readText(holderPath(lock)) ?? "");
  if (holder === undefined || holder.bootId !== bootId() || !isAlive(holder)) return undefined;
  return holder;
}

/** Reads the text of a holder file; `undefined` when it is not one. */
function parseHolder(text: string): LockHolder | undefined {
  const raw = parseJson(text);
  if (typeof raw !== "object" || raw === null) return undefined;
  const { pid, start_ticks, boot_id, version, ...more } = raw as Readonly<Record<string, unknown>>;
  if (!isCount(pid) || pid === 0 || typeof version !== "string") return undefined;
  if (start_ticks !== null && !isCount(start_ticks)) return undefined;
  if (boot_id !== null && typeof boot_id !== "string") return undefined;
  const { command, since } = more;
  return {
    pid,
    startTicks: start_ticks ?? undefined,
    bootId: boot_id ?? undefined,
    version,
    command: typeof command === "string" ? command : undefined,
    since: typeof since === "string" ? parseUtc(since) : undefined,
  };
}

function isCount(raw: unknown): raw is number {
  return typeof raw === "number" && Number.isSafeInteger(raw) && raw >= 0;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (thrown) {
    if (isAbsent(thrown)) return undefined;
    throw thrown;
  }
}
