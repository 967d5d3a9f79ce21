import {
  childPath,
  comparePaths,
  encodeUtf8,
  isWithin,
  joinPath,
  type RelPath,
} from "@unf/core/base";
import { isRacy } from "@unf/core/capture";
import { ignoreFileNames, makerNames } from "@unf/core/filter";
import type { Clock, DirectoryEntry } from "@unf/core/ports";
import type { CaptureContext } from "../capture/capture-context.ts";
import type { SkipReason } from "../capture/capture-outcome.ts";
import { lookAt } from "../capture/look-at.ts";
import type { HeadCursor } from "./head-cursor.ts";
import type { KnownDirectories, KnownDirectory } from "./known-directories.ts";
import type { Survey } from "./walk.ts";

export interface SurveyPorts {
  readonly context: CaptureContext;
  readonly clock: Clock;
  readonly known: KnownDirectories;
  readonly heads: HeadCursor;
  /** False: nothing that is looked at will be as recorded, so that stamps are of no use. */
  readonly isStamped: boolean;
  /** False: rules above may have changed, so that no verdict counts. */
  readonly isTrusted: boolean;
  readonly surveyor: Surveyor;
}

/** The sweep whose directories are surveyed. */
export interface Surveyor {
  /** The files of a directory are as recorded, as they were before. */
  onKnown(known: KnownDirectory): void;
  /** Looks at the next heads that the walk has not met, as long as they are past. */
  pass(isPast: (path: RelPath) => boolean): Generator<unknown>;
}

/** A directory that the walk is in. */
interface Level {
  readonly stamp: string | undefined;
  readonly rules: string | undefined;
  readonly isKnown: boolean;
  /** The rules are those by which what is below was judged when it was noted. */
  readonly isTrusting: boolean;
  readonly skips: Partial<Record<SkipReason, number>>;
  files: number;
  bytes: number;
  /** Something in it is to be recorded, or to be read again. */
  isDue: boolean;
}

/** Names whose stats are asked for at once: well below a millisecond. */
const namesAtOnce = 128;

/** Directories whose rules are dropped one by one; so many are dropped with everything. */
const forgottenMax = 100;

/** Tells directories in which nothing has changed, by their stats alone, from those to be looked into. */
export class SweepSurvey implements Survey {
  readonly #ports: SurveyPorts;
  readonly #levels: Level[] = [];
  #forgotten = 0;

  constructor(ports: SurveyPorts) {
    this.#ports = ports;
  }

  *enter(
    directory: RelPath,
    entries: readonly DirectoryEntry[] | undefined,
  ): Generator<undefined, boolean> {
    const { known: directories, surveyor, heads, isTrusted } = this.#ports;
    const above = this.#levels.at(-1);
    const known = directories.get(directory);
    const stamp = yield* this.#readStamp(directory, entries);
    const isSure = above?.isTrusting ?? isTrusted;
    if (isSure && known !== undefined && stamp !== undefined && known.stamp === stamp) {
      // Heads of the directory above that were not met before its entries are of files that are gone.
      if (above?.isKnown === false) {
        const start = `${directory}/` as RelPath;
        for (const _ of surveyor.pass((path) => comparePaths(path, start) < 0)) yield undefined;
      }
      const { rules, files, bytes, skips } = known;
      const state = { isKnown: true, isTrusting: true, isDue: false };
      this.#levels.push({ stamp, rules, files, bytes, skips, ...state });
      surveyor.onKnown(known);
      return false;
    }
    const rules = this.#readRules(directory, entries ?? []);
    const isTrusting = isSure && rules !== undefined && known?.rules === rules;
    if (isSure && !isTrusting) this.#forget(directory);
    if (above?.isKnown === true) heads.skipTo(directory);
    const state = { isKnown: false, isTrusting, isDue: stamp === undefined };
    this.#levels.push({ stamp, rules, skips: {}, files: 0, bytes: 0, ...state });
    return true;
  }

  *leave(directory: RelPath): Generator<undefined> {
    const level = this.#levels.at(-1);
    if (level === undefined) return;
    const { known, heads, surveyor } = this.#ports;
    if (level.isKnown) heads.skipPast(directory);
    else for (const _ of surveyor.pass((path) => isWithin(directory, path))) yield undefined;
    this.#levels.pop();
    const { rules, files, bytes, skips, isDue } = level;
    known.set(directory, {
      ...{ rules, files, bytes, skips },
      stamp: isDue ? undefined : level.stamp,
    });
  }

  /** An entry of the directory that the walk is in. */
  note(bytes: number): void {
    const level = this.#levels.at(-1);
    if (level === undefined) return;
    level.files += 1;
    level.bytes += bytes;
  }

  /** The same of one that is not recorded. */
  noteSkipped(why: SkipReason): void {
    const level = this.#levels.at(-1);
    if (level !== undefined) level.skips[why] = (level.skips[why] ?? 0) + 1;
  }

  /** The directory that the walk is in is not as recorded. */
  noteDue(): void {
    const level = this.#levels.at(-1);
    if (level !== undefined) level.isDue = true;
  }

  /** Neither are those above it: something in them is gone. */
  noteAllDue(): void {
    for (const level of this.#levels) level.isDue = true;
  }

  *#readStamp(
    directory: RelPath,
    entries: readonly DirectoryEntry[] | undefined,
  ): Generator<undefined, string | undefined> {
    if (!this.#ports.isStamped || entries === undefined) return undefined;
    const { fs, root, digest } = this.#ports.context;
    const words: string[] = [];
    const names: string[] = [];
    for (const { name, kind } of entries) {
      if (kind === "unknown") return undefined;
      if (kind === "directory") words.push(`${name}/`);
      else names.push(name);
    }
    const place = joinPath(root, directory);
    for (let at = 0; at === 0 || at < names.length; at += namesAtOnce) {
      const word = fs.stamp(place, names.slice(at, at + namesAtOnce));
      if (word === undefined) return undefined;
      words.push(word);
      yield undefined;
    }
    return words.length === 1 ? words[0] : digest(encodeUtf8(words.join("\n")));
  }

  /**
   * One word for the rules that stand in a directory: another one when they are others, none when that
   * cannot be known.
   */
  #readRules(directory: RelPath, entries: readonly DirectoryEntry[]): string | undefined {
    const { context, clock } = this.#ports;
    const words: string[] = [];
    for (const { name } of entries) {
      if (makerNames.has(name)) words.push(name);
      if (!ignoreFileNames.includes(name)) continue;
      const at = clock.wall();
      const stat = lookAt(context, childPath(directory, name));
      // One that changed just now may change again and keep its stat.
      if (typeof stat !== "object" || isRacy(stat, at)) return undefined;
      words.push(`${name} ${stat.ino}.${stat.size}.${stat.mtimeNs}.${stat.ctimeNs}`);
    }
    return words.sort().join("\n");
  }

  #forget(directory: RelPath): void {
    this.#forgotten += 1;
    if (this.#forgotten > forgottenMax + 1) return;
    const isMany = this.#forgotten > forgottenMax;
    this.#ports.context.filter.forget(isMany ? ("" as RelPath) : directory);
  }
}
