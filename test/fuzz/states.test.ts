import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { RelPath } from "@unf/core/base";
import { openWriter } from "@unf/wiring";
import { testSeed } from "../kit/index.ts";
import { Recorder } from "./recorder.ts";
import {
  type Answered,
  findMissing,
  monotonicMs,
  mustBeKept,
  type StoodState,
} from "./stood-states.ts";

const program = fileURLToPath(new URL("./saver.ts", import.meta.url));
const onLinux = { skip: process.platform === "linux" ? false : "inotify is Linux's" };
/** Long enough that a gap which grows whatever stood would have grown. */
const forMs = Number(process.env.UNF_FUZZ_STATES_MS ?? 12_000);
const seed = testSeed();

test(`seed ${seed}: every state that stood is kept`, onLinux, async (context) => {
  await using recorder = await Recorder.start("inotify");
  const { states, answers } = await saveAndAsk(recorder);
  await recorder.flush();
  const judged = states.map((state) => ({ ...state, isCertain: mustBeKept(state, answers) }));
  const names = [...new Set(states.map(({ name }) => name))];
  using reader = recorder.open();
  const missing = names.flatMap((name) => {
    const query = { within: [name as RelPath], interim: true, order: "oldest" } as const;
    const rows = [...reader.timeline.find(query)];
    const recorded = rows.map((row) =>
      row.hash === null ? null : Buffer.from(reader.content(row)).toString(),
    );
    return findMissing(
      judged.filter((state) => state.name === name),
      recorded,
    );
  });
  const certain = judged.filter(({ isCertain }) => isCertain).length;
  const slowest = Math.max(...answers.map(({ askedAt, answeredAt }) => answeredAt - askedAt));
  const summary = `${certain} of ${states.length} states certain, slowest answer ${slowest.toFixed(0)} ms`;
  context.diagnostic(summary);
  const shown = missing.map(({ name, text, from, to }) => {
    return `${name} for ${(to - from).toFixed(0)} ms: ${JSON.stringify(text?.slice(0, 20) ?? text)}`;
  });
  assert.deepEqual(shown, [], summary);
});

/** Lets the saver save, and asks the daemon all the time whether it is there. */
async function saveAndAsk(
  recorder: Recorder,
): Promise<{ readonly states: StoodState[]; readonly answers: Answered[] }> {
  await using writer = await openWriter(recorder.unfHome, "never");
  const args = [program, recorder.root, String(seed), String(forMs)];
  const saver = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const lines = text(saver.stdout);
  const ended = once(saver, "close");
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  const answers: Answered[] = [];
  try {
    while (!isOver) {
      const askedAt = monotonicMs();
      await writer.request("ping", {});
      answers.push({ askedAt, answeredAt: monotonicMs() });
      await pause(20);
    }
  } finally {
    saver.kill("SIGKILL");
  }
  assert.equal(saver.exitCode, 0, "the saver failed");
  const said = (await lines).trim().split("\n");
  return { states: said.map((line) => JSON.parse(line) as StoodState), answers };
}
