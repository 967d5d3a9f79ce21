import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { AbsPath, BlobId, WallMs } from "../base/brand.ts";
import { unknownAuthor } from "../timeline/author.ts";
import type { Reach } from "../timeline/reach.ts";
import { decideAuthor } from "./decide-author.ts";
import type { AgentCall, WriteFacts, WriterProcess } from "./evidence.ts";

const path = "/p/a" as AbsPath;
const [one, two] = ["1", "2"].map((digit) => digit.repeat(64) as BlobId) as [BlobId, BlobId];

/** From 0 to 100, by session `s-1` of codex in its turn 1, unless told otherwise. */
function call(id: number, reach: Reach, more: Partial<AgentCall> = {}): AgentCall {
  return {
    ...{ id, agent: "codex", session: "s-1", turn: 1, agentCall: null, tool: "Write", reach },
    ...{ startedAt: 0 as WallMs, endedAt: 100 as WallMs },
    ...more,
  };
}

const other = { agent: "claude-code", session: "s-2", turn: 2 };
const shell: Reach = { kind: "shell", command: "make" };

function claims(...paths: readonly (string | readonly [string, BlobId])[]): Reach {
  return {
    kind: "paths",
    paths: paths.map((claim) =>
      typeof claim === "string"
        ? { path: claim as AbsPath }
        : { path: claim[0] as AbsPath, hash: claim[1] },
    ),
  };
}

function decide(calls: readonly AgentCall[], more: Partial<WriteFacts> = {}) {
  return decideAuthor({
    path,
    hash: one,
    writtenAt: 50,
    known: null,
    calls,
    process: null,
    ...more,
  });
}

/** Confidence, session and tool call in one word each; `?` for none. */
function short(calls: readonly AgentCall[], more: Partial<WriteFacts> = {}): string {
  const { confidence, session, toolCall } = decide(calls, more).author;
  return `${confidence} ${session ?? "?"} ${toolCall ?? "?"}`;
}

const writer: WriterProcess = {
  ...{ agent: "codex", session: "s-1", turn: 1, startedAt: 0, endedAt: null },
};

test("nobody is named where nothing tells who wrote", () => {
  assert.deepEqual(decide([]), { author: unknownAuthor, candidates: [] });
  assert.equal(short([call(1, { kind: "nothing" })]), "unknown ? ?");
  assert.equal(short([call(1, claims("/p/b", "/p/aa"))]), "unknown ? ?");
});

test("a tool call that claims the path is the author, whole", () => {
  assert.deepEqual(decide([call(7, claims(path))]), {
    author: { agent: "codex", confidence: "hook", session: "s-1", turn: 1, toolCall: 7 },
    candidates: [],
  });
});

test("a claim of the content is stronger than one of the path, and that than a shell window", () => {
  const content = call(1, claims([path, one]), other);
  const open = call(2, claims(path));
  const window = call(3, shell);
  assert.equal(short([window, open, content]), "hook s-2 1");
  assert.equal(short([window, open]), "hook s-1 2");
  assert.equal(short([window]), "window s-1 3");
});

test("a claim with another content names nobody, but hides nobody either", () => {
  const wrong = call(1, claims([path, two]));
  assert.equal(short([wrong]), "unknown ? ?");
  assert.equal(short([wrong, call(2, shell, other)]), "window s-2 2");
});

test("two agents that claim the same path are both kept as candidates", () => {
  assert.deepEqual(decide([call(1, claims(path)), call(2, claims(path), other)]), {
    author: { ...unknownAuthor, confidence: "ambiguous" },
    candidates: [
      { session: "s-1", turn: 1, toolCall: 1 },
      { session: "s-2", turn: 2, toolCall: 2 },
    ],
  });
});

test("two agents work in one tree: each keeps what it claims, and shell windows are ambiguous", () => {
  const both = [call(1, claims("/p/a")), call(2, claims("/p/b"), other)];
  assert.equal(short(both), "hook s-1 1");
  assert.equal(short(both, { path: "/p/b" as AbsPath }), "hook s-2 2");
  assert.equal(short([call(1, shell), call(2, shell, other)]), "ambiguous ? ?");
});

test("of two sessions of one agent the agent is still known", () => {
  const twice = [call(1, shell), call(2, shell, { ...other, agent: "codex" })];
  assert.equal(decide(twice).author.agent, "codex");
  assert.equal(short(twice), "ambiguous ? ?");
});

