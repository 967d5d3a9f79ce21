import { joinPath, type RelPath } from "@unf/core/base";
import type { Clock, Log, Timeline } from "@unf/core/ports";
import type { Head } from "@unf/core/timeline";
import { eachHead } from "../../base/each-head.ts";
import { Slice } from "../../base/slice.ts";
import type { CaptureContext } from "../../capture/capture-context.ts";
import { isReachable } from "../../capture/take-snapshot.ts";
import type { Contents } from "../../contents/contents.ts";

export interface CheckHeadsPorts {
  readonly clock: Clock;
  readonly limits: { readonly sliceMs: number };
  readonly timeline: Timeline;
  readonly contents: Contents;
  readonly log: Log;
}

export interface CheckedHeads {
  readonly heads: number;
  /** Contents that were missing or cut short and stand again, from the file on disk. */
  readonly healed: number;
  /** Paths whose file holds something else by now: the next sweep reads them whatever their stat. */
  readonly inDoubt: number;
}

/**
 * Looks whether the object of every head stands and has its size, as after a crash it may not. One
 * that does not is put again from the file on disk. Contents that were put are durable when it
 * resolves, and so are the marks on heads in doubt.
 */
export async function checkHeads(
  ports: CheckHeadsPorts,
  context: CaptureContext,
): Promise<CheckedHeads> {
  const { clock, timeline, contents, log } = ports;
  const slice = new Slice(clock, ports.limits.sliceMs);
  const tally = { heads: 0, healed: 0, inDoubt: 0 };
  for (const head of eachHead(timeline, "" as RelPath)) {
    tally.heads += 1;
    if (head.withheld !== true && !contents.stands(head.hash, head.bytes)) {
      const bytes = readInboxed(timeline, context, head) ?? readHead(context, head);
      if (bytes === undefined) {
        tally.inDoubt += 1;
        context.recorder.restat(head, head.stat, true);
      } else {
        tally.healed += 1;
        contents.putVolatile({ hash: head.hash, bytes });
      }
    }
    if (slice.isOver()) await slice.next();
  }
  await contents.flushVolatile();
  context.recorder.commit();
  const event = tally.healed + tally.inDoubt === 0 ? "heads.checked" : "heads.healed";
  log.info(event, tally);
  return tally;
}

function readInboxed(
  timeline: Timeline,
  { digest }: CaptureContext,
  { hash }: Head,
): Uint8Array | undefined {
  const bytes = timeline.inboxed(hash);
  return bytes !== undefined && digest(bytes) === hash ? bytes : undefined;
}

/** The head's content from its file on disk; `undefined` when the file holds something else. */
export function readHead(
  context: Pick<CaptureContext, "fs" | "root" | "digest">,
  head: Pick<Head, "path" | "hash" | "bytes">,
): Uint8Array | undefined {
  if (!isReachable(context, head.path)) return undefined;
  const read = context.fs.read(joinPath(context.root, head.path), head.bytes);
  if (read.kind !== "content" && read.kind !== "unstable") return undefined;
  return context.digest(read.bytes) === head.hash ? read.bytes : undefined;
}
