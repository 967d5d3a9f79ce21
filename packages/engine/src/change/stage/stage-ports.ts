import type { Blob, BlobId } from "@unf/core/base";
import type { Site } from "../../site/site.ts";
import type { StagePorts } from "./stage.ts";
import type { Worktree } from "./worktree.ts";

/** Ports of staging in a project that is open for writing. */
export function stagePorts(site: Site, worktree: Worktree): StagePorts {
  const { clock, rescueDirectory } = site.ports;
  return {
    worktree,
    digest: site.context.digest,
    content: (hash) => readWhole(site, hash),
    rescueDirectory,
    breathe: () => clock.breathe(),
  };
}

/** A content whose bytes are what its digest says: an inbox is a copy that nobody has checked. */
export function readWhole({ context }: Site, hash: BlobId): Uint8Array | undefined {
  const bytes = context.recorder.content(hash);
  return bytes !== undefined && context.digest(bytes) === hash ? bytes : undefined;
}

/** Puts contents that no row holds into the store. Durable when it resolves. */
export async function keepContents({ ports }: Site, blobs: readonly Blob[]): Promise<void> {
  for (const blob of blobs) ports.contents.putVolatile(blob);
  if (blobs.length > 0) await ports.contents.flushVolatile();
}
