import { existsSync } from "node:fs";
import { type AbsPath, type BlobId, type ProjectId, type TimelineCheck, UnfError } from "@unf/core";
import { timelinePath } from "@unf/system";
import { openTimelineCheck } from "@unf/timeline";
import { timelineIds } from "../home-reader.ts";
import { openHomeTimeline } from "../open-timeline.ts";
import type { OpenProjects } from "../verify/repair-home.ts";
import type { ContentOwner } from "./besides-report.ts";

/** Every timeline of a home, to ask who has a content. */
export interface AllTimelines extends Disposable {
  /** `apart`: from this one. */
  isReferred(hash: BlobId, apart?: ProjectId): boolean;
  /** Which of the contents other projects have, each with a file of one that does. */
  findOwners(hashes: ReadonlySet<BlobId>, apart: ProjectId): ReadonlyMap<BlobId, ContentOwner>;
  /** Takes contents out of every inbox. */
  dropInboxed(hashes: readonly BlobId[]): void;
}

/**
 * Opens every timeline of the home for questions. Throws `store_damaged` when one cannot be read:
 * what it needs is not known then. `except`: one that is about to go.
 */
export function openAllTimelines(
  home: AbsPath,
  open: Pick<OpenProjects, "timeline">,
  except?: ProjectId,
): AllTimelines {
  const checks = new Map<ProjectId, TimelineCheck>();
  const close = () => {
    for (const check of checks.values()) check[Symbol.dispose]();
  };
  try {
    for (const id of timelineIds(home)) {
      const path = timelinePath(home, id);
      if (id !== except && existsSync(path)) checks.set(id, openTimelineCheck(path));
    }
  } catch (thrown) {
    close();
    if (!(thrown instanceof UnfError)) throw thrown;
    throw new UnfError("store_damaged", `nothing was deleted: ${thrown.message}`, {
      hint: "what that project needs is not known; unf verify --repair, then run it again",
      cause: thrown,
    });
  }
  return {
    isReferred: (hash, apart) =>
      [...checks].some(([id, check]) => id !== apart && check.refers(hash)),
    findOwners: (hashes, apart) => {
      const owners = new Map<BlobId, ContentOwner>();
      for (const [project, check] of checks) {
        if (project === apart) continue;
        const own = new Set([...hashes].filter((hash) => check.refers(hash)));
        for (const { hash, path } of check.versionsOf(own)) owners.set(hash, { project, path });
      }
      return owners;
    },
    dropInboxed: (hashes) => {
      for (const [id, check] of checks) {
        const own = hashes.filter((hash) => check.inboxed(hash) !== undefined);
        if (own.length === 0) continue;
        const opened = open.timeline(id);
        if (opened !== undefined) {
          opened.dropFromInbox(own);
          continue;
        }
        using timeline = openHomeTimeline(home, id);
        timeline.dropFromInbox(own);
      }
    },
    [Symbol.dispose]: close,
  };
}
