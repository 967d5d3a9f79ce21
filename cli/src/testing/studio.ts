import type { AbsPath, RelPath, SnapshotId, WallMs } from "@unf/core/base";
import type { Author, Confidence, Session, Turn } from "@unf/core/timeline";
import type { FakeProject } from "./fake-project.ts";
import { fakeNow } from "./fake-time.ts";
import { row } from "./fake-timeline.ts";

const before = (minutes: number): number => fakeNow - minutes * 60_000;
const gone = { event: "delete", hash: null, bytes: 0, mode: 0 } as const;

/** A secret that no terminal, no script and no agent may be shown. */
export const secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345";

/**
 * A project in which a person, three agents and programs that nobody told of work: one session that
 * is over, one with a turn under way, and one of an agent that tells of no prompts.
 */
export const studio: FakeProject = {
  root: "/home/a/src/studio",
  history: {
    rows: [
      row({ id: 1, path: "cart.ts", at: before(90), event: "create", cause: "baseline" }),
      row({ id: 2, path: "vat.ts", at: before(90), event: "create", cause: "baseline" }),
      row({ id: 3, path: "notes.md", at: before(60), event: "create" }),
      row({ id: 4, path: "notes.md", at: before(55) }),
      row({ id: 5, path: "cart.ts", at: before(29), author: by("claude-code", 1) }),
      row({
        id: 6,
        path: "cart.test.ts",
        at: before(28),
        event: "create",
        author: by("claude-code", 1),
      }),
      row({ id: 7, path: "price.ts", at: before(27), event: "create" }),
      row({ id: 8, path: "cart.ts", at: before(24), author: by("claude-code", 2, "window") }),
      row({
        id: 9,
        path: "cart.test.ts",
        at: before(23),
        ...gone,
        counts: { lines: 0, added: 0, removed: 3, exact: true },
        author: by("claude-code", 2),
      }),
      row({ id: 10, path: "cart.ts", at: before(16) }),
      row({
        id: 11,
        path: "vat.ts",
        at: before(11),
        ...gone,
        cause: "renamed",
        author: by("codex", 3, "process"),
      }),
      row({
        id: 12,
        path: "tax.ts",
        at: before(11),
        event: "rename",
        renamedFrom: "vat.ts" as RelPath,
        evidence: "inode",
        counts: { lines: 3, added: 0, removed: 0, exact: true },
        author: by("codex", 3, "process"),
      }),
      row({
        id: 13,
        path: "shared.ts",
        at: before(9),
        event: "create",
        author: { ...by("codex", 3, "ambiguous"), agent: null, session: null, turn: null },
      }),
      row({
        id: 14,
        path: "cart.ts",
        at: before(2),
        hash: row({ id: 8, path: "cart.ts", at: 0 }).hash,
        cause: "operation",
        operation: 1,
      }),
    ],
    gaps: [
      {
        id: 1,
        from: before(14) as WallMs,
        to: before(13) as WallMs,
        reason: "daemon_away",
        closedAt: before(13) as WallMs,
        closedBy: "sweep",
        pathsDiffered: 0,
      },
    ],
    operations: [
      {
        id: 1,
        kind: "restore",
        startedAt: before(2) as WallMs,
        finishedAt: before(2) as WallMs,
        argv: ["restore", "cart.ts", "--version", "v8"],
        before: 13,
        after: 14,
        plan: "pl-5d2c90ab",
        inverts: null,
        state: "done",
        files: 1,
      },
    ],
    sessions: [
      session({ id: "s-7f3a", agent: "claude-code", from: 30, to: 20, label: "add coupons" }),
      session({ id: "s-80c1", agent: "codex", from: 12, label: `deploy with ${secret}` }),
      session({ id: "s-7f91", agent: "gemini-cli", from: 10, label: null }),
    ],
    turns: [
      {
        ...turn({ id: 1, session: "s-7f3a", from: 30, to: 26, rows: [4, 7], label: "add coupons" }),
        promptId: "a3b1c9d0-0000-4000-8000-000000000012",
      },
      {
        ...turn({ id: 2, session: "s-7f3a", from: 25, to: 21, rows: [7, 9], label: "no test" }),
        prompt: `no test\nthe token is ${secret}`,
        promptId: "a3b1c9d0-0000-4000-8000-000000000013",
      },
      turn({
        id: 3,
        session: "s-80c1",
        from: 12,
        rows: [10, null],
        label: `deploy with ${secret}`,
      }),
    ],
    candidates: {
      13: [
        { session: "s-80c1", turn: 3, toolCall: null },
        { session: "s-7f91", turn: null, toolCall: null },
      ],
    },
  },
  contents: {
    1: "a\nb\n",
    5: "a\nB\nc\n",
    8: "a\nB\nc\nd\n",
    10: "a\nB\nc\nd\nmine\n",
    14: "a\nB\nc\nd\n",
  },
};

function by(agent: string, turn: number, confidence: Confidence = "hook"): Author {
  return { agent, confidence, session: turn < 3 ? "s-7f3a" : "s-80c1", turn, toolCall: null };
}

function session(given: {
  id: string;
  agent: string;
  from: number;
  to?: number;
  label: string | null;
}): Session {
  const { from, to, ...rest } = given;
  return {
    ...rest,
    agentSession: `own-${given.id}`,
    cwd: "/home/a/src/studio" as AbsPath,
    parent: null,
    startedAt: before(from) as WallMs,
    endedAt: to === undefined ? null : (before(to) as WallMs),
    endedBy: to === undefined ? null : "session_end",
  };
}

function turn(given: {
  id: number;
  session: string;
  from: number;
  to?: number;
  rows: readonly [before: number, after: number | null];
  label: string;
}): Turn {
  const { from, to, rows, ...rest } = given;
  return {
    ...rest,
    prompt: null,
    startedAt: before(from) as WallMs,
    before: rows[0] as SnapshotId | 0,
    endedAt: to === undefined ? null : (before(to) as WallMs),
    endedBy: to === undefined ? null : "stop",
    after: rows[1] as SnapshotId | 0 | null,
  };
}
