import { UnfError } from "@unf/core/base";
import type { Session } from "@unf/core/timeline";
import type { HomeReader } from "../ports/history.ts";

/** The sessions of agents that are open in any project. A history that cannot be read has none. */
export function readOpenSessions(reader: HomeReader): Session[] {
  return reader.projects().flatMap((project) => {
    try {
      using opened = reader.open(project);
      return opened.timeline.openSessions().map(({ session }) => session);
    } catch (thrown) {
      if (thrown instanceof UnfError) return [];
      throw thrown;
    }
  });
}
