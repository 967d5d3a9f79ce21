import type { WallMs } from "../base/brand.ts";

/** Something unf itself did to the disk. */
export interface Operation {
  /** Shown as `op-<id>`; counts up per project. */
  readonly id: number;
  readonly kind: "restore";
  readonly startedAt: WallMs;
  /** `null` while it runs, or when the program died in it. */
  readonly finishedAt: WallMs | null;
  /** The command's words as a person typed them, without `unf`. */
  readonly argv: readonly string[];
  /** Position in the timeline just before the operation: the state to return to. */
  readonly before: number;
  /** The plan it carried out, as JSON; its shape is `RestorePlan` of `core/restore`. */
  readonly plan: string;
  readonly outcome: "running" | "done" | "partial" | "failed";
}
