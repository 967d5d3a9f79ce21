import { UnfError } from "@unf/core/base";
import { countOf, fingerprintQuery } from "@unf/core/query";
import {
  decodeHitCursor,
  encodeHitCursor,
  isBehind,
  type LineHit,
  type LineMatcher,
  planMatcher,
} from "@unf/core/search";
import type { Asker } from "../ports/asker.ts";
import { type OpenScope, openScope, readTimeFlag } from "../scope/open-scope.ts";
import type { ResolvedTime } from "../scope/time.ts";
import type { SearchQuestion } from "./question.ts";
import { readHits } from "./read-hits.ts";

/** A page of lines that were found. */
export interface Search {
  readonly scope: OpenScope;
  readonly since: ResolvedTime | undefined;
  readonly until: ResolvedTime | undefined;
  readonly hits: readonly LineHit[];
  /** On all pages. */
  readonly count: number;
  /** Where the next page goes on; `null` on the last. */
  readonly next: string | null;
}

/**
 * Looks for lines in all that was ever recorded. `step`: hears of each batch of versions, and may have it
 * wait. Throws `usage`, and `failed` when it takes too much.
 */
export async function readSearch(
  asker: Asker,
  question: SearchQuestion,
  step?: (versions: number) => Promise<void> | undefined,
): Promise<Search> {
  const matcher = readMatcher(question);
  const scope = openScope(asker, await asker.openHome(), question.paths);
  const time = (name: "since" | "until") =>
    readTimeFlag(asker, { name, input: question[name], purpose: name }, scope);
  const since = await time("since");
  const until = await time("until");
  if (since !== undefined && until !== undefined && since.at > until.at) {
    throw new UnfError("usage", "--since lies after --until");
  }
  const order = {
    matcher,
    // Each run of it costs a thread: only a pattern that may never end is worth that.
    runWithin: matcher.isQuick ? undefined : await asker.openTimeKeeper(),
    change: question.change ?? "any",
    since: since?.at,
    until: until?.at,
    within: scope.within,
    interim: question.interim,
    reveal: question.reveal,
  };
  const { hits, lost } = await readHits(scope.reader, order, async (versions) => {
    await asker.breathe?.();
    await step?.(versions);
  });
  const page = takePage(hits, question, fingerprintOf(question, scope));
  if (lost > 0) asker.warn(`not searched: ${countOf(lost, "version")} whose content is lost`);
  return { scope, since, until, count: hits.length, ...page };
}

/**
 * Names the question that a cursor belongs to. The words are in cursors that were printed: they
 * stay as they are.
 */
function fingerprintOf(question: SearchQuestion, { project, within }: OpenScope): string {
  const flags = {
    regexp: question.isRegExp,
    "ignore-case": question.ignoreCase,
    in: question.change,
    since: question.since,
    until: question.until,
    all: question.interim,
    limit: 0,
    cursor: 0,
    reveal: question.reveal,
  };
  return fingerprintQuery([project.id, within, question.text, flags]);
}

function readMatcher({ text: pattern, isRegExp, ignoreCase }: SearchQuestion): LineMatcher {
  const planned = planMatcher({ pattern, isRegExp, ignoreCase });
  if (planned.kind === "matcher") return planned.matcher;
  throw new UnfError("usage", planned.why, { hint: "unf search --help" });
}

function takePage(
  hits: readonly LineHit[],
  { limit, cursor }: SearchQuestion,
  fingerprint: string,
): Pick<Search, "hits" | "next"> {
  const rest = hitsBehind(hits, cursor, fingerprint);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  if (last === undefined || page.length === rest.length) return { hits: page, next: null };
  return {
    hits: page,
    next: encodeHitCursor({ version: last.last.id, line: last.line }, fingerprint),
  };
}

function hitsBehind(
  hits: readonly LineHit[],
  cursor: string | undefined,
  fingerprint: string,
): readonly LineHit[] {
  if (cursor === undefined) return hits;
  const place = decodeHitCursor(cursor, fingerprint);
  if (place === undefined) {
    throw new UnfError("usage", "the cursor does not belong to this search", {
      hint: "repeat the text, flags and paths of the search that printed it",
    });
  }
  return hits.filter(({ last, line }) => isBehind(place, { version: last.id, line }));
}
