import {
  type AbsPath,
  type BlobId,
  decodeUtf8,
  encodeUtf8,
  type ProjectId,
  UnfError,
} from "@unf/core/base";
import type { TimelineBuilder } from "@unf/core/exchange";
import { projectDirectory, timelinePath } from "@unf/core/home";
import {
  lostPrefix,
  type ProjectIdentity,
  type Recording,
  type Timeline,
  type TimelineCheck,
  type TimelineReader,
  type Timelines,
} from "@unf/core/ports";
import type { Snapshot, TextPlace } from "@unf/core/timeline";
import { createModelTimeline } from "../../conformance/timeline-model.ts";
import type { Machine } from "./machine.ts";

/** A timeline as it lies on the disk. Each change of the model is there whole, durably, or not at all. */
interface Stored {
  readonly identity: ProjectIdentity;
  readonly model: Timeline;
  /** Labels, prompts and commands: whatever holds texts beside rows and contents. */
  texts: string[];
  /** True while the file still has bytes of what was deleted: until it is compacted. */
  hasResidue: boolean;
  readonly lost: Set<BlobId>;
}

/** The calls of the port that change the file. */
const changing = [
  "commit",
  "addForgettings",
  "finishForgetting",
  "endForgetting",
  "deleteSnapshots",
  "settleReleased",
  "dropPruned",
  "deleteTraces",
  "dropEmptyDirectories",
  "startAt",
  "dropFromInbox",
  "setMeta",
] as const;

/** Those of them, and of others, that leave deleted bytes in the file. */
const deleting: ReadonlySet<string> = new Set(["deleteSnapshots", "dropFromInbox", "deleteTraces"]);

/**
 * The timelines of a home in memory. The file of one holds only its name: where the file is gone, moved
 * or comes back with a power cut, so is the timeline.
 */
export class MemoryTimelines {
  readonly #machine: Machine;
  readonly #home: AbsPath;
  readonly #stored = new Map<string, Stored>();

  constructor(machine: Machine, home: AbsPath) {
    this.#machine = machine;
    this.#home = home;
  }

