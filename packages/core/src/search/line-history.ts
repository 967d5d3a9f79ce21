import type { RelPath, WallMs } from "../base/brand.ts";
import { decodeUtf8Lossy, encodeUtf8 } from "../base/text-codec.ts";
import type { Snapshot } from "../timeline/snapshot.ts";
import type { ContentMatches } from "./content-search.ts";

/** A line that stood in a file, from when to when. */
export interface LineHit {
  readonly text: string;
  /** The text as it may be shown. */
  readonly shown: string;
  /** The first version that had it. */
  readonly first: Snapshot;
  /** The last version that had it, … */
  readonly last: Snapshot;
  /** … and its number there, counted from 1. */
  readonly line: number;
  /** The version from which on it was gone; `null` while it still stands. */
  readonly gone: Snapshot | null;
  /** The file's name now, or its last one. */
  readonly path: RelPath;
  /** When it came and when it went, in their order; of many times the newest. */
  readonly stood: readonly Stay[];
}

/** One time that a line stood there; `went` is null while it does. */
export interface Stay {
  readonly came: WallMs;
  readonly went: WallMs | null;
}

/** Which lines are wanted: those that came, those that went, or any that stood there, in a span of time. */
export interface HitRequest {
  readonly change: "added" | "removed" | "any";
  /** Both included; open where omitted. */
  readonly since?: WallMs | undefined;
  readonly until?: WallMs | undefined;
  /** How a line of a content is shown. */
  readonly show: (matches: ContentMatches, path: RelPath, line: number) => string;
  /** True when the file of a departure goes on under another of the names that are looked at. */
  readonly goesOn: (departure: Snapshot) => boolean;
}

/**
 * Follows the lines that match through the versions of many files, oldest first. A line is its text:
 * where it moves within its file it stays the same line, and so it does when the file is renamed.
 */
export class LineHistory {
  readonly #request: HitRequest;
  readonly #files = new Map<RelPath, FileLines>();
  readonly #all: FileLines[] = [];
  #bytes = 0;

  constructor(request: HitRequest) {
    this.#request = request;
  }

  /** How much memory the lines take, about. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The next version, with what of its content matches; `undefined` when nobody knows, so nothing changes. */
  record(version: Snapshot, matches: ContentMatches | undefined): void {
    if (version.cause === "renamed" && this.#request.goesOn(version)) return;
    if (version.renamedFrom !== null) this.#move(version.renamedFrom, version);
    if (matches === undefined) return;
    const file = this.#files.get(version.path) ?? this.#open(version.path, matches);
    if (file === undefined) return;
    for (const { text, line } of matches.found) {
      const track = file.tracks.get(text) ?? this.#track(file, version, matches, line);
      if (track.standsSince === null) this.#appear(track, version);
      track.last = version;
      track.line = line;
      file.standing.add(track);
    }
    for (const track of file.standing) {
      if (track.last === version) continue;
      file.standing.delete(track);
      this.#vanish(track, version);
    }
  }

  /** The lines that are wanted, by the version that last had them, newest first, then by number. */
  hits(): LineHit[] {
    const hits = this.#all.flatMap(({ path, tracks }) =>
      [...tracks.values()]
        .filter((track) => track.isWanted || this.#isWantedStanding(track))
        .map(({ text, shown, first, last, line, gone, stood }) => {
          return { text, shown, first, last, line, gone, path, stood };
        }),
    );
    return hits.sort((a, b) => b.last.id - a.last.id || a.line - b.line);
  }

  #open(path: RelPath, matches: ContentMatches): FileLines | undefined {
    if (matches.found.length === 0) return undefined;
    const file: FileLines = { path, tracks: new Map(), standing: new Set() };
    this.#files.set(path, file);
    this.#all.push(file);
    return file;
  }

  /** Moves the lines to the file's new path. A file that was there before is another, and gone. */
  #move(from: RelPath, version: Snapshot): void {
    const to = version.path;
    for (const track of this.#files.get(to)?.standing ?? []) this.#vanish(track, version);
    this.#files.delete(to);
    const file = this.#files.get(from);
    this.#files.delete(from);
    if (file === undefined) return;
    file.path = to;
    this.#files.set(to, file);
  }

  #track(file: FileLines, first: Snapshot, matches: ContentMatches, line: number): LineTrack {
    const show = this.#request.show(matches, first.path, line);
    const text = copyText(matches.lines[line - 1] ?? "");
    const shown = show === text ? text : copyText(show);
    this.#bytes += trackBytes + 2 * text.length;
    const track = {
      text,
      shown,
      first,
      last: first,
      line,
      gone: null,
      standsSince: null,
      isWanted: false,
      stood: [],
    };
    file.tracks.set(text, track);
    return track;
  }

  #appear(track: LineTrack, version: Snapshot): void {
    track.standsSince = version.at;
    track.gone = null;
    track.stood.push({ came: version.at, went: null });
    if (track.stood.length > staysMax) track.stood.shift();
    else this.#bytes += stayBytes;
    // Lines that were there when recording began were not written then.
    const isWritten = version.cause !== "baseline";
    if (this.#request.change === "added" && isWritten && this.#isInSpan(version.at))
      track.isWanted = true;
  }

  #vanish(track: LineTrack, version: Snapshot): void {
    const { change, since = 0 } = this.#request;
    if (this.#isWantedStanding(track) && version.at >= since) track.isWanted = true;
    track.standsSince = null;
    track.gone = version;
    const stay = track.stood.pop();
    if (stay !== undefined) track.stood.push({ ...stay, went: version.at });
    // A line that is no longer recorded may stand there still.
    const isRemoved = version.cause !== "excluded";
    if (change === "removed" && isRemoved && this.#isInSpan(version.at)) track.isWanted = true;
  }

  /** A line that stands now, and did before the span ended. */
  #isWantedStanding({ standsSince }: LineTrack): boolean {
    const { change, until = Number.POSITIVE_INFINITY } = this.#request;
    return change === "any" && standsSince !== null && standsSince <= until;
  }

  #isInSpan(at: WallMs): boolean {
    const { since = 0, until = Number.POSITIVE_INFINITY } = this.#request;
    return at >= since && at <= until;
  }
}

/** Memory of a line besides its text. */
const trackBytes = 256;

/** Of a line that comes and goes again and again. */
const staysMax = 10;
const stayBytes = 48;

interface FileLines {
  path: RelPath;
  readonly tracks: Map<string, LineTrack>;
  readonly standing: Set<LineTrack>;
}

interface LineTrack {
  readonly text: string;
  readonly shown: string;
  readonly first: Snapshot;
  last: Snapshot;
  line: number;
  gone: Snapshot | null;
  /** When it came the last time; `null` while it is gone. */
  standsSince: WallMs | null;
  isWanted: boolean;
  readonly stood: Stay[];
}

/** A text of its own: a part of a content would keep the whole of it in memory. */
function copyText(text: string): string {
  return decodeUtf8Lossy(encodeUtf8(text));
}
