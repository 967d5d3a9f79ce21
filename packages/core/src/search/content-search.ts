import type { BlobId } from "../base/brand.ts";
import { decodeUtf8Lossy } from "../base/text-codec.ts";
import { RecentMap } from "../filter/recent-map.ts";
import { splitTextLines } from "../lines/text-lines.ts";
import type { Snapshot } from "../timeline/snapshot.ts";
import type { LineMatcher } from "./matcher.ts";

/** The lines of one content that match. */
export interface ContentMatches {
  /** Each text once, with the number of its first line, counted from 1, in that order. */
  readonly found: readonly FoundLine[];
  /** Every line of the content, to see what stands around. Empty where nothing matches. */
  readonly lines: readonly string[];
}

export interface FoundLine {
  readonly text: string;
  readonly line: number;
}

/** No line at all, as where there is no file. */
export const noMatches: ContentMatches = { found: [], lines: [] };

/** Carries out work, or throws when that takes too long. */
type Guard = (work: () => void) => void;

/** Searches contents, each only once however many versions have it. */
export class ContentSearch {
  readonly #matcher: LineMatcher;
  readonly #guard: Guard;
  readonly #known: RecentMap<ContentMatches>;
  #at: Snapshot | undefined;

  /** `weightMax`: what is remembered; a content weighs 1, and its lines more where it has matches. */
  constructor(matcher: LineMatcher, weightMax: number, guard: Guard = (work) => work()) {
    this.#matcher = matcher;
    this.#guard = guard;
    this.#known = new RecentMap(weightMax, ({ lines }) => 1 + lines.length);
  }

  /** The version whose content was looked at last. */
  get at(): Snapshot | undefined {
    return this.#at;
  }

  /**
   * Matches in the contents of these versions; none of those whose content is lost. `read` is
   * called for a content that is not remembered; all are then searched in one go of the guard.
   */
  matchesOf(
    versions: readonly Snapshot[],
    read: (version: Snapshot) => Uint8Array | undefined,
  ): ReadonlyMap<BlobId, ContentMatches> {
    const matches = new Map<BlobId, ContentMatches>();
    const contents = new Map<BlobId, { readonly version: Snapshot; readonly bytes: Uint8Array }>();
    for (const version of versions) {
      const { hash } = version;
      if (hash === null || matches.has(hash) || contents.has(hash)) continue;
      const known = this.#known.get(hash);
      const bytes = known === undefined ? read(version) : undefined;
      if (known !== undefined) matches.set(hash, known);
      if (bytes !== undefined) contents.set(hash, { version, bytes });
    }
    if (contents.size === 0) return matches;
    this.#guard(() => {
      for (const [hash, { version, bytes }] of contents) {
        this.#at = version;
        matches.set(hash, findMatches(bytes, this.#matcher));
      }
    });
    for (const hash of contents.keys()) this.#known.set(hash, matches.get(hash) ?? noMatches);
    return matches;
  }
}

function findMatches(bytes: Uint8Array, matcher: LineMatcher): ContentMatches {
  const text = decodeUtf8Lossy(bytes);
  if (!matcher.mayMatch(text)) return noMatches;
  const lines = splitTextLines(text);
  const found = new Map<string, FoundLine>();
  for (const [index, line] of lines.entries()) {
    if (matcher.matches(line) && !found.has(line)) found.set(line, { text: line, line: index + 1 });
  }
  return found.size === 0 ? noMatches : { found: [...found.values()], lines };
}
