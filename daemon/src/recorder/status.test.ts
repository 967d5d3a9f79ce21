import assert from "node:assert/strict";
import { test } from "node:test";
import { type AbsPath, type ProjectId, UnfError, type WallMs } from "@unf/core/base";
import type { Member } from "../projects/project-set.ts";
import { reportStatus } from "./status.ts";

const facts = {
  version: "0.1.0",
  startedAt: 0 as WallMs,
  now: 1000 as WallMs,
  cpuMs: 1,
  rssBytes: 1,
  pid: 1,
  safeMode: false,
  lostEvents: undefined,
  busy: null,
  orders: [],
  backendOf: () => ({ name: "inotify", reason: "" }),
};

function member(root: string, ask: () => never): Member {
  const intended = {
    id: "0000000000000001" as ProjectId,
    root: root as AbsPath,
    addedAt: 0 as WallMs,
    options: {},
  };
  const suspension = { readFacts: ask, facts: undefined };
  const project = { condition: { kind: "watching" }, suspension };
  return { intended, kind: "open", project } as unknown as Member;
}

test("a timeline that cannot be asked makes its own project an error, not the whole status", () => {
  const damage = new UnfError("store_damaged", "torn", { hint: "unf verify --repair" });
  const torn = member("/torn", () => {
    throw damage;
  });
  const left: Member = {
    intended: torn.intended,
    kind: "failed",
    why: "it is away",
    isWorthATry: true,
  };
  const told: unknown[] = [];
  const { projects } = reportStatus(facts, [torn, left], (_, thrown) => void told.push(thrown));
  assert.deepEqual(
    projects.map(({ state, reason }) => `${state}: ${reason}`),
    ["error: torn; unf verify --repair", "error: it is away"],
  );
  assert.deepEqual(told, [damage]);
});