  /** Puts a timeline without rows in its place. */
  create(identity: ProjectIdentity): Stored {
    const { disk } = this.#machine;
    disk.makeDirectory(projectDirectory(this.#home, identity.project), 0o700);
    return this.#write(timelinePath(this.#home, identity.project), identity);
  }

  /** The timeline that stands in its place; `undefined` when none is there. Throws when it is damaged. */
  at(id: ProjectId): Stored | undefined {
    const name = this.#nameAt(timelinePath(this.#home, id));
    if (name === undefined) return undefined;
    const stored = this.#stored.get(name);
    if (stored === undefined) throw new UnfError("store_damaged", `${id} is damaged`);
    return stored;
  }

  /** Those that stand in their places and can be read. */
  sound(): Stored[] {
    const all = new Map(
      [...this.#stored.values()].map(({ identity }) => [identity.project, identity]),
    );
    const names = [...all.keys()].map((id) => this.#nameAt(timelinePath(this.#home, id)));
    return names.flatMap((name) => this.#stored.get(name ?? "") ?? []);
  }

  /** Damages the file. Its rows can still be read by who makes it anew. */
  damage(id: ProjectId): void {
    const path = timelinePath(this.#home, id);
    const name = this.#nameAt(path) ?? "";
    this.#machine.disk.overwrite(path, encodeUtf8(`?${name}`));
  }

  port(): Timelines {
    const identities = new WeakMap<object, ProjectIdentity>();
    const open = (id: ProjectId): Timeline => {
      const stored = this.#existing(id);
      const timeline = this.#guard(stored);
      identities.set(timeline, stored.identity);
      return timeline;
    };
    return {
      read: open,
      open,
      check: (id) => checkOf(this.#existing(id)),
      needs: () => {
        throw new Error("nothing asks what a timeline needs");
      },
      identity: (timeline: TimelineReader) => identities.get(timeline) as ProjectIdentity,
      finishSwap: (id) => this.#finishSwap(id),
      convert: () => false,
    };
  }

  builder(): Pick<TimelineBuilder, "rebuild"> {
    return {
      rebuild: (id) => {
        const { disk } = this.#machine;
        const damaged = this.#nameAt(timelinePath(this.#home, id)) ?? "";
        const old = this.#stored.get(damaged.slice(1));
        if (old === undefined) throw new UnfError("store_damaged", `${id} has no rows`);
        const path = this.#rebuiltPath(id);
        const unfinished = `${path}.new` as AbsPath;
        disk.remove(unfinished);
        const fresh = this.#write(unfinished, old.identity);
        copyRows(old, fresh);
        disk.rename(unfinished, path);
        return { path, versions: fresh.model.facts().snapshots };
      },
    };
  }

  #existing(id: ProjectId): Stored {
    const stored = this.at(id);
    if (stored === undefined) throw new UnfError("not_found", `there is no timeline of ${id}`);
    return stored;
  }

  #rebuiltPath(id: ProjectId): AbsPath {
    return `${timelinePath(this.#home, id)}.rebuilt` as AbsPath;
  }

  #finishSwap(id: ProjectId): boolean {
    const { disk } = this.#machine;
    const path = timelinePath(this.#home, id);
    if (disk.lstat(path) !== undefined || disk.lstat(this.#rebuiltPath(id)) === undefined)
      return false;
    disk.rename(this.#rebuiltPath(id), path);
    disk.syncDirectory(projectDirectory(this.#home, id));
    return true;
  }

  #nameAt(path: AbsPath): string | undefined {
    const read = this.#machine.disk.read(path, 1000);
    return read.kind === "content" ? decodeUtf8(read.bytes) : undefined;
  }

  #write(path: AbsPath, identity: ProjectIdentity): Stored {
    const name = `timeline ${this.#stored.size}`;
    const stored: Stored = {
      identity,
      model: createModelTimeline(),
      texts: [],
      hasResidue: false,
      lost: new Set(),
    };
    this.#stored.set(name, stored);
    this.#machine.disk.writeNew(path, encodeUtf8(name), { mode: 0o600, sync: true });
    return stored;
  }

  /** The power may fail before each change. */
  #guard(stored: Stored): Timeline {
    const { model } = stored;
    const calls: Record<string, unknown> = {};
    for (const call of changing) {
      const work = model[call] as (...args: readonly unknown[]) => unknown;
      calls[call] = (...args: readonly unknown[]) => {
        this.#machine.step(`${call} ${stored.identity.project}`);
        if (deleting.has(call)) stored.hasResidue = true;
        if (call === "setMeta") noteLost(stored, String(args[0]));
        return work(...args);
      };
    }
    return {
      ...model,
      ...calls,
      texts: () => stored.texts.map(encodeUtf8),
      findTexts: (needles) => findTexts(stored, needles),
      scrub: (needles) => {
        this.#machine.step(`scrub ${stored.identity.project}`);
        return scrub(stored, needles);
      },
      compact: () => {
        this.#machine.step(`compact ${stored.identity.project}`);
        stored.hasResidue = false;
        return "done";
      },
    };
  }
}

/** Every row, oldest first. */
export function rowsOf({ model }: Pick<Stored, "model">): Snapshot[] {
  return [...model.find({ within: [], interim: true, order: "oldest" })];
}

function checkOf({ model, lost }: Stored): TimelineCheck {
  const known = () =>
    rowsOf({ model }).flatMap(({ id, path, hash, bytes }) =>
      hash === null ? [] : [{ id, path, hash, bytes }],
    );
  return {
    versions: model.facts().snapshots,
    faults: () => [],
    disagreements: () => [],
    contents: (digits) => {
      const own = known().filter(({ hash }) => hash.startsWith(digits));
      return [...new Map(own.map((one) => [one.hash, one])).values()];
    },
    refers: (hash) => known().some((one) => one.hash === hash),
    canBringBack: () => false,
    versionsOf: (hashes) => known().filter(({ hash }) => hashes.has(hash)),
    inboxed: (hash) => model.inboxed(hash),
    knownLost: () => lost,
    [Symbol.dispose]: () => undefined,
  };
}

function copyRows(old: Stored, fresh: Stored): void {
  const recordings = rowsOf(old).map(({ id, ...snapshot }): Recording => {
    const head = old.model.head(snapshot.path);
    return { snapshot, head: head?.snapshot === id ? head : null };
  });
  const inbox = old.model.inboxHashes().flatMap(({ hash }) => {
    const bytes = old.model.inboxed(hash);
    return bytes === undefined ? [] : [{ hash, bytes }];
  });
  fresh.model.commit({ inbox, recordings, restats: [], settlements: [] });
  fresh.texts = [...old.texts];
}

function noteLost({ lost }: Stored, key: string): void {
  if (key.startsWith(lostPrefix)) lost.add(key.slice(lostPrefix.length) as BlobId);
}

function findTexts({ texts }: Stored, needles: readonly Uint8Array[]): TextPlace[] {
  return texts.flatMap((text, nth) => {
    const isHit = needles.some((needle) => text.includes(textOf(needle)));
    return isHit ? [{ of: `cp:${nth + 1}`, part: "label" as const }] : [];
  });
}

function scrub(stored: Stored, needles: readonly Uint8Array[]): TextPlace[] {
  const places = findTexts(stored, needles);
  if (places.length > 0) stored.hasResidue = true;
  stored.texts = stored.texts.map((text) =>
    needles.reduce((masked, needle) => masked.replaceAll(textOf(needle), "…"), text),
  );
  return places;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8");
}
