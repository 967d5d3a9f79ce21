import type { BlobId } from "@unf/core/base";
import type { Clock } from "@unf/core/ports";
import type { Contents } from "../../contents/contents.ts";

export interface ForgetContentsPorts {
  readonly clock: Clock;
  readonly contents: Contents;
  /** True when a row of any timeline has the content. */
  readonly isReferred: (hash: BlobId) => boolean;
  /** Takes contents out of the inboxes of all timelines. */
  readonly dropInboxed: (hashes: readonly BlobId[]) => void;
}

/** Contents done away with between two turns of everything else. */
const step = 64;

/**
 * Deletes those of the contents that no row has, at once and for good: they do not go through the
 * trash. Captures go on meanwhile; what is captured again is put anew. Those that are gone.
 */
export async function forgetContents(
  { clock, contents, isReferred, dropInboxed }: ForgetContentsPorts,
  hashes: readonly BlobId[],
): Promise<BlobId[]> {
  await contents.flushVolatile();
  using uses = contents.uses.watch();
  using withheld = contents.withhold(hashes);
  void withheld;
  const gone: BlobId[] = [];
  for (let at = 0; at < hashes.length; at += step) {
    // From this look at who needs them to their end nothing else has its turn.
    const isUsed = uses.now();
    const free = hashes.slice(at, at + step).filter((hash) => !isUsed(hash) && !isReferred(hash));
    dropInboxed(free);
    contents.forget(free);
    gone.push(...free);
    await clock.breathe();
  }
  const isGone = new Set(gone);
  // Also out of a pack that is being written right now.
  if (gone.length > 0) {
    await contents.packable.rewritePacks(
      // A content that was captured again meanwhile may be in a new pack by now.
      (hash) => !isGone.has(hash) || !contents.isWithheld(hash),
      () => clock.breathe(),
    );
  }
  return gone;
}