test("sub-agents of one session leave no doubt about the session, only about the tool call", () => {
  const decided = decide([call(1, shell), call(2, shell)]);
  assert.deepEqual(decided.author, {
    ...{ agent: "codex", confidence: "window", session: "s-1", turn: 1, toolCall: null },
  });
  assert.deepEqual(decided.candidates, []);
});

test("a person's edit between two agent edits of the same file stays nobody's", () => {
  const edits = [
    call(1, claims(path)),
    call(2, claims(path), { startedAt: 200 as WallMs, endedAt: 300 as WallMs }),
  ];
  const at = (writtenAt: number) => short(edits, { writtenAt });
  assert.deepEqual([at(50), at(150), at(250)], ["hook s-1 1", "unknown ? ?", "hook s-1 2"]);
});

test("two agents that edit the same file in turn are told apart by when they did", () => {
  const late = { ...other, startedAt: 200 as WallMs, endedAt: null };
  const edits = [call(1, claims(path)), call(2, claims(path), late)];
  assert.equal(short(edits, { writtenAt: 100 }), "hook s-1 1");
  // It may still wait to be permitted.
  assert.equal(short(edits, { writtenAt: 1e6 }), "ambiguous ? ?");
});

test("a tool that edits wrote what it left, what came just before that, and nothing else", () => {
  const left = new Map([[path as AbsPath, { hash: two, at: 90_000 }]]);
  const span = { startedAt: 0 as WallMs, endedAt: 90_100 as WallMs, left };
  const edit = call(1, claims(path), span);
  assert.equal(short([edit], { hash: two, writtenAt: 90_000 }), "hook s-1 1");
  assert.equal(short([edit], { hash: one, writtenAt: 89_500 }), "hook s-1 1");
  assert.equal(short([edit], { hash: one, writtenAt: 80_000 }), "unknown ? ?");
  assert.equal(short([edit], { hash: null, writtenAt: 80_000 }), "unknown ? ?");
});

test("of a tool that goes on, failed or was cut off nobody knows whether it wrote", () => {
  const open = call(1, claims(path), { endedAt: null });
  const cut = call(1, claims(path), { isCut: true });
  for (const edit of [open, cut]) {
    assert.equal(short([edit], { writtenAt: 50 }), "ambiguous ? ?");
    const { candidates } = decide([edit]);
    assert.deepEqual(
      candidates.map(({ toolCall }) => toolCall),
      [1],
    );
  }
  const named = call(1, claims([path, one]), { isCut: true });
  assert.equal(short([named], { hash: one, writtenAt: 50 }), "hook s-1 1");
});

test("a file that a shell command names is written while a process of it lives", () => {
  const reach: Reach = { kind: "paths", paths: [{ path }], command: true };
  const asleep = call(1, reach, { endedAt: null, dormant: [{ from: 2000, to: 9000 }] });
  assert.equal(short([asleep], { writtenAt: 5000 }), "unknown ? ?");
  assert.equal(short([asleep], { writtenAt: 9500 }), "hook s-1 1");
});

test("clocks may differ by 15 ms, not by more", () => {
  const at = (writtenAt: number) => short([call(1, claims(path))], { writtenAt });
  assert.deepEqual([at(-15), at(115)], ["hook s-1 1", "hook s-1 1"]);
  assert.deepEqual([at(-15.5), at(115.5)], ["unknown ? ?", "unknown ? ?"]);
});

test("a hook that comes late counts by when it was called, not by when it came", () => {
  const facts = { writtenAt: 50 };
  assert.equal(short([], facts), "unknown ? ?");
  assert.equal(short([call(1, claims([path, one]))], facts), "hook s-1 1");
});

test("a deletion is attributed like a write: by claim, directory claim, or window", () => {
  const gone = { hash: null };
  assert.equal(short([call(1, claims(path)), call(2, shell, other)], gone), "hook s-1 1");
  assert.equal(short([call(1, claims("/p"))], gone), "hook s-1 1");
  assert.equal(short([call(1, claims("/"))], gone), "hook s-1 1");
  assert.equal(short([call(1, shell)], gone), "window s-1 1");
  assert.equal(short([call(1, claims([path, one]))], gone), "unknown ? ?");
});

