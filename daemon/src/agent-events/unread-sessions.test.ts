import assert from "node:assert/strict";
import { test } from "node:test";
import { UnreadSessions } from "./unread-sessions.ts";

test("a fork is asked what it holds from the event after its start on, until it tells them or ends", () => {
  const unread = new UnreadSessions();
  const hear = (session: string, what: object) =>
    unread.hear({ agent: "claude-code", session, what } as Parameters<UnreadSessions["hear"]>[0]);
  const stop = { kind: "stop" };
  assert.equal(hear("a", { kind: "session_start" }), false);
  assert.equal(hear("a", stop), false);
  assert.equal(hear("b", { kind: "session_start", isUnread: true }), false);
  assert.deepEqual(
    ["a", "b", "b"].map((one) => hear(one, stop)),
    [false, true, true],
  );
  assert.equal(hear("b", { kind: "session_start", holds: [] }), false);
  assert.equal(hear("b", stop), false);
  hear("c", { kind: "session_start", isUnread: true });
  hear("c", { kind: "session_end" });
  assert.equal(hear("c", stop), false);
  for (let n = 0; n < 300; n += 1) hear(`s${n}`, { kind: "session_start", isUnread: true });
  assert.deepEqual([hear("s0", stop), hear("s299", stop)], [false, true]);
});
