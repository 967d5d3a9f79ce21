import type { WallMs } from "@unf/core/base";
import { authorFields } from "../authors/author-fields.ts";
import { pathFields } from "../parts/path-fields.ts";
import { instant } from "../parts/snapshot.ts";
import { sessionFields, shownLabel, spanFields, sumFields } from "../sessions/report-fields.ts";
import type { AuthorGroup } from "./group-by-author.ts";
import type { Histogram } from "./histogram.ts";
import type { Selection } from "./selection.ts";
import type {
  HistogramAnswer,
  LogByAuthorAnswer,
  LogBySessionAnswer,
  PersonStretchAnswer,
  StretchAnswer,
} from "./shape.ts";
import type { PersonStretch, Stretch } from "./stretches.ts";
import { type Showing, selectionFields, versionAnswer } from "./version-answer.ts";

/** The versions of a page, gathered by turn or session, and outside of them by kind of author. */
export function logByAuthorAnswer(
  groups: readonly AuthorGroup[],
  next: string | null,
  showing: Showing,
): LogByAuthorAnswer {
  const { isGlobal } = showing.selection;
  const shown = groups.map((group) => ({
    ...(isGlobal ? pathFields("root", group.source.project.root) : {}),
    ...authorFields({ ...group.author, turn: group.turn?.id ?? null, candidates: [] }),
    label: shownLabel(labelOfGroup(group)),
    versions: group.versions.length,
    files: group.files,
    ...sumFields(group),
    first_at: instant(spanOfGroup(group).first),
    last_at: instant(spanOfGroup(group).last),
    entries: group.versions.map((version) => versionAnswer(version, showing)),
  }));
  return { ...selectionFields(showing.selection), groups: shown, next };
}

/** The prompt or the session that a group is of; `null` outside of any. */
export function labelOfGroup({ turn, session }: AuthorGroup): string | null {
  return turn?.label ?? session?.label ?? null;
}

/** Versions come in order, from either end. */
export function spanOfGroup({ versions }: AuthorGroup): {
  readonly first: WallMs;
  readonly last: WallMs;
} {
  const one = versions[0]?.snapshot.at ?? (0 as WallMs);
  const other = versions.at(-1)?.snapshot.at ?? one;
  return one < other ? { first: one, last: other } : { first: other, last: one };
}

/** Sessions of agents and the work of people in one list, newest first. */
export function logBySessionAnswer(
  stretches: readonly Stretch[],
  selection: Selection,
): LogBySessionAnswer {
  const sessions = stretches.map((stretch) => ({
    ...(selection.isGlobal ? pathFields("root", stretch.source.project.root) : {}),
    ...stretchAnswer(stretch),
  }));
  return { ...selectionFields(selection), sessions };
}

/** As in `unf sessions`; what only agents have is `null`. */
function stretchAnswer(stretch: Stretch): StretchAnswer {
  return stretch.kind === "agent" ? sessionFields(stretch.report) : personAnswer(stretch);
}

/** Changes by people, none far from the next. */
export function personAnswer(stretch: PersonStretch): PersonStretchAnswer {
  const { files, versions, added, removed } = stretch;
  return {
    id: stretchName(stretch),
    agent: null,
    author: { type: stretch.isCertain ? "human" : "unknown" },
    ...spanFields(stretch),
    turns: null,
    files,
    versions,
    added,
    removed,
  };
}

/** `work-31`, after its first version; a gap is a span of which nothing was recorded. */
export function stretchName({ first }: PersonStretch): string {
  return `work-${first}`;
}

/** How many versions were recorded when. */
export function histogramAnswer(
  { buckets, step, total, from, to }: Histogram,
  selection: Selection,
): HistogramAnswer {
  return {
    ...selectionFields(selection),
    step,
    total,
    from: instant(from),
    to: instant(to),
    buckets: buckets.map(({ start, end, count }) => ({
      start: instant(start),
      end: instant(end),
      count,
    })),
  };
}
