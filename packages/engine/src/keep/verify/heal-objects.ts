import type { AbsPath, BlobId, RelPath } from "@unf/core/base";
import type { Clock, Digest, FileSystem, TimelineReader } from "@unf/core/ports";
import { eachHead } from "../../base/each-head.ts";
import { Slice } from "../../base/slice.ts";
import type { Contents } from "../../contents/contents.ts";
import { readHead } from "./check-heads.ts";

/** A project in which a lost content may be found again. */
export interface HealingSource {
  readonly root: AbsPath;
  readonly timeline: TimelineReader;
}

export interface HealPorts {
  readonly clock: Clock;
  readonly sliceMs: number;
  readonly fs: FileSystem;
  readonly digest: Digest;
  readonly contents: Contents;
  readonly sources: readonly HealingSource[];
}

export interface HealedObject {
  readonly hash: BlobId;
  /** `sound`: nothing was wrong with it by now. */
  readonly outcome: "sound" | "healed" | "lost";
  /** Where what stood in its place was moved. */
  readonly keptIn: AbsPath | undefined;
}

/**
 * Moves damaged objects into `lost+found/` and puts each content again that is found in the trash, in
 * an inbox or in a file whose head says that it holds it. Durable when it resolves.
 */
export async function healObjects(
  ports: HealPorts,
  hashes: readonly BlobId[],
): Promise<HealedObject[]> {
  const run = new Healing(ports);
  await run.setAside(hashes);
  run.healFromInboxes();
  for (const source of ports.sources) await run.healFromFiles(source);
  return hashes.map((hash) => run.report(hash));
}

/** One healing under way: what is still missing, what came back, and where the damaged went. */
class Healing {
  readonly #ports: HealPorts;
  readonly #slice: Slice;
  readonly #missing = new Set<BlobId>();
  readonly #healed = new Set<BlobId>();
  readonly #kept = new Map<BlobId, AbsPath | undefined>();

  constructor(ports: HealPorts) {
    this.#ports = ports;
    this.#slice = new Slice(ports.clock, ports.sliceMs);
  }

  async setAside(hashes: readonly BlobId[]): Promise<void> {
    const { contents } = this.#ports;
    for (const hash of hashes) {
      const found = contents.examine(hash);
      if (found === "damaged") this.#kept.set(hash, contents.setAside(hash));
      if (found === "trashed" && contents.collectable.untrash(hash)) this.#healed.add(hash);
      else if (found !== "found") this.#missing.add(hash);
      if (this.#slice.isOver()) await this.#slice.next();
    }
  }

  healFromInboxes(): void {
    for (const hash of [...this.#missing]) this.#heal(hash, readInboxes(this.#ports, hash));
  }

  async healFromFiles({ root, timeline }: HealingSource): Promise<void> {
    if (this.#missing.size === 0) return;
    for (const head of eachHead(timeline, "" as RelPath)) {
      if (this.#missing.has(head.hash)) {
        this.#heal(head.hash, readHead({ ...this.#ports, root }, head));
      }
      if (this.#slice.isOver()) await this.#slice.next();
    }
  }

  report(hash: BlobId): HealedObject {
    const keptIn = this.#kept.get(hash);
    if (this.#missing.has(hash)) return { hash, outcome: "lost", keptIn };
    return { hash, outcome: this.#healed.has(hash) ? "healed" : "sound", keptIn };
  }

  #heal(hash: BlobId, bytes: Uint8Array | undefined): void {
    if (bytes === undefined) return;
    this.#ports.contents.heal({ hash, bytes });
    this.#missing.delete(hash);
    this.#healed.add(hash);
  }
}

function readInboxes({ sources, digest }: HealPorts, hash: BlobId): Uint8Array | undefined {
  for (const { timeline } of sources) {
    const bytes = timeline.inboxed(hash);
    if (bytes !== undefined && digest(bytes) === hash) return bytes;
  }
  return undefined;
}
