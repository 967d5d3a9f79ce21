import { knowAcrossCopies } from "./across-copies.ts";

/**
 * Every way unf can fail in a way it foresaw, with the exit code a script sees (docs/errors.md).
 * Codes are never renamed and never change their exit code.
 */
export const exitCodes = {
  failed: 1,
  usage: 2,
  bad_time: 2,
  future_time: 2,
  bad_config: 2,
  unsupported_node: 2,
  not_watched: 3,
  not_found: 3,
  needs_confirmation: 4,
  refused: 4,
  foreign_store: 4,
  newer_store: 4,
  conflict: 5,
  daemon_unavailable: 6,
  lock_held: 6,
  lock_lost: 6,
  store_damaged: 7,
  content_withheld: 7,
  content_thinned: 7,
  partial: 8,
  no_space: 9,
  pending: 10,
  interrupted: 130,
} as const;

export type ErrorCode = keyof typeof exitCodes;

/** Something in the world went wrong in a way we foresaw. Carries what a person needs to act. */
export class UnfError extends Error {
  static {
    knowAcrossCopies(UnfError, "UnfError");
  }

  override readonly name = "UnfError";
  readonly code: ErrorCode;
  /** One sentence or command: what to do next. */
  readonly hint: string | undefined;

  /** `message`: one clear line without the trailing full stop. */
  constructor(code: ErrorCode, message: string, more: { hint?: string; cause?: unknown } = {}) {
    super(message, "cause" in more ? { cause: more.cause } : undefined);
    this.code = code;
    this.hint = more.hint;
  }
}

/** True when what failed is that one content cannot be had: it is lost, or was never kept. */
export function isContentMissing(thrown: unknown): boolean {
  if (!(thrown instanceof UnfError)) return false;
  return thrown.code === "store_damaged" || thrown.code === "content_withheld";
}

/**
 * The disk or the file underneath unf's own store failed: what was being recorded is not recorded,
 * and nothing more should be written until it is well again. Never thrown for a project's files.
 */
export class StorageError extends UnfError {
  static {
    knowAcrossCopies(StorageError, "StorageError");
  }
}

/** Codes with which a system says that there is no room: bytes, inodes or a quota. */
const noRoomCodes = ["ENOSPC", "EDQUOT"];

/** A failed call of the system on a file of the store; anything else comes back as it is. */
export function asStorageError(thrown: unknown, what: string): unknown {
  const code = systemCode(thrown);
  if (code === undefined || thrown instanceof UnfError) return thrown;
  const isFull = noRoomCodes.includes(code);
  // Node's removal of whole directories names no code for most failures.
  const cause = code === "" ? "UNKNOWN" : code;
  return new StorageError(isFull ? "no_space" : "failed", `${what} cannot be written (${cause})`, {
    ...(isFull ? { hint: "free some space; nothing recorded so far is lost" } : {}),
    cause: thrown,
  });
}

/** The system's own code of a failed call (`"ENOENT"`, …), or `undefined` for any other value. */
export function systemCode(thrown: unknown): string | undefined {
  if (typeof thrown !== "object" || thrown === null || !("code" in thrown)) return undefined;
  return typeof thrown.code === "string" ? thrown.code : undefined;
}

/** A failure as one line: what went wrong and, where it is known, what to do about it. */
export function sayFailure(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const hint = thrown instanceof UnfError ? thrown.hint : undefined;
  return hint === undefined ? thrown.message : `${thrown.message}; ${hint}`;
}
