import { type OopsPreview, quotedLabel } from "@unf/answers";
import type { TimelineReader } from "@unf/core/ports";
import { escapeForDisplay } from "@unf/core/query";
import { renderAgoInWords } from "@unf/core/time";
import { displayWidth, fitMiddle } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";

type Scope = OopsPreview["scopes"][number];

/**
 * The plan's headline: `Take back turn t-12 of claude-code "add coupon support", 5 minutes ago: 3 files`.
 * `after`: what follows the scope.
 */
export function scopeHeadline(
  timeline: TimelineReader,
  scope: Scope,
  after: string,
  view: View,
): string {
  const [before, label, age] = scopeText(timeline, scope, view);
  const line = fitMiddle(`Take back ${before}`, label, `${age}${after}`, view);
  const { width } = view.terminal;
  // Rather no prompt than one of a few letters in a line that wraps.
  const isWide = width !== undefined && !view.isVerbose && displayWidth(line) > width;
  return isWide ? `Take back ${before.trimEnd()}${age}${after}` : line;
}

/** Before the prompt, the prompt, and behind it. */
function scopeText(
  timeline: TimelineReader,
  scope: Scope,
  { viewer }: View,
): readonly [string, string, string] {
  switch (scope.kind) {
    case "turn": {
      const turn = timeline.turn(scope.turn);
      const agent = turn === undefined ? undefined : timeline.session(turn.session)?.agent;
      const age = turn === undefined ? "" : `, ${renderAgoInWords(viewer.now - turn.startedAt)}`;
      const label = quotedLabel(turn?.label ?? null);
      return [`turn t-${scope.turn} of ${agentText(agent)}${label && " "}`, label, age];
    }
    case "session": {
      const session = timeline.session(scope.session);
      const age =
        session === undefined ? "" : `, begun ${renderAgoInWords(viewer.now - session.startedAt)}`;
      return [`session ${scope.session} of ${agentText(session?.agent)}`, "", age];
    }
    case "rows":
      return [`the last run of changes, v${scope.after + 1} to v${scope.upTo}`, "", ""];
  }
}

function agentText(agent: string | undefined): string {
  return agent === undefined ? "an agent" : escapeForDisplay(agent);
}
