import type { StorageError } from "@unf/core/base";

/** The disk of the store, as all projects of one process share it. */
export interface StoragePorts {
  /** Why nothing may be recorded now; `undefined` when it may. Asked about once a second. */
  readonly held: () => StorageError | undefined;
  /** Gives a full disk some room, once; false when there is nothing left to give. */
  readonly makeRoom: () => boolean;
}
