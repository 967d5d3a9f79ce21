import { type BlobId, type ProjectId, type RelPath, UnfError } from "@unf/core/base";
import { timelinePath } from "@unf/core/home";
import type { TimelineCheck } from "@unf/core/ports";
import type { HomePorts, OpenProjects } from "../home/home.ts";
import { timelineIds } from "../home/projects.ts";

/** A file that has a content, and its project. */
export interface ContentOwner {
  readonly project: ProjectId;
  readonly path: RelPath;
}

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
  home: Pick<HomePorts, "home" | "files" | "timelines">,
  open: Pick<OpenProjects, "timeline">,
  except?: ProjectId,
): AllTimelines {
  const checks = new Map<ProjectId, TimelineCheck>();
  const close = () => {
    for (const check of checks.values()) check[Symbol.dispose]();
  };
  try {
    for (const id of timelineIds(home)) {
      if (id === except || !home.files.exists(timelinePath(home.home, id))) continue;
      checks.set(id, home.timelines.check(id));
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
        using timeline = home.timelines.open(id);
        timeline.dropFromInbox(own);
      }
    },
    [Symbol.dispose]: close,
  };
}
