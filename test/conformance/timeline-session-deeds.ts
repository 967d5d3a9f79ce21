import type { AbsPath, BlobId, SnapshotId, WallMs } from "@unf/core/base";
import type { Timeline } from "@unf/core/ports";
import type {
  Author,
  Candidate,
  ClaimedPath,
  NewSession,
  Reach,
  SessionEnd,
  TurnEnd,
} from "@unf/core/timeline";
import { unknownAuthor } from "@unf/core/timeline";
import fc from "fast-check";

// Lets agents work on a small random timeline, and tells who is said to have written its rows.

/** Ids of which some begin like others. */
export const sessionIds = ["s-7f3a", "s-7f3a1", "s-7f00", "s-0001"] as const;

export const agents = ["claude-code", "codex"] as const;

const plain = { noNullPrototype: true } as const;
const start = Date.UTC(2026, 0, 1);
const at = fc.integer({ min: 0, max: 5000 }).map((ms) => (start + ms) as WallMs);
const id = fc.integer({ min: 1, max: 5 });
const session = fc.constantFrom(...sessionIds);
const text = fc.constantFrom("", "it's ä", "a\nb");
const row = fc.integer({ min: 0, max: 20 }).map((n) => n as SnapshotId | 0);

const claim = fc.record<ClaimedPath>(
  {
    path: fc.constantFrom("/p/a" as AbsPath, "/p/\udcff" as AbsPath),
    hash: fc.constant("a".repeat(64) as BlobId),
  },
  { requiredKeys: ["path"], ...plain },
);
const reach: fc.Arbitrary<Reach> = fc.oneof(
  fc.record(
    { kind: fc.constant("paths" as const), paths: fc.array(claim, { maxLength: 3 }) },
    plain,
  ),
  fc.record({ kind: fc.constant("shell" as const), command: text }, plain),
  fc.record({ kind: fc.constant("nothing" as const) }, plain),
);

/** Nobody, an agent, or one of several. */
export const author: fc.Arbitrary<Author> = fc.option(
  fc.record<Author>(
    {
      agent: fc.option(fc.constantFrom(...agents)),
      confidence: fc.constantFrom("hook", "process", "window", "ambiguous"),
      session: fc.option(session),
      turn: fc.option(id),
      toolCall: fc.option(id),
    },
    plain,
  ),
  { nil: unknownAuthor },
);

export const candidates = fc.array(
  fc.record<Candidate>({ session, turn: fc.option(id), toolCall: fc.option(id) }, plain),
  { maxLength: 3 },
);

const newSession = fc.record<Omit<NewSession, "id">>(
  {
    agent: fc.constantFrom(...agents),
    agentSession: fc.constantFrom("one", "two"),
    cwd: fc.option(fc.constantFrom("/p" as AbsPath, "/p/\udcff" as AbsPath)),
    label: fc.option(text),
    parent: fc.option(session),
    startedAt: at,
  },
  plain,
);

/** Something an agent did; ids may be of nothing, but what is opened belongs to a session. */
export const sessionDeed: fc.Arbitrary<(timeline: Timeline) => unknown> = fc.oneof(
  fc.tuple(session, newSession).map(([id, given]) => (timeline: Timeline) => {
    if (timeline.sessions({ limit: 9 }).some((known) => known.id === id)) return;
    timeline.openSession({ ...given, id });
  }),
  fc.record({ session, at, by: fc.constantFrom<SessionEnd>("session_end", "timeout") }).map(
    ({ session, ...end }) =>
      (timeline: Timeline) =>
        timeline.endSession(session, end),
  ),
  fc.tuple(session, at).map(([id, again]) => (timeline: Timeline) => {
    timeline.reopenSession(id, again);
  }),
  fc
    .tuple(session, session, fc.option(fc.constantFrom(0, 1, 12)))
    .map(([id, parent, sharedTurn]) => (timeline: Timeline) => {
      timeline.setFork(id, sharedTurn === null ? { parent } : { parent, sharedTurn });
    }),
  fc
    .record({
      ...{ session, label: text, prompt: fc.option(text), startedAt: at, before: row },
      promptId: fc.option(fc.constantFrom("p-1", "p-2")),
    })
    .map(({ promptId, ...turn }) => (timeline: Timeline) => {
      if (!isKnown(timeline, turn.session)) return undefined;
      return timeline.openTurn(promptId === null ? turn : { ...turn, promptId });
    }),
  fc.tuple(id, fc.constantFrom("p-1", "p-2")).map(([turn, promptId]) => (timeline: Timeline) => {
    timeline.nameTurn(turn, promptId);
  }),
  fc
    .record({ id, at, after: row, by: fc.constantFrom<TurnEnd>("stop", "next_prompt", "timeout") })
    .map(
      ({ id, ...end }) =>
        (timeline: Timeline) =>
          timeline.endTurn(id, end),
    ),
  fc
    .record({
      ...{ session, turn: fc.option(id), agentCall: fc.option(text), tool: text, reach },
      ...{ startedAt: at, endedAt: fc.option(at) },
    })
    .map((call) => (timeline: Timeline) => {
      // A turn is of one session.
      const turn = timeline.turn(call.turn ?? 0)?.session === call.session ? call.turn : null;
      return isKnown(timeline, call.session) ? timeline.openToolCall({ ...call, turn }) : undefined;
    }),
  fc
    .record({ id, at, reach: fc.option(reach) })
    .map(({ id, at, reach }) => (timeline: Timeline) => {
      timeline.endToolCall(id, reach === null ? { at } : { at, reach });
    }),
);

function isKnown(timeline: Timeline, session: string): boolean {
  return timeline.session(session)?.id === session;
}
