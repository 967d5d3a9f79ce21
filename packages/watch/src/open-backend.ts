import { systemCode, type WatchBackend } from "@unf/core";
import type { BackendChoice } from "./choose-backend.ts";
import { DirectoryBackend } from "./directory/directory-backend.ts";
import { InotifyBackend } from "./inotify/inotify-backend.ts";
import { loadLibc } from "./libc.ts";

/** The backend in use; `reason` says why it is this one, in words for `unf status -v`. */
export interface OpenedBackend {
  readonly backend: WatchBackend;
  readonly reason: string;
}

/**
 * Opens the chosen backend, or `directory` where the kernel interface cannot be reached. Never
 * throws. Nothing is watched and no thread is taken before the first `watch`.
 */
export function openBackend(choice: BackendChoice): OpenedBackend {
  if (choice.name === "directory") {
    return { backend: new DirectoryBackend(), reason: choice.reason };
  }
  try {
    return { backend: new InotifyBackend(loadLibc()), reason: choice.reason };
  } catch (thrown) {
    // Whatever it is that native code cannot do here, the other backend does without it.
    const code = systemCode(thrown) ?? (thrown instanceof Error ? thrown.message : String(thrown));
    const reason = `inotify is not available: koffi could not be loaded (${code})`;
    return { backend: new DirectoryBackend(), reason };
  }
}
