import { type OopsPreview, quotedLabel } from "@unf/answers";
import type { TimelineReader } from "@unf/core/ports";
import { escapeForDisplay } from "@unf/core/query";
import { renderAgoInWords } from "@unf/core/time";
import type { View } from "../frame/print/view.ts";

type Scope = OopsPreview["scopes"][number];

/**
 * A scope that is taken back, for the eyes: `turn t-12 of claude-code "add coupon support", 5
 * minutes ago`.
 */
export function scopeText(timeline: TimelineReader, scope: Scope, { viewer }: View): string {
  switch (scope.kind) {
    case "turn": {
      const turn = timeline.turn(scope.turn);
      const agent = turn === undefined ? undefined : timeline.session(turn.session)?.agent;
      const age = turn === undefined ? "" : `, ${renderAgoInWords(viewer.now - turn.startedAt)}`;
      const label = quotedLabel(turn?.label ?? null);
      return `turn t-${scope.turn} of ${agentText(agent)}${label && ` ${label}`}${age}`;
    }
    case "session": {
      const session = timeline.session(scope.session);
      const age =
        session === undefined ? "" : `, begun ${renderAgoInWords(viewer.now - session.startedAt)}`;
      return `session ${scope.session} of ${agentText(session?.agent)}${age}`;
    }
    case "rows":
      return `the last run of changes, v${scope.after + 1} to v${scope.upTo}`;
  }
}

function agentText(agent: string | undefined): string {
  return agent === undefined ? "an agent" : escapeForDisplay(agent);
}
