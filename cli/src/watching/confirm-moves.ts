import type { ProjectEntry } from "@unf/answers";
import type { AbsPath } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import { type PersonCall, requirePerson } from "../frame/ask/require-person.ts";
import type { CliWiring } from "../frame/world/world.ts";

/** A directory to be watched, and the project whose history goes on there. */
interface Move {
  readonly root: AbsPath;
  readonly from: ProjectEntry | undefined;
}

/**
 * Lets moves of histories through. A history has one place: where it goes on elsewhere, a directory that
 * is still there is recorded no more, and that takes a person. Throws `needs_confirmation`.
 */
export async function confirmMoves(
  call: PersonCall,
  wiring: Pick<CliWiring, "readWatchFacts">,
  moves: readonly Move[],
  unfHome: AbsPath,
): Promise<void> {
  const left = moves.flatMap(({ root, from }) => {
    if (from === undefined || !from.watched || from.root === root) return [];
    const { found } = wiring.readWatchFacts({ root: from.root, unfHome, isConfirmed: true });
    return found === "directory" ? [escapeForDisplay(from.root)] : [];
  });
  if (left.length === 0) return;
  await requirePerson(call, {
    ...{ matter: "recording", deed: "take its history from a directory that is there" },
    ...{ question: `${left.join(", ")} is not recorded then. Go on?`, typed: "relink" },
  });
}
