import { StorageError, systemCode, UnfError } from "@unf/core/base";

/** The remedy for a damaged timeline. It is kept: the repair moves it aside. */
export const repairHint = "unf verify --repair";

/**
 * The failure that a failed call of SQLite means to unf; anything that is not such a failure comes
 * back as it is.
 */
export function asFailure(thrown: unknown, path: string): unknown {
  const code = systemCode(thrown);
  if (code === undefined || !code.startsWith("SQLITE_")) return thrown;
  const cause = thrown;
  if (code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB") {
    return new StorageError("store_damaged", `the timeline ${path} is damaged (${code})`, {
      hint: repairHint,
      cause,
    });
  }
  if (code === "SQLITE_FULL" || code === "SQLITE_IOERR_SHMSIZE") {
    return new StorageError("no_space", `the disk of ${path} is full`, {
      hint: "free some space; nothing recorded so far is lost",
      cause,
    });
  }
  if (code.startsWith("SQLITE_BUSY")) {
    return new StorageError("lock_held", `another program is writing to ${path}`, { cause });
  }
  const refused = /^SQLITE_(IOERR|CANTOPEN|READONLY|PERM|AUTH|NOMEM|PROTOCOL)/.test(code);
  if (!refused) return thrown;
  return new StorageError("failed", `cannot use the timeline ${path} (${code})`, { cause });
}

/** SQLite's own result code behind a failure made by `asFailure`. */
export function sqliteCode(thrown: unknown): string | undefined {
  const code = systemCode(thrown instanceof UnfError ? thrown.cause : thrown);
  return code?.startsWith("SQLITE_") === true ? code : undefined;
}

/** True when the system could not get at a file at all. */
export function isLost(thrown: unknown): boolean {
  return ["ENOTDIR", "EACCES", "EIO", "ELOOP"].includes(systemCode(thrown) ?? "");
}

/** True when the disk failed underneath: whether a commit took place is then unknown. */
export function isDiskFailure(thrown: unknown): boolean {
  return /^SQLITE_(IOERR|FULL)/.test(sqliteCode(thrown) ?? "");
}
