import { type AbsPath, joinPath } from "@unf/core/base";
import type { Router } from "@unf/core/route";
import type { AgentEvent } from "@unf/core/sessions";
import { claimedPaths } from "./claimed-paths.ts";

/** Sessions whose projects are remembered: more than anybody has open at a time. */
const sessionsMax = 1000;

/** Which projects hear of an event: the one it happened in, and those its session wrote to. */
export class SessionRoots {
  readonly #known = new Map<string, ReadonlySet<AbsPath>>();

  /**
   * The roots: the longest that contains the working directory, the longest that contains a claimed
   * path, those below one, which may be a directory, and those that heard of the session before;
   * `rootsBefore` tells these where it is not known here, as after a restart.
   */
  route(
    event: AgentEvent,
    router: Router,
    rootsBefore: () => Iterable<AbsPath>,
  ): readonly AbsPath[] {
    const claimed = claimedPaths(event).map(({ path }) => path);
    const around = [...(event.cwd === null ? [] : [event.cwd]), ...claimed]
      .map((path) => router.route(path)?.root)
      .filter((root) => root !== undefined);
    const below = claimed.flatMap((path) =>
      router.nestedRoots(path).map((root) => joinPath(path, root)),
    );
    const own = [...around, ...below];
    const name = sessionKey(event);
    const roots = new Set([...(this.#known.get(name) ?? rootsBefore()), ...own]);
    this.#remember(name, event.what.kind === "session_end" ? new Set() : roots);
    return [...roots];
  }

  #remember(name: string, roots: ReadonlySet<AbsPath>): void {
    // Deleted first, so that the map's order is that of the last events.
    this.#known.delete(name);
    if (roots.size > 0) this.#known.set(name, roots);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= sessionsMax) return;
      this.#known.delete(oldest);
    }
  }
}

/** Tells sessions of all agents apart. */
export function sessionKey({ agent, session }: Pick<AgentEvent, "agent" | "session">): string {
  return JSON.stringify([agent, session]);
}
