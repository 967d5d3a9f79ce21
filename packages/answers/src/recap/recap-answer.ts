import { joinPath, pathToColumn, type RelPath } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Operation } from "@unf/core/timeline";
import { personAnswer } from "../log/other-answers.ts";
import { maskName } from "../parts/mask-prompt.ts";
import { operationName } from "../parts/names.ts";
import { pathFields } from "../parts/path-fields.ts";
import { gapAnswer, instant } from "../parts/snapshot.ts";
import type { Asker } from "../ports/asker.ts";
import { timeFields } from "../scope/time.ts";
import { sessionFields, touchedAnswer, turnFields } from "../sessions/report-fields.ts";
import { nextSteps } from "./next-steps.ts";
import type { Recap, Recaps, RecentStretch } from "./read-recap.ts";
import type { LastOperationAnswer, RecapAnswer, RecentAnswer } from "./shape.ts";

/** What happened lately; with several projects each record names its own. */
export function recapAnswer(
  asker: Pick<Asker, "cwd" | "namedProject">,
  { scope, since, recaps }: Recaps,
): RecapAnswer {
  const isGlobal = scope === undefined;
  const rootOf = ({ source }: Recap) => (isGlobal ? pathFields("root", source.project.root) : {});
  return {
    ...(isGlobal ? {} : pathFields("root", scope.project.root)),
    ...(since === undefined ? {} : { since: timeFields(since) }),
    sessions: recaps.flatMap((one) =>
      one.recent.map((recent) => ({ ...rootOf(one), ...recentAnswer(recent) })),
    ),
    ...uncommittedFields(recaps, isGlobal),
    gaps: recaps.flatMap((one) => one.gaps.map((gap) => ({ ...rootOf(one), ...gapAnswer(gap) }))),
    last_operations: recaps.flatMap((one) =>
      one.lastOperation === undefined
        ? []
        : [{ ...rootOf(one), ...operationAnswer(one.lastOperation) }],
    ),
    next_steps: recaps.flatMap((one) => nextSteps(asker, one)),
  };
}

/** Paths below the root; with several projects absolute ones. Left out where there is no git. */
function uncommittedFields(
  recaps: readonly Recap[],
  isGlobal: boolean,
): Pick<RecapAnswer, "uncommitted" | "uncommitted_more"> {
  const known = recaps.filter(({ uncommitted }) => uncommitted !== undefined);
  if (known.length === 0) return {};
  const paths = known.flatMap(({ source, uncommitted = [] }) =>
    uncommitted.map((path) =>
      pathToColumn(isGlobal ? (joinPath(source.project.root, path) as string as RelPath) : path),
    ),
  );
  const { filesMax } = limits.git;
  const more = paths.length - filesMax;
  return {
    uncommitted: paths.slice(0, filesMax),
    ...(more > 0 ? { uncommitted_more: more } : {}),
  };
}

function recentAnswer({ stretch, lastTurn }: RecentStretch): RecentAnswer {
  if (stretch.kind === "person") return personAnswer(stretch);
  return {
    ...sessionFields(stretch.report),
    changed: stretch.report.touched.files.map(touchedAnswer),
    ...(lastTurn === undefined ? {} : { last_turn: turnFields(lastTurn) }),
  };
}

function operationAnswer({
  id,
  kind,
  state,
  startedAt,
  argv,
  files,
}: Operation): LastOperationAnswer {
  return {
    id: operationName(id),
    kind,
    state,
    at: instant(startedAt),
    argv: argv.map(maskName),
    files,
  };
}
