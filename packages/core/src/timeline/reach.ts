import type { AbsPath, BlobId } from "../base/brand.ts";

/** Files that a use of a tool may write. */
export type Reach =
  /**
   * Exactly these; one that is a directory stands for all that lies below it. `hash`: what the
   * content will be, where the payload says it whole. `command`: processes of a shell command write
   * them, and no tool of the agent itself.
   */
  | {
      readonly kind: "paths";
      readonly paths: readonly ClaimedPath[];
      readonly command?: true;
    }
  /** Anything, as a shell does. */
  | { readonly kind: "shell"; readonly command: string }
  | { readonly kind: "nothing" };

/** True when processes of a shell command do the writing. */
export function isCommand(reach: Reach): boolean {
  return reach.kind === "shell" || (reach.kind === "paths" && reach.command === true);
}

export interface ClaimedPath {
  readonly path: AbsPath;
  readonly hash?: BlobId;
}
