import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { type BlobId, decodeUtf8Lossy, type WallMs } from "@unf/core/base";
import type { AgentEvent, ToolUse } from "@unf/core/sessions";
import { agentNames, readPayload } from "./index.ts";

/** One call of a hook, as the published program made it (`npm run test:agents`). */
interface Recorded {
  /** Milliseconds since the call before. */
  readonly after: number;
  readonly payload: object;
  readonly event: Omit<AgentEvent, "at"> | null;
}

const at = 1_763_645_527_114 as WallMs;
const digest = (bytes: Uint8Array) => `of ${decodeUtf8Lossy(bytes)}` as BlobId;

for (const agent of agentNames) {
  const folder = new URL(`./${agent}/recorded/`, import.meta.url);
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const lines = readFileSync(new URL(name, folder), "utf8").trimEnd().split("\n");
    const calls = lines.map((line) => JSON.parse(line) as Recorded);

    test(`${agent}: ${name} is read call by call`, () => {
      for (const { payload, event } of calls) {
        const bytes = new TextEncoder().encode(JSON.stringify(payload));
        const outcome = readPayload(agent, bytes, { at, cwd: "/home/ann", env: {}, digest });
        assert.deepEqual(
          outcome,
          event === null ? { kind: "nothing" } : { kind: "event", event: { ...event, at } },
        );
      }
    });

    test(`${agent}: in ${name} no use of a tool ends that did not begin`, () => {
      const begun = new Set<string>();
      for (const { event } of calls) {
        if (event?.what.kind === "tool_start") begun.add(useOf(event.what.use));
        if (event?.what.kind === "tool_end") assert.ok(begun.has(useOf(event.what.use)));
      }
      assert.ok(begun.size > 0);
    });
  }
}

function useOf(use: Pick<ToolUse, "call" | "tool">): string {
  return use.call ?? use.tool;
}
