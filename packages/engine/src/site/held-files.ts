import type { BlobId, RelPath } from "@unf/core/base";
import { limits } from "@unf/core/config";
import {
  type HeldFiles,
  type HeldRules,
  heldFilesKey,
  parseHeldFiles,
  renderHeldFiles,
} from "@unf/core/filter";
import type { Timeline } from "@unf/core/ports";
import type { Author } from "@unf/core/timeline";
import type { LatestHead, Row } from "../record/recorder.ts";

export interface HeldFilesPorts {
  readonly timeline: Pick<Timeline, "meta" | "setMeta" | "knows" | "head">;
  /** A content by its digest; `undefined` when it is lost. */
  readonly content: (hash: BlobId) => Uint8Array | undefined;
}

/**
 * The ignore files of a project that agents wrote, each with the content that a person last stood by.
 * Decided as rows are attributed, kept in the timeline: a sweep and the next recorder agree with it.
 */
export class HeldIgnoreFiles implements HeldRules {
  readonly #ports: HeldFilesPorts;
  readonly #files: Map<RelPath, BlobId | null>;
  /** Of rows about ignore files: what the file held before, and whether an agent was said to write it. */
  readonly #decided = new WeakMap<Row, RowOfRules>();
  #isSaved = true;

  constructor(ports: HeldFilesPorts) {
    this.#ports = ports;
    this.#files = parseHeldFiles(ports.timeline.meta(heldFilesKey));
    // A forgotten path leaves no name behind.
    for (const path of this.#files.keys()) if (!ports.timeline.knows(path)) this.#drop(path);
  }

  get files(): HeldFiles {
    return this.#files;
  }

  content(hash: BlobId): Uint8Array | undefined {
    return this.#ports.content(hash);
  }

  hasHistory(path: RelPath): boolean {
    return this.#ports.timeline.knows(path);
  }

  /** An ignore file is recorded. True when other rules of it count from now on. */
  recorded(row: Row, author: Author, before: LatestHead | undefined): boolean {
    const known = { stoodBy: before?.hash ?? null, isOfAgent: isOfAgent(row, author) };
    this.#decided.set(row, known);
    return this.#decide(row, known);
  }

  /** Somebody else is found to have written a row. True as for `recorded`. */
  attributed(row: Row, author: Author): boolean {
    const before = this.#decided.get(row);
    const now = before && { ...before, isOfAgent: isOfAgent(row, author) };
    // Surer of the same is no other decision: it was carried out.
    if (now === undefined || now.isOfAgent === before?.isOfAgent) return false;
    const newest = row.id === undefined || this.#ports.timeline.head(row.snapshot.path)?.snapshot;
    if (newest !== true && newest !== row.id) return false;
    this.#decided.set(row, now);
    return this.#decide(row, now);
  }

  /** A person stands by the files as they are; by all, when none is named. Those that were held. */
  accept(paths: readonly RelPath[]): RelPath[] {
    const held = [...this.#files.keys()];
    const accepted = paths.length === 0 ? held : held.filter((path) => paths.includes(path));
    for (const path of accepted) this.#drop(path);
    this.save();
    return accepted;
  }

  /**
   * Writes down what is decided. Before the row is: a recorder that is killed in between finds another
   * version, and decides anew.
   */
  save(): void {
    if (this.#isSaved) return;
    this.#ports.timeline.setMeta(heldFilesKey, renderHeldFiles(this.#files));
    this.#isSaved = true;
  }

  #decide({ snapshot: { path, hash } }: Row, { stoodBy, isOfAgent }: RowOfRules): boolean {
    const held = this.#files.get(path);
    let isOther = false;
    if (!isOfAgent || hash === (held === undefined ? stoodBy : held)) isOther = this.#drop(path);
    else if (held === undefined && this.#files.size < limits.filter.heldFilesMax) {
      this.#files.set(path, stoodBy);
      this.#isSaved = false;
      isOther = true;
    }
    this.save();
    return isOther;
  }

  #drop(path: RelPath): boolean {
    if (!this.#files.delete(path)) return false;
    this.#isSaved = false;
    return true;
  }
}

interface RowOfRules {
  readonly stoodBy: BlobId | null;
  readonly isOfAgent: boolean;
}

function isOfAgent({ snapshot: { operation } }: Row, { confidence }: Author): boolean {
  return operation === null && confidence !== "unknown";
}