test("a rename is by whom moved the file, not by whom wrote what is in it", () => {
  const wrote = call(1, claims([path, one]));
  const moved = call(2, shell, { ...other, startedAt: 500 as WallMs, endedAt: 600 as WallMs });
  const to = { path: "/p/b" as AbsPath, writtenAt: 550 };
  assert.equal(short([wrote, moved], to), "window s-2 2");
  assert.equal(short([wrote, moved], { writtenAt: 550, hash: null }), "window s-2 2");
});

test("a command that ran when a deletion was told may be late for it: who named the path is asked, too", () => {
  const named = call(1, claims(path), { startedAt: 100 as WallMs, endedAt: 200 as WallMs });
  const window = call(2, shell, { ...other, startedAt: 300 as WallMs, endedAt: 400 as WallMs });
  const gone = { hash: null, writtenAt: 350, known: 50 };
  const at = (more: Partial<WriteFacts>) => short([named, window], { ...gone, ...more });
  assert.equal(at({}), "ambiguous ? ?");
  assert.equal(at({ hash: one }), "window s-2 2", "when a write was is known");
  assert.equal(at({ known: 250 }), "window s-2 2", "it came back since");
  assert.equal(at({ known: 150 }), "window s-2 2", "that call wrote what is gone now");
  assert.equal(short([named], gone), "unknown ? ?");
  const late = { ...window, startedAt: 1250 as WallMs, endedAt: 1300 as WallMs };
  assert.equal(short([named, late], { ...gone, writtenAt: 1280 }), "window s-2 2", "too long ago");
});

test("the writing process is named before a window, and after a claim", () => {
  assert.equal(short([], { process: writer }), "process s-1 ?");
  assert.equal(short([call(2, shell, other)], { process: writer }), "process s-1 ?");
  assert.equal(
    short([call(1, shell), call(2, shell, other)], { process: writer }),
    "process s-1 1",
  );
  assert.equal(short([call(2, claims(path), other)], { process: writer }), "hook s-2 2");
});

test("the writing process decides between two claims", () => {
  const both = [call(1, claims(path)), call(2, claims(path), other)];
  assert.equal(short(both, { process: writer }), "hook s-1 1");
  assert.equal(short(both, { process: { ...writer, session: "s-3" } }), "ambiguous ? ?");
});

test("what a process wrote that is not of a session was not written by its command", () => {
  const process = { strangerTo: ["s-1"], startedAt: 0, endedAt: null };
  const calls = [call(1, shell), call(2, shell, other)];
  assert.equal(short([call(1, shell)], { process }), "unknown ? ?");
  assert.equal(short(calls, { process }), "window s-2 2");
  const both = { ...process, strangerTo: ["s-1", "s-2"] };
  assert.equal(short(calls, { process: both }), "unknown ? ?");
  assert.equal(short([call(1, claims(path))], { process }), "hook s-1 1");
  assert.equal(short([call(1, shell)], { process: { ...process, endedAt: 20 } }), "window s-1 1");
});

test("a process whose session is over, or had not begun, is none", () => {
  assert.equal(short([], { process: { ...writer, endedAt: 20 } }), "unknown ? ?");
  assert.equal(short([], { process: { ...writer, startedAt: 80 } }), "unknown ? ?");
});

const someCall = fc
  .record({
    id: fc.nat(99),
    session: fc.constantFrom("s-1", "s-2", "s-3"),
    turn: fc.option(fc.nat(2)),
    startedAt: fc.nat(200),
    length: fc.option(fc.nat(100)),
    reach: fc.constantFrom<Reach>(
      shell,
      { kind: "nothing" },
      claims(path),
      claims("/p"),
      claims("/p/b"),
      claims([path, one]),
      claims([path, two]),
    ),
  })
  .map(({ id, session, turn, startedAt, length, reach }) => {
    const endedAt = length === null ? null : ((startedAt + length) as WallMs);
    return call(id, reach, {
      ...{ session, agent: `agent of ${session}`, turn, startedAt: startedAt as WallMs, endedAt },
    });
  });

