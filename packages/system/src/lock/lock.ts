import { closeSync, constants, openSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { asStorageError, invariant, systemCode, UnfError } from "@unf/core/base";
import type { EntryStat } from "@unf/core/ports";
import { removeEntry } from "../disk/base/remove-entry.ts";
import { statEntry } from "../disk/entry-stat.ts";
import { systemClock } from "../time/clock.ts";
import {
  type HolderWords,
  holderPath,
  type LockHolder,
  readHolder,
  writeHolder,
} from "./holder.ts";
import { loadSqlite } from "./sqlite.ts";

/** A lock that this process holds until it is disposed or the process ends, however it ends. */
export interface Lock extends Disposable {
  readonly path: string;
  /**
   * False when the file at the lock's path is no longer the one that is locked: someone removed it,
   * and another process may hold a new one. Whoever holds the lock looks every 15 s and ends then.
   */
  stillOurs(): boolean;
  /** Says for which command it is held, to those who ask who holds it. */
  holdFor(command: string): void;
}

/** A taker's account of itself. */
export interface LockTaker {
  /** Of the program. */
  readonly version: string;
  /** The command for which it is taken; left out by the program the lock is for. */
  readonly command?: string;
}

export type TakenLock =
  | { readonly kind: "taken"; readonly lock: Lock }
  /** `by`: `undefined` when the holder has not written its name yet. */
  | { readonly kind: "held"; readonly by: LockHolder | undefined };

/**
 * How often, and how long each time, a taker waits for a lock whose holder has no name: a look at
 * the lock (`inspectLock`) holds it for an instant and must not turn a starting program away.
 */
const patience = { tries: 10, waitMs: 50 };

/** SQLite's result codes for "another holds it" and "this is no database" (sqlite.org/rescode.html). */
const busyCode = 5;
const notDatabaseCode = 26;

/**
 * Takes a lock that the kernel frees when its holder dies: an exclusive transaction, never
 * committed, in an empty SQLite database. The directory must exist and be private. `taker`: for those
 * who ask who holds it. Waits only for a holder without a name, 0.5 s at most.
 */
export function takeLock(path: string, taker: LockTaker): TakenLock {
  for (let tries = 0; ; tries += 1) {
    const lock = tryLock(path, taker, tries === 0 ? 0 : patience.waitMs);
    if (lock !== undefined) return { kind: "taken", lock };
    const by = readHolder(path);
    if (by !== undefined || tries === patience.tries) return { kind: "held", by };
  }
}

/** Tells whether anyone holds the lock. Creates nothing; holds a free lock for an instant itself. */
export function inspectLock(
  path: string,
): { readonly kind: "free" } | { readonly kind: "held"; readonly by: LockHolder | undefined } {
  if (statLock(path) === undefined) return { kind: "free" };
  const database = lockExclusively(path, 0);
  if (database === undefined) return { kind: "held", by: readHolder(path) };
  database.close();
  return { kind: "free" };
}

/** Locks of this process: a database that was collected as garbage would free its lock. */
const heldHere = new Set<HeldLock>();

class HeldLock implements Lock {
  readonly path: string;
  readonly #database: DatabaseSync;
  readonly #file: EntryStat;
  readonly #words: HolderWords;

  constructor(path: string, database: DatabaseSync, file: EntryStat, taker: LockTaker) {
    this.path = path;
    this.#database = database;
    this.#file = file;
    const { version, command } = taker;
    this.#words = { version, command, since: systemClock.wall() };
    heldHere.add(this);
    nameHolder(path, this.#words);
  }

  holdFor(command: string): void {
    if (this.stillOurs()) nameHolder(this.path, { ...this.#words, command });
  }

  stillOurs(): boolean {
    const now = statEntry(this.path);
    return heldHere.has(this) && now !== undefined && isSameFile(now, this.#file);
  }

  [Symbol.dispose](): void {
    if (!heldHere.has(this)) return;
    // Before the lock is free: afterwards the name could already be another's.
    if (this.stillOurs()) removeEntry(holderPath(this.path));
    this.#database.close();
    heldHere.delete(this);
  }
}

/** A full disk must not keep a program from starting: it is there to say so. The lock needs no name. */
function nameHolder(path: string, words: HolderWords): void {
  try {
    writeHolder(path, words);
  } catch (thrown) {
    const failure = asStorageError(thrown, holderPath(path));
    if (!(failure instanceof UnfError) || failure.code !== "no_space") throw thrown;
  }
}

/** `undefined` when another process holds it, or the file was exchanged meanwhile. */
function tryLock(path: string, taker: LockTaker, waitMs: number): HeldLock | undefined {
  createLockFile(path);
  const before = statLock(path);
  const database = lockExclusively(path, waitMs);
  if (database === undefined) return undefined;
  const after = statLock(path);
  if (before !== undefined && after !== undefined && isSameFile(before, after)) {
    return new HeldLock(path, database, after, taker);
  }
  // A file that is locked may be out of reach for others.
  database.close();
  return undefined;
}

/**
 * Never opens a file that is there: to close any descriptor of a locked file frees this process's own
 * locks on it. SQLite knows that of its own descriptors.
 */
function createLockFile(path: string): void {
  try {
    closeSync(openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600));
  } catch (thrown) {
    if (systemCode(thrown) !== "EEXIST") throw thrown;
  }
}

function statLock(path: string): EntryStat | undefined {
  const stat = statEntry(path);
  if (stat === undefined || stat.kind === "file") return stat;
  throw notALock(path);
}

/** `undefined` when another process holds it. */
function lockExclusively(path: string, waitMs: number): DatabaseSync | undefined {
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(path, { timeout: waitMs });
  try {
    // Nothing is ever written, so there is nothing that a journal on disk could roll back.
    database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return database;
  } catch (thrown) {
    database.close();
    const code = resultCode(thrown);
    if (code === busyCode) return undefined;
    if (code === notDatabaseCode) throw notALock(path);
    throw thrown;
  }
}

/** SQLite's primary result code of a failed call. */
function resultCode(thrown: unknown): number | undefined {
  if (typeof thrown !== "object" || thrown === null || !("errcode" in thrown)) return undefined;
  const { errcode } = thrown;
  invariant(typeof errcode === "number", "a failed call of SQLite carries a number");
  return errcode & 0xff;
}

function notALock(path: string): UnfError {
  return new UnfError("refused", `${path} is not a lock file`, {
    hint: "nothing of yours is in it: remove it when no unf is running",
  });
}

function isSameFile(a: EntryStat, b: EntryStat): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}
