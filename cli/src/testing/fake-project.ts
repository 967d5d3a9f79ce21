import { createHash } from "node:crypto";
import type { ForgetPlan, OopsPreview, ProjectEntry, PruneRequest } from "@unf/answers";
import {
  type AbsPath,
  type BlobId,
  finish,
  type ProjectId,
  UnfError,
  type WallMs,
} from "@unf/core/base";
import type { OopsRequest, UndoPlan } from "@unf/core/operations";
import { planRestore, type RestorePlan, type RestoreRequest } from "@unf/core/restore";
import type { Snapshot } from "@unf/core/timeline";
import { type FakeHistory, fakeTimeline } from "./fake-timeline.ts";

/** One project of a fake home. */
export interface FakeProject {
  readonly root: string;
  readonly history: FakeHistory;
  readonly watched?: boolean;
  /** Content by row id; `line <id>` where none is given. */
  readonly contents?: Readonly<Record<number, string | Uint8Array>>;
  readonly plan?: (request: RestoreRequest) => RestorePlan;
  /** Without it there is nothing to take back. */
  /** Rows that orders to forget mean; none unless given. */
  readonly forgetPlan?: ForgetPlan;
  /** Preview of what `oops` would take back; without it there is nothing. */
  readonly oopsPlan?: (request: OopsRequest) => OopsPreview;
  readonly undoPlan?: (kind: "undo" | "redo", operation: number | null) => UndoPlan;
}

/** In place of BLAKE3. */
export const sha256 = (bytes: Uint8Array): BlobId =>
  createHash("sha256").update(bytes).digest("hex") as BlobId;

/** As the home lists it. */
export function entryOf({ root, watched = true }: FakeProject, index: number): ProjectEntry {
  const id = `${index + 1}`.padStart(16, "0") as ProjectId;
  return { id, root: root as AbsPath, watched, addedAt: watched ? (0 as WallMs) : null };
}

const nothingForgotten: ForgetPlan = {
  versions: 0,
  mark: "0".repeat(16),
  paths: [],
  contents: [],
  shared: new Map(),
  onDisk: [],
  operations: [],
};

/** As it is read. */
export function openReader(project: FakeProject | undefined, entry: ProjectEntry) {
  if (project === undefined) throw new Error("the fake home has no such project");
  return {
    project: entry,
    timeline: fakeTimeline(project.history),
    content: (snapshot: Snapshot) => {
      const content = project.contents?.[snapshot.id] ?? `line ${snapshot.id}\n`;
      return typeof content === "string" ? Buffer.from(content) : content;
    },
    isKept: () => true,
    planRestore: async (request: RestoreRequest) => {
      if (project.plan !== undefined) return project.plan(request);
      const planning = planRestore(request, {
        wanted: [],
        newer: [],
        isAbsent: () => true,
        disk: () => ({ kind: "absent" }),
        obstacle: () => undefined,
        entries: () => undefined,
        isKept: () => true,
        digest: () => "00000000",
      });
      return finish(planning);
    },
    planInvert: async (kind: "undo" | "redo", operation: number | null) => {
      if (project.undoPlan !== undefined) return project.undoPlan(kind, operation);
      throw new UnfError("not_found", `there is nothing to ${kind}`);
    },
    planForget: async () => project.forgetPlan ?? nothingForgotten,
    planPrune: async (request: PruneRequest) => {
      const { readPrunePlan } = await import("@unf/engine/read-prune-plan");
      const timeline = fakeTimeline(project.history);
      return readPrunePlan(
        { timeline, digest: sha256, breathe: async () => undefined },
        request,
        true,
      );
    },
    planOops: async (request: OopsRequest) => {
      if (project.oopsPlan !== undefined) return project.oopsPlan(request);
      throw new UnfError("not_found", "no agent changed anything that could be taken back");
    },
    [Symbol.dispose]: () => undefined,
  };
}
