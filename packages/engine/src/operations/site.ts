import type { CaptureContext } from "../capture/capture-context.ts";
import type { CaptureLoop } from "../capture/capture-loop.ts";
import type { Committer } from "../capture/committer.ts";
import type { MassChange } from "../project/mass-change.ts";
import type { ProjectPorts } from "../project/project-ports.ts";

/** What an operation needs of the project it works in. */
export interface Site {
  readonly ports: ProjectPorts;
  readonly context: CaptureContext;
  readonly committer: Pick<Committer, "commit">;
  /** Paused while the operation changes the disk. */
  readonly loop: Pick<CaptureLoop, "pause" | "resume">;
  /** Told when the operation begins to change the disk, and when it is through. */
  readonly mass: Pick<MassChange, "operates" | "operated">;
}
