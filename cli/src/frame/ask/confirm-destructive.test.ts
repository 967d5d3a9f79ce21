import assert from "node:assert/strict";
import { test } from "node:test";
import { type AbsPath, UnfError, type WallMs } from "@unf/core/base";
import { defaultConfig } from "@unf/core/config";
import type { Session } from "@unf/core/timeline";
import { confirmDestructive, type DestructiveCall } from "./confirm-destructive.ts";

const session: Session = {
  id: "s-7f3a",
  agent: "claude-code",
  agentSession: "one",
  cwd: null,
  label: null,
  parent: null,
  startedAt: 0 as WallMs,
  endedAt: null,
  endedBy: null,
};

interface Scene {
  readonly yes?: boolean;
  readonly tty?: boolean;
  readonly json?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly open?: readonly Session[];
  readonly answer?: string;
  /** The short name of the process above. */
  readonly above?: string;
  readonly isScratch?: boolean;
  readonly mayStop?: boolean;
  readonly servesAgent?: boolean;
}

/** Whether it went on, and what was asked. */
async function play(
  scene: Scene,
): Promise<{ readonly went: boolean; readonly asked: readonly string[] }> {
  const { yes = false, tty = false, json = false, env = {}, open = [], answer } = scene;
  const asked: string[] = [];
  const ask = (question: string) => {
    asked.push(question);
    return answer;
  };
  const call: DestructiveCall = {
    flags: { yes },
    globals: { json, jsonl: false },
    terminal: { mayAsk: tty && !json && Object.keys(env).length === 0 },
    world: {
      ...{ env, ask, facts: { isStdinTty: tty, isStderrTty: tty } },
      servesAgent: scene.servesAgent ?? false,
      processesAbove: async () => [{ pid: 7, name: scene.above ?? "bash", command: [] }],
      wiring: async () => ({
        homeDirectory: () => "/home/a/.unfudged" as AbsPath,
        readHomeKind: () => (scene.isScratch === true ? "scratch" : "lasting"),
        readSettings: async () => ({
          config: { ...defaultConfig, "agents.may_stop": scene.mayStop ?? false },
          ...{ given: new Set(), complaints: [] },
        }),
      }),
    },
  };
  const cautions = ["Some are younger than a day."];
  try {
    await confirmDestructive(call, {
      deed: "delete versions",
      ...{ question: "Delete 9 versions?", cautions, hint: "add --yes", openSessions: open },
    });
    return { went: true, asked };
  } catch (thrown) {
    assert.ok(thrown instanceof UnfError && thrown.code === "needs_confirmation");
    return { went: false, asked };
  }
}

test("without a terminal only --yes goes on, and nothing is asked", async () => {
  assert.deepEqual(await play({}), { went: false, asked: [] });
  assert.deepEqual(await play({ yes: true }), { went: true, asked: [] });
});

test("at a terminal a person is told what is unusual before the question", async () => {
  const { went, asked } = await play({ tty: true, answer: "y" });
  assert.equal(went, true);
  assert.match(asked[0] ?? "", /^Some are younger than a day\.\nDelete 9 versions\?/);
  assert.equal((await play({ tty: true, answer: "" })).went, false);
});

test("while an agent's session is open --yes is not enough", async () => {
  assert.deepEqual(await play({ yes: true, open: [session] }), { went: false, asked: [] });
});

test("where an agent runs the command --yes is not enough", async () => {
  for (const name of ["CLAUDECODE", "AI_AGENT", "UNF_AGENT", "UNF_SESSION"]) {
    assert.equal((await play({ yes: true, env: { [name]: "1" } })).went, false, name);
    assert.equal((await play({ yes: true, env: { [name]: "" } })).went, true, `${name} is empty`);
  }
});

test("then a person can confirm at a terminal, with a word that no reflex types", async () => {
  for (const scene of [{ open: [session] }, { env: { CLAUDECODE: "1" } }] satisfies Scene[]) {
    assert.equal((await play({ ...scene, tty: true, yes: true, answer: "y" })).went, false);
    assert.equal((await play({ ...scene, tty: true, answer: "delete" })).went, true);
    const unheard = await play({ ...scene, tty: true, json: true, yes: true, answer: "delete" });
    assert.deepEqual(unheard, { went: false, asked: [] });
  }
});

test("an agent is known by a process above, and over its own protocol", async () => {
  assert.deepEqual(await play({ yes: true, above: "claude" }), { went: false, asked: [] });
  assert.equal((await play({ tty: true, above: "claude", answer: "delete" })).went, true);
  assert.equal((await play({ yes: true, servesAgent: true })).went, false);
});

test("--yes is enough in a home that is to be thrown away, and where a person opened the gate", async () => {
  const env = { CLAUDECODE: "1" };
  assert.deepEqual(await play({ yes: true, env, isScratch: true }), { went: true, asked: [] });
  assert.equal((await play({ env, isScratch: true })).went, false, "a yes is needed all the same");
  assert.deepEqual(await play({ yes: true, env, mayStop: true }), { went: true, asked: [] });
  assert.equal((await play({ env, mayStop: true })).went, false);
});
