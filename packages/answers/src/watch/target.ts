import { type AbsPath, UnfError } from "@unf/core/base";
import { decideWatch, type WatchFacts } from "@unf/core/watching";
import type { Asker } from "../ports/asker.ts";
import { resolvePath } from "../scope/paths.ts";

/** Facts about a directory before it may be watched. */
export interface WatchFactsAccess {
  /** Facts about a directory before it may be watched. `root` is canonical. */
  readWatchFacts(asked: {
    readonly root: AbsPath;
    readonly unfHome: AbsPath;
    readonly isConfirmed: boolean;
  }): WatchFacts;
}

/** A directory as it was named, and what there is to know about it. */
export interface WatchTarget {
  readonly word: string;
  readonly facts: WatchFacts;
}

/** Reads everything the decision needs of one directory. */
export function readWatchTarget(
  asker: Pick<Asker, "canonical" | "cwd">,
  ports: WatchFactsAccess,
  asked: { readonly word: string; readonly unfHome: AbsPath; readonly isConfirmed: boolean },
): WatchTarget {
  const { word, unfHome, isConfirmed } = asked;
  const path = resolvePath(asker.cwd(), word);
  return {
    word,
    facts: ports.readWatchFacts({
      root: asker.canonical(path) ?? path,
      unfHome: asker.canonical(unfHome) ?? unfHome,
      isConfirmed,
    }),
  };
}

/** Throws what speaks against watching the directory, if anything does. */
export function checkWatchTarget({ word, facts }: WatchTarget): void {
  const refusal = decideWatch(facts);
  if (refusal === undefined) return;
  const { code, message, hint } = refusal;
  throw new UnfError(
    code,
    `${word} is not watched (${message})`,
    hint === undefined ? {} : { hint },
  );
}
