import { resolvePath } from "@unf/answers";
import { type AbsPath, UnfError } from "@unf/core/base";
import { decideWatch, type WatchFacts } from "@unf/core/watching";
import { readCanonical } from "../frame/world/canonical.ts";
import type { CliWiring, World } from "../frame/world/world.ts";

/** A directory as it was named, and what there is to know about it. */
export interface WatchTarget {
  readonly word: string;
  readonly facts: WatchFacts;
}

/** Reads everything the decision needs of one directory. */
export function readWatchTarget(
  world: World,
  wiring: Pick<CliWiring, "readWatchFacts">,
  asked: { readonly word: string; readonly unfHome: AbsPath; readonly isConfirmed: boolean },
): WatchTarget {
  const { word, unfHome, isConfirmed } = asked;
  const path = resolvePath(world.cwd(), word);
  return {
    word,
    facts: wiring.readWatchFacts({
      root: readCanonical(path) ?? path,
      unfHome: readCanonical(unfHome) ?? unfHome,
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
