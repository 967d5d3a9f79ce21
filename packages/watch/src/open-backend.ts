import { systemCode } from "@unf/core/base";
import type { WatchBackend } from "@unf/core/ports";
import type { BackendChoice } from "./choose-backend.ts";
import { DirectoryBackend } from "./directory/directory-backend.ts";
import { InotifyBackend } from "./inotify/inotify-backend.ts";
import { loadLibc } from "./inotify/libc.ts";
import { ParcelBackend } from "./parcel/parcel-backend.ts";
import { PollingBackend } from "./polling/polling-backend.ts";
import type { PollingTiming } from "./polling/polling-root.ts";

/** The backend in use; `reason` says why it is this one, in words for `unf status -v`. */
export interface OpenedBackend {
  readonly backend: WatchBackend;
  readonly reason: string;
}

/**
 * Opens the chosen backend, or `directory` where the kernel interface cannot be reached. Never
 * throws. Nothing is watched, no thread is taken and no library loaded before the first `watch`,
 * except koffi. `polling`: other times than the limits say, for tests.
 */
export function openBackend(choice: BackendChoice, polling?: PollingTiming): OpenedBackend {
  const { name, reason } = choice;
  if (name === "directory") return { backend: new DirectoryBackend(), reason };
  if (name === "parcel") return { backend: new ParcelBackend(), reason };
  if (name === "polling") return { backend: new PollingBackend(polling), reason };
  try {
    return { backend: new InotifyBackend(loadLibc()), reason };
  } catch (thrown) {
    // The other backend does without native code, whatever that cannot do here.
    const code = systemCode(thrown) ?? (thrown instanceof Error ? thrown.message : String(thrown));
    return {
      backend: new DirectoryBackend(),
      reason: `inotify is not available: koffi could not be loaded (${code})`,
    };
  }
}
