import type { AbsPath } from "../base/brand.ts";
import type { ErrorCode } from "../base/error.ts";
import { relativeTo } from "../base/path.ts";

/** Facts needed about a directory before it may be watched. Paths are canonical. */
export interface WatchFacts {
  readonly root: AbsPath;
  readonly found: "directory" | "other" | "missing";
  /** Owner of the directory, and the user who asks; `undefined` where the system has no such ids. */
  readonly ownerUid: number | undefined;
  readonly uid: number | undefined;
  /** The user's home directory; `undefined` when there is none. */
  readonly userHome: AbsPath | undefined;
  /** Where unf keeps its store. */
  readonly unfHome: AbsPath;
  /** `--yes` was given, or a person said so. */
  readonly isConfirmed: boolean;
}

/** Why a directory is not watched. */
export interface WatchRefusal {
  readonly code: Extract<ErrorCode, "not_found" | "refused" | "needs_confirmation">;
  readonly message: string;
  readonly hint?: string;
}

/**
 * Decides whether a directory may be watched; `undefined` when it may. Asked by the command, which
 * can ask back, and again by the daemon, which believes nobody.
 */
export function decideWatch(facts: WatchFacts): WatchRefusal | undefined {
  const { root, unfHome, userHome } = facts;
  if (facts.found === "missing") return { code: "not_found", message: "no such directory" };
  if (facts.found === "other") return { code: "not_found", message: "it is not a directory" };
  if (root === "/") {
    return {
      code: "refused",
      message: "it is the root of the file system",
      hint: "watch the directories you work in",
    };
  }
  if (relativeTo(unfHome, root) !== undefined) {
    return { code: "refused", message: "it is where unf keeps its own store" };
  }
  // The default store lies in the user's home directory, under a hidden name that is never recorded.
  if (root === userHome) return facts.isConfirmed ? foreignOwner(facts) : wholeHome;
  if (relativeTo(root, unfHome) !== undefined) {
    return {
      code: "refused",
      message: "it contains the store of unf, which would record itself",
      hint: "watch a directory inside it, or move the store with UNF_HOME",
    };
  }
  return foreignOwner(facts);
}

const wholeHome: WatchRefusal = {
  code: "needs_confirmation",
  message: "it is your whole home directory",
  hint: "watch the directories you work in, or add --yes",
};

function foreignOwner({ ownerUid, uid }: WatchFacts): WatchRefusal | undefined {
  if (ownerUid === undefined || uid === undefined || ownerUid === uid) return undefined;
  return {
    code: "refused",
    message: "it belongs to another user",
    hint: "run unf as the user who owns it",
  };
}
