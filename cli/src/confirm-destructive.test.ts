import assert from "node:assert/strict";
import { test } from "node:test";
import { type Session, UnfError, type WallMs } from "@unf/core";
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
}

/** Whether it went on, and what was asked. */
function play(scene: Scene): { readonly went: boolean; readonly asked: readonly string[] } {
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
    world: { env, ask, facts: { isStdinTty: tty, isStderrTty: tty } },
  };
  const cautions = ["Some are younger than a day."];
  try {
    confirmDestructive(call, {
      ...{ question: "Delete 9 versions?", cautions, hint: "add --yes", openSessions: open },
    });
    return { went: true, asked };
  } catch (thrown) {
    assert.ok(thrown instanceof UnfError && thrown.code === "needs_confirmation");
    return { went: false, asked };
  }
}

test("without a terminal only --yes goes on, and nothing is asked", () => {
  assert.deepEqual(play({}), { went: false, asked: [] });
  assert.deepEqual(play({ yes: true }), { went: true, asked: [] });
});

test("at a terminal a person is told what is unusual before the question", () => {
  const { went, asked } = play({ tty: true, answer: "y" });
  assert.equal(went, true);
  assert.match(asked[0] ?? "", /^Some are younger than a day\.\nDelete 9 versions\?/);
  assert.equal(play({ tty: true, answer: "" }).went, false);
});

test("while an agent's session is open --yes is not enough", () => {
  assert.deepEqual(play({ yes: true, open: [session] }), { went: false, asked: [] });
});

test("where an agent runs the command --yes is not enough", () => {
  for (const name of ["CLAUDECODE", "AI_AGENT", "UNF_AGENT", "UNF_SESSION"]) {
    assert.equal(play({ yes: true, env: { [name]: "1" } }).went, false, name);
    assert.equal(play({ yes: true, env: { [name]: "" } }).went, true, `${name} is empty`);
  }
});

test("then a person can confirm at a terminal, with a word that no reflex types", () => {
  for (const scene of [{ open: [session] }, { env: { CLAUDECODE: "1" } }] satisfies Scene[]) {
    assert.equal(play({ ...scene, tty: true, yes: true, answer: "y" }).went, false);
    assert.equal(play({ ...scene, tty: true, answer: "delete" }).went, true);
    const unheard = play({ ...scene, tty: true, json: true, yes: true, answer: "delete" });
    assert.deepEqual(unheard, { went: false, asked: [] });
  }
});
