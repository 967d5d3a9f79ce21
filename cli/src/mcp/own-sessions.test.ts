import assert from "node:assert/strict";
import { test } from "node:test";
import type { AbsPath } from "@unf/core/base";
import type { World } from "../frame/world/world.ts";
import { readOwnSessions } from "./own-sessions.ts";

const root = "/proj" as AbsPath;

const known = [
  { id: "s-env", parent: null, startedAt: 5 },
  { id: "s-outer", parent: null, startedAt: 3 },
  { id: "s-inner", parent: "s-first", startedAt: 4 },
];

/** A daemon that knows of two sessions, each told of by a process, and a history that knows of `s-env`. */
function worldOf(
  above: readonly { readonly pid: number; readonly startTicks?: number }[],
  env: Readonly<Record<string, string>> = {},
): World {
  const sessions = [
    { id: "s-outer", processes: [{ pid: 7, started: 70 }] },
    { id: "s-inner", processes: [{ pid: 9, started: 90 }] },
  ];
  const others = [{ id: "s-other", processes: [{ pid: 7, started: 70 }] }];
  const timeline = {
    session: (word: string) => known.find(({ id }) => id === word),
  };
  const reader = {
    projects: () => [{ root }],
    open: () => ({ timeline, [Symbol.dispose]: () => undefined }),
    [Symbol.dispose]: () => undefined,
  };
  const wiring = {
    homeDirectory: () => "/home/a/.unfudged",
    inspectRunning: async () => ({
      daemon: {
        projects: [
          { root: "/proj/inner", sessions: others },
          { root: "/proj", sessions },
        ],
      },
    }),
    openHomeReader: () => reader,
  };
  const processesAbove = async () => above.map((one) => ({ name: "x", command: [], ...one }));
  return { env, wiring: async () => wiring, processesAbove } as unknown as World;
}

test("the session is that of the nearest process above that told of one", async () => {
  const shell = { pid: 8, startTicks: 80 };
  const [outer, inner] = [
    { pid: 7, startTicks: 70 },
    { pid: 9, startTicks: 90 },
  ];
  const own = async (...above: Parameters<typeof worldOf>[0]) =>
    idsOf(await readOwnSessions(worldOf(above), root));
  assert.deepEqual(await own(shell, outer), ["s-outer"]);
  assert.deepEqual(
    await own(shell, inner, shell, outer),
    ["s-inner", "s-first"],
    "one that another started",
  );
  assert.deepEqual(await own(shell, { pid: 9, startTicks: 91 }), [], "another with its number");
  assert.deepEqual(await own({ pid: 9 }), [], "a number alone says nothing");
});

test("without such a process a variable names it, where the history knows the session", async () => {
  const own = async (env: Record<string, string>, above = [{ pid: 1, startTicks: 1 }]) =>
    idsOf(await readOwnSessions(worldOf(above, env), root));
  assert.deepEqual(await own({ UNF_SESSION: "s-env" }), ["s-env"]);
  assert.deepEqual(await own({ CLAUDE_CODE_SESSION_ID: "s-env" }), ["s-env"]);
  assert.deepEqual(await own({ UNF_SESSION: "s-forged" }), []);
  assert.deepEqual(await own({ UNF_SESSION: "s-env" }, [{ pid: 7, startTicks: 70 }]), ["s-outer"]);
});

test("a session that was forked from another has that one behind it, up to the fork", async () => {
  const own = await readOwnSessions(worldOf([{ pid: 9, startTicks: 90 }]), root);
  assert.deepEqual(own, [
    { id: "s-inner", until: null },
    { id: "s-first", until: 4 },
  ]);
});

function idsOf(held: Awaited<ReturnType<typeof readOwnSessions>>): string[] {
  return held.map(({ id }) => id);
}
