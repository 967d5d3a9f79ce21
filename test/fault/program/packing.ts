import type { WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { packCold } from "@unf/engine";
import { digest } from "@unf/system/digest";
import type { Recording } from "./recording.ts";

const day = 24 * 3_600_000;
const text = (version: number): string =>
  Array.from(
    { length: 40 },
    (_, line) => `line ${line} of ${Math.floor((version + line) / 7)}\n`,
  ).join("");
const quiet = () => undefined;

/** Records versions of one file, each like the one before. */
async function recordVersions(recording: Recording, from: number, to: number): Promise<void> {
  for (let version = from; version < to; version += 1) {
    recording.write("packed.txt", text(version));
    recording.hint();
    await recording.flush();
  }
}

/** Packs as a daemon does a month later. Two packs are enough to be merged. */
async function pack(recording: Recording): Promise<void> {
  const { contents, timeline } = recording.project.ports;
  // Otherwise the inbox has a copy of everything, and nothing could be lost.
  const inboxed = timeline.inboxHashes().map(({ hash }) => hash);
  for (const hash of inboxed) {
    const bytes = timeline.inboxed(hash);
    if (bytes !== undefined) contents.put({ hash, bytes });
  }
  contents.sync(inboxed);
  timeline.dropFromInbox(inboxed);
  await packCold({
    now: (Date.now() + 30 * day) as WallMs,
    limits: { ...limits.pack, graceMs: -day, countMin: 1, mergeMin: 2 },
    contents,
    timelines: [timeline],
    breathe: async () => undefined,
    isIdle: () => true,
    hasRoom: () => true,
    mayWrite: quiet,
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
}

/** Takes a content that no row names out of a pack in which a recorded one was made from it. */
async function rewrite(recording: Recording): Promise<void> {
  const { contents } = recording.project.ports;
  const { packable, collectable } = contents;
  const blobs = [0, 1].map((version) => new TextEncoder().encode(text(version)));
  const [unneeded, needed] = blobs.map((bytes) => ({ hash: digest(bytes), bytes }));
  if (unneeded === undefined || needed === undefined) throw new Error("there are two");
  const written = await packable.writePack([[unneeded, needed]], async () => undefined);
  packable.discard([needed.hash]);
  await collectable.rewritePack?.(
    written?.name ?? "",
    (hash) => hash !== unneeded.hash,
    async () => undefined,
  );
}

/** Old versions are packed, packs are merged and written anew; then something else is recorded. */
export const packing = {
  prepare: (recording: Recording) => recordVersions(recording, 1, 6),
  act: async (recording: Recording) => {
    await rewrite(recording);
    await pack(recording);
    await recordVersions(recording, 6, 9);
    await pack(recording);
    // Objects that were taken away are gone from the disk, too, once this is on it.
    await recordVersions(recording, 9, 10);
  },
};
