import type { AbsPath, RelPath } from "../base/brand.ts";
import type { BackendName } from "../config/settings.ts";

/**
 * "Something happened here." A hint may be wrong, late, doubled or missing; what is true is what a
 * capture or a sweep finds on disk.
 */
export type Hint =
  /** A file or link. `closed`: its writer closed it, or it was moved into place complete. */
  | { readonly kind: "touched"; readonly path: RelPath; readonly closed: boolean }
  /** A directory appeared, or all of it is in doubt: sweep the subtree. */
  | { readonly kind: "directory"; readonly path: RelPath }
  /** Mode or another attribute of the directory itself changed. */
  | { readonly kind: "mode"; readonly path: RelPath }
  /** An entry vanished: the file, or everything below the directory. */
  | { readonly kind: "gone"; readonly path: RelPath }
  /** Events were lost, or may have been (`suspected`): sweep everything. */
  | { readonly kind: "overflow"; readonly proven: boolean }
  /** This directory could not be watched; sweep it on a timer. `code` is the system's own. */
  | { readonly kind: "unwatched"; readonly path: RelPath; readonly code: string }
  | { readonly kind: "root_lost"; readonly why: "deleted" | "moved" | "replaced" | "unmounted" }
  /** The backend stopped working altogether. */
  | { readonly kind: "dead"; readonly cause: unknown };

/** Which directories a watch covers. Decides by name, before anything is watched. */
export interface WatchScope {
  /** False for a directory that need not be watched: excluded, ignored, or another project's root. */
  covers(directory: RelPath): boolean;
}

/** A live watch on one root. */
export interface RootWatch extends AsyncDisposable {
  /** Directories watched right now. */
  readonly directories: number;
  /**
   * Final states may go unnoticed, so the root must be swept this often. Left out by a watch that
   * sees every final state or says that it lost some. Unit: ms.
   */
  readonly sweepEveryMs?: number;
  /** Watches again what should be watched below `directory`; harmless where it already is. */
  rewatch(directory: RelPath): Promise<void>;
  /**
   * Resolves `ok` when every event that happened before the call has been delivered; `unsupported`
   * when the backend cannot know.
   */
  barrier(timeoutMs: number): Promise<"ok" | "timeout" | "unsupported">;
}

/** A source of hints. Each directory is watched first and listed afterwards, so nothing slips between. */
export interface WatchBackend {
  readonly name: BackendName;
  /** Resolves when every covered directory is watched. Hints may arrive before it resolves. */
  watch(
    root: AbsPath,
    scope: WatchScope,
    deliver: (hints: readonly Hint[]) => void,
  ): Promise<RootWatch>;
}