test("nobody is ever named, or comes into question, who was not at work at that time", () => {
  const facts = fc.record({
    path: fc.constant(path),
    hash: fc.constantFrom(one, two, null),
    writtenAt: fc.double({ min: -20, max: 320, noNaN: true }),
    known: fc.constant(null),
    calls: fc.array(someCall, { maxLength: 6 }),
    process: fc.option(
      fc.record({
        agent: fc.constant("agent of s-1"),
        session: fc.constant("s-1"),
        turn: fc.constant(null),
        startedAt: fc.nat(200),
        endedAt: fc.option(fc.nat(300)),
      }),
    ),
  });
  fc.assert(
    fc.property(facts, (drawn) => {
      const { writtenAt, calls } = drawn;
      const atWork = [...calls, ...(drawn.process === null ? [] : [drawn.process])].filter(
        ({ startedAt, endedAt }) =>
          writtenAt >= startedAt - 15 && writtenAt <= (endedAt ?? 1e9) + 15,
      );
      const { author, candidates } = decideAuthor(drawn);
      const named = [author, ...candidates].filter(({ session }) => session !== null);
      for (const { session, toolCall } of named) {
        const own = atWork.filter((one) => one.session === session);
        assert.ok(own.length > 0, `${session} was not at work`);
        if (toolCall === null) continue;
        assert.ok(own.some((one) => "id" in one && one.id === toolCall));
      }
      assert.equal(author.confidence === "ambiguous", candidates.length > 0);
      assert.equal(author.confidence === "unknown", named.length === 0);
      if (candidates.length === 0) return;
      const isOfMany = new Set(candidates.map(({ session }) => session)).size > 1;
      // Of a tool that goes on nobody knows whether it wrote.
      assert.ok(isOfMany || calls.some((call) => call.endedAt === null));
    }),
    { numRuns: 2000 },
  );
});

test("a command is not asked about what was written while none of its processes lived", () => {
  const asleep = call(1, shell, { endedAt: null, dormant: [{ from: 2000, to: 9000 }] });
  assert.equal(short([asleep], { writtenAt: 1990 }), "window s-1 1");
  assert.equal(short([asleep], { writtenAt: 5000 }), "unknown ? ?");
  // That it is gone may have been told late: the command may have removed it before.
  assert.equal(short([asleep], { writtenAt: 2500, hash: null, known: 100 }), "window s-1 1");
  assert.equal(short([asleep], { writtenAt: 2500, hash: null, known: 2400 }), "unknown ? ?");
  assert.equal(short([asleep], { writtenAt: 5000, hash: null }), "unknown ? ?");
});

test("a contested command does not stand alone, and hides no claim and no writer", () => {
  const contested = call(1, shell, { isContested: true });
  const candidates = [{ session: "s-1", turn: 1, toolCall: 1 }];
  const author = { ...unknownAuthor, confidence: "ambiguous" } as const;
  assert.deepEqual(decide([contested]), { author, candidates });
  assert.equal(short([contested, call(2, claims(path), other)]), "hook s-2 2");
  assert.equal(short([contested], { process: writer }), "process s-1 1");
});

test("a command of which nothing was ever seen leaves open whether it wrote", () => {
  const unseen = [{ from: 0, to: 1000 }];
  const candidates = [{ session: "s-1", turn: 1, toolCall: 1 }];
  const author = { ...unknownAuthor, confidence: "ambiguous" } as const;
  assert.deepEqual(decide([call(1, shell, { unseen })]), { author, candidates });
  const naming: Reach = { kind: "paths", paths: [{ path }], command: true };
  assert.deepEqual(decide([call(1, naming, { unseen })]), { author, candidates });
  assert.equal(short([call(1, naming)]), "hook s-1 1");
  // Before the first look nothing was seen either, but of one that has ended it is known that it ran.
  const late = { endedAt: null, unseen: [{ from: 100, to: 1000 }] };
  assert.deepEqual(decide([call(1, shell, late)]), { author, candidates });
  assert.deepEqual(decide([call(1, shell, { ...late, endedAt: 400 as WallMs, isCut: true })]), {
    author,
    candidates,
  });
  assert.equal(short([call(1, shell, { ...late, endedAt: 400 as WallMs })]), "window s-1 1");
  // Shortly before it ended something of it was seen.
  assert.equal(short([call(1, shell, { unseen: [{ from: 0, to: 40 }] })]), "window s-1 1");
});

test("a program that a session is only hinted at leaves open whether it was that", () => {
  const { startedAt, endedAt, ...hinted } = writer;
  const process = { hinted, startedAt, endedAt };
  const candidates = [{ session: "s-1", turn: 1, toolCall: null }];
  const author = { ...unknownAuthor, confidence: "ambiguous" } as const;
  assert.deepEqual(decide([], { process }), { author, candidates });
  assert.equal(short([call(1, shell)], { process }), "ambiguous ? ?");
  assert.equal(short([call(1, claims(path))], { process }), "hook s-1 1");
});
