import type { ProjectReader } from "@unf/answers";
import { type AbsPath, absPathToColumn, UnfError } from "@unf/core/base";
import type { TimelineReader } from "@unf/core/ports";
import type { Checkpoint } from "@unf/core/timeline";
import type { Method, Requests } from "@unf/protocol";
import { openWriter } from "@unf/wiring";
import { inTurn } from "./in-turn.ts";

/** A history as its readers need it. */
export interface History {
  readonly reader: ProjectReader;
  readonly timeline: TimelineReader;
  /** Throws `not_found`. */
  checkpoint(id: number): Checkpoint;
}

/** An open project: its history for reading, and the way to whoever may write. */
export class Session implements History {
  readonly root: AbsPath;
  readonly #home: AbsPath;
  readonly #mayBeUnwatched: boolean;
  #reader: ProjectReader | undefined;

  /** `mayBeUnwatched`: it is looked at also where nobody records it. */
  constructor(home: AbsPath, reader: ProjectReader, mayBeUnwatched: boolean) {
    this.#home = home;
    this.#mayBeUnwatched = mayBeUnwatched;
    this.#reader = reader;
    this.root = reader.project.root;
  }

  /** The history. Throws `usage` after `close`. */
  get reader(): ProjectReader {
    if (this.#reader === undefined) throw closed();
    return this.#reader;
  }

  get timeline(): TimelineReader {
    return this.reader.timeline;
  }

  /** The root as it travels. */
  get wireRoot(): string {
    return absPathToColumn(this.root);
  }

  /** Throws `not_found`. */
  checkpoint(id: number): Checkpoint {
    return requireCheckpoint(this.timeline, id);
  }

  /** Asks the daemon, or this process where none runs. Throws `usage` after `close`. */
  async request<M extends Method>(
    method: M,
    params: Requests[M]["params"],
  ): Promise<Requests[M]["reply"]> {
    if (this.#reader === undefined) throw closed();
    return inTurn(this.#home, async () => {
      await using writer = await openWriter(this.#home, "process");
      return await writer.request(method, params);
    });
  }

  /** Records what is on disk now. */
  async flush(): Promise<number | null> {
    const anyway = this.#mayBeUnwatched ? { unwatched: true } : {};
    const { projects } = await this.request("flush", { root: this.wireRoot, ...anyway });
    return projects[0]?.last_id ?? null;
  }

  /** The same before a preview. What is not recorded any more can be restored all the same. */
  async flushIfRecorded(): Promise<void> {
    if (this.#mayBeUnwatched || this.reader.project.watched) await this.flush();
  }

  close(): void {
    this.#reader?.[Symbol.dispose]();
    this.#reader = undefined;
  }
}

/** Throws `not_found`. */
export function requireCheckpoint(timeline: TimelineReader, id: number): Checkpoint {
  const found = timeline.checkpoints().find((checkpoint) => checkpoint.id === id);
  if (found !== undefined) return found;
  throw new UnfError("not_found", `there is no checkpoint ${id}`, {
    hint: "unf checkpoint --list",
  });
}

function closed(): UnfError {
  return new UnfError("usage", "the project is closed");
}
