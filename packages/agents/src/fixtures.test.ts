import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { type BlobId, decodeUtf8Lossy, type WallMs } from "@unf/core/base";
import { agentNames, readPayload } from "./index.ts";

interface Fixture {
  readonly payload: object;
  /** Lines of the transcript that the payload names. */
  readonly transcript?: readonly object[];
  /** The command line of the agent. */
  readonly words?: readonly string[];
  /** The event that the payload is read as; `null` when nothing that matters happened. */
  readonly event: object | null;
}

const at = 1_763_645_527_114 as WallMs;
/** Shows in the fixtures which content was digested. */
const digest = (bytes: Uint8Array) => `of ${decodeUtf8Lossy(bytes)}` as BlobId;

for (const agent of agentNames) {
  const folder = new URL(`./${agent}/fixture/`, import.meta.url);
  for (const name of readdirSync(folder)) {
    test(`${agent}: ${name} is read as its event`, () => {
      const fixture = JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Fixture;
      const { payload, event, transcript, words = [] } = fixture;
      const lines = transcript?.map((line) => JSON.stringify(line)).join("\n");
      const bytes = new TextEncoder().encode(JSON.stringify(payload));
      const outcome = readPayload(agent, bytes, {
        ...{ at, cwd: "/home/ann", env: {}, digest },
        head: () => lines,
        tail: () => lines,
        callerWords: () => words,
      });
      assert.deepEqual(
        outcome,
        event === null ? { kind: "nothing" } : { kind: "event", event: { ...event, at } },
      );
    });
  }

  test(`${agent}: there are payloads of prompts, stops and both ends of tools`, () => {
    const kinds = readdirSync(folder).map((name) => {
      const { event } = JSON.parse(readFileSync(new URL(name, folder), "utf8"));
      return event?.what.kind;
    });
    for (const kind of ["prompt", "stop", "tool_start", "tool_end"])
      assert.ok(kinds.includes(kind), kind);
  });
}
