import { pathToColumn, type RelPath, StorageError, systemCode, UnfError } from "@unf/core/base";

/** The system refused one step. */
class StepRefused extends Error {
  /** The system's own. */
  readonly code: string;
  readonly path: RelPath;

  constructor(code: string, path: RelPath, cause: unknown) {
    super(`${code}: ${path}`, { cause });
    this.code = code;
    this.path = path;
  }
}

/** The same failure, with the path of the step that it came of; what is none of the system's as it is. */
export function refusedAt(path: RelPath, thrown: unknown): unknown {
  const code = thrown instanceof UnfError ? undefined : systemCode(thrown);
  return code === undefined ? thrown : new StepRefused(code, path, thrown);
}

/** The system's code for the step of this path, if that is what failed. */
export function refusalOf(thrown: unknown, path: RelPath): string | undefined {
  return thrown instanceof StepRefused && thrown.path === path ? thrown.code : undefined;
}

/** Why an operation was not begun: nothing in the project is changed. */
export function notStarted(thrown: unknown): unknown {
  if (thrown instanceof UnfError) {
    const { code, hint } = thrown;
    // That the store fails must be heard by whoever suspends the recording.
    const Failure = thrown instanceof StorageError ? StorageError : UnfError;
    return new Failure(code, `nothing was changed: ${thrown.message}`, {
      cause: thrown,
      ...(hint === undefined ? {} : { hint }),
    });
  }
  const code = systemCode(thrown);
  if (code === undefined) return thrown;
  return isNoRoom(code)
    ? new UnfError("no_space", `nothing was changed: no room on the project's disk (${code})`, {
        cause: thrown,
        hint: "free some space and run the command again",
      })
    : new UnfError("failed", `nothing was changed: ${refusal(code, thrown)}`, { cause: thrown });
}

/** An operation that was given up half-way: everything stands as it stood before. */
export function rolledBack(thrown: unknown): unknown {
  const why = reasonOf(thrown);
  if (why === undefined) return thrown;
  return new UnfError("failed", `rolled back, everything is as it was: ${why}`, { cause: thrown });
}

/** The disk failed while the operation was under way, and would not even let it be taken back. */
export function pending(operation: number, thrown: unknown): unknown {
  const why = reasonOf(thrown);
  if (why === undefined) return thrown;
  return new UnfError("pending", `op-${operation} is not finished: ${why}`, {
    cause: thrown,
    hint: `nothing is lost; it is finished before the next operation, at the latest when unf starts again`,
  });
}

/** Whether an operation was decided cannot be read: the store failed at that very instant. */
export function undecided(operation: number, thrown: unknown): unknown {
  const why = reasonOf(thrown);
  if (why === undefined) return thrown;
  return new UnfError("pending", `whether op-${operation} takes place is not known yet: ${why}`, {
    cause: thrown,
    hint: "nothing is lost, and it is all or nothing; that is settled before the next operation, at the latest when unf starts again",
  });
}

/** The plan that was asked for is not the one that would be carried out now. */
export function changedSince(asked: string, paths: readonly RelPath[]): UnfError {
  const named = paths.slice(0, 3).map(pathToColumn).join(", ");
  const more = paths.length > 3 ? ` and ${paths.length - 3} more` : "";
  const what =
    paths.length === 0 ? "files have" : `${named}${more} ${paths.length === 1 ? "has" : "have"}`;
  return new UnfError("conflict", `${what} changed since plan ${asked}; nothing was changed`, {
    hint: "look at the new plan with --dry-run",
  });
}

/** The plan that was asked for is not the one that would be carried out now. */
export function notThisPlan(asked: string, now: string): UnfError {
  return new UnfError("conflict", `files have changed since plan ${asked}; nothing was changed`, {
    hint: `look at the new plan ${now} with --dry-run`,
  });
}

/**
 * Codes with which a system says that something else stands, or nothing stands any more, where a
 * step works: somebody changed the tree meanwhile.
 */
const conflictCodes = ["ENOENT", "ENOTDIR", "EISDIR", "ENOTEMPTY", "EEXIST", "ELOOP"];

/** Codes of a refusal that lasts until a person changes something. */
const lastingCodes = [
  ...["EACCES", "EPERM", "EROFS", "EBUSY", "ETXTBSY", "EMLINK"],
  ...["EXDEV", "EINVAL", "ENAMETOOLONG", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"],
];

/**
 * Why one step cannot be done, where trying again would not help: others changed the tree since, the
 * content is lost, or the system refuses until a person changes something. `undefined` for what the
 * disk may allow later, and for bugs.
 */
export function reasonToSkip(thrown: unknown): string | undefined {
  if (thrown instanceof UnfError)
    return thrown.code === "conflict" || thrown.code === "store_damaged" ? thrown.code : undefined;
  const code = systemCode(thrown);
  return code !== undefined && (conflictCodes.includes(code) || isLasting(code)) ? code : undefined;
}

/** False when the system refuses it, and would each time until a person changes something. */
export function unlessRefused(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (thrown) {
    if (!isLasting(systemCode(thrown) ?? "")) throw thrown;
    return false;
  }
}

/** True when the system will refuse it each time, until a person changes something. */
export function isLasting(reason: string): boolean {
  return lastingCodes.includes(reason);
}

/**
 * An operation of which the system let neither the whole be done nor all be taken back. `left`: the
 * paths that stand as it made them.
 */
export function leftAside(
  operation: number,
  thrown: unknown,
  left: ReadonlyMap<RelPath, string>,
): UnfError {
  const named = [...left].slice(0, 3).map(([path, why]) => `${pathToColumn(path)} (${why})`);
  const more = left.size > 3 ? ` and ${left.size - 3} more` : "";
  const why = reasonOf(thrown) ?? "the system refused";
  return new UnfError(
    "partial",
    `${why}; op-${operation} was taken back but for ${named.join(", ")}${more}`,
    {
      cause: thrown,
      hint: `nothing is lost; once changes are allowed there, unf undo op-${operation} takes back the rest`,
    },
  );
}

function isNoRoom(code: string | undefined): boolean {
  return code === "ENOSPC" || code === "EDQUOT";
}

/** `undefined` for a bug, which is thrown on as it is. */
function reasonOf(thrown: unknown): string | undefined {
  if (thrown instanceof UnfError) return thrown.message;
  const code = systemCode(thrown);
  return code === undefined ? undefined : refusal(code, thrown);
}

function refusal(code: string, thrown: unknown): string {
  const what = thrown instanceof StepRefused ? ` to change ${pathToColumn(thrown.path)}` : "";
  return `the system refused${what} (${code})`;
}
