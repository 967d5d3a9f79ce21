import type { WallMs } from "@unf/core/base";
import type { EntryStat } from "@unf/core/ports";
import type { Cause } from "@unf/core/timeline";
import type { Row } from "../record/recorder.ts";

export interface CaptureWhy {
  readonly cause: Cause;
  readonly at: WallMs;
  /** Rows of a sweep are settled at once; those of a burst when it closes. */
  readonly settled: boolean;
  /** Read even when the stat is the recorded one: a write through `mmap` leaves no other trace. */
  readonly reread: boolean;
  /**
   * The entry as `lstat` told it just now. Its directory was listed before, so no link can be among
   * its parents.
   */
  readonly listed?: EntryStat;
  /** Record a suddenly empty or vanished file without waiting for it to come back. */
  readonly force: boolean;
  /**
   * The file is hot: whether it only grew is to be found out. `spare`: then it is not recorded now.
   */
  readonly growth?: "note" | "spare";
  /** The operation of unf that wrote the file, if one did. */
  readonly operation?: number;
}

export type SkipReason =
  | "ignored"
  | "binary"
  | "private_key"
  | "too_large"
  | "special"
  | "unreadable";

export type CaptureOutcome =
  /** `grew`: the content is the recorded one and more; where that was asked. */
  | { readonly kind: "recorded"; readonly row: Row; readonly grew?: boolean }
  | { readonly kind: "unchanged" }
  /** It only grew, and is not recorded now. */
  | { readonly kind: "spared" }
  /** Suddenly empty, gone or still changing: look again soon. */
  | { readonly kind: "hold" }
  /** It kept changing while it was read; what was read is recorded, a later look is due. */
  | { readonly kind: "unstable"; readonly row: Row | undefined }
  /** Whether it is text is not known yet: resolve the signature of these bytes, then look again. */
  | { readonly kind: "unsure"; readonly firstBytes: Uint8Array }
  /** `row`: the deletion of the file that stood there. */
  | { readonly kind: "directory"; readonly row?: Row }
  | { readonly kind: "absent" }
  | { readonly kind: "skipped"; readonly why: SkipReason };
