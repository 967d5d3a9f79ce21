import assert from "node:assert/strict";
import type { SnapshotId, WallMs } from "@unf/core/base";
import type { Timeline } from "@unf/core/ports";
import type { Said } from "./past-world.ts";

/**
 * The answer about a file at an instant; `refused`: there is no state at all, `-`: nothing that
 * tells two apart.
 */
export type Word = "kept" | "thinned" | "absent" | "unknown" | "refused" | "-";

/** By what an instant can be named after `putMarks`. */
export const marks = {
  turn: "t-1",
  session: "s-7f3a",
  names: ["cp:1", "burst:1", "op:1", "t-1", "s-7f3a.end"],
} as const;

/** Everything by which the instant can be named, put there when all else is done. */
export function putMarks(writer: Timeline, at: WallMs, id: SnapshotId): void {
  const about = { label: null, message: null, payload: null, files: 0, pinned: false };
  writer.addCheckpoint({ ...about, at, snapshot: id });
  writer.markBurst({ before: id, from: at, to: at });
  const operation = { kind: "restore", startedAt: at, argv: [], plan: "", inverts: null } as const;
  writer.finishOperation(writer.startOperation({ ...operation, before: id }, []), {
    at,
    state: "done",
  });
  const session = { id: marks.session, agent: "codex", agentSession: "one", cwd: null } as const;
  writer.openSession({ ...session, label: null, parent: null, startedAt: at });
  const turn = { session: session.id, label: "", prompt: null, startedAt: at, before: id } as const;
  writer.endTurn(writer.openTurn(turn), { at, by: "stop", after: id });
  writer.endSession(session.id, { at, by: "session_end" });
}

/** Files of the tests that use this which stand neither at the instant nor now. */
const nowhere = new Set(["gone", "dead"]);

interface Listed {
  readonly path: string;
  readonly why?: string;
  readonly action?: string;
  readonly status?: string;
  readonly kind?: string;
  readonly unknown?: boolean;
}

export function ofContent({ code, stderr }: Said): Word {
  if (code === 0) return "kept";
  if (code === 7) return "thinned";
  if (isRefused(stderr)) return "refused";
  return /not known/.test(stderr) ? "unknown" : "absent";
}

export function ofDiff({ code, stdout, stderr }: Said) {
  if (code !== 0) return () => (isRefused(stderr) ? "refused" : assert.fail(stderr)) as Word;
  const { files: changes, thinned = [] } = JSON.parse(stdout) as Record<string, Listed[]>;
  return (path: string): Word => {
    const left = thinned?.find((one) => one.path === path);
    if (left !== undefined) return left.unknown === true ? "unknown" : "thinned";
    const change = changes?.find((one) => one.path === path);
    if (change !== undefined)
      return (change.kind ?? change.status) === "create" ? "absent" : "kept";
    // Of what stands at neither end nothing is said.
    return nowhere.has(path) ? "-" : "kept";
  };
}

export function ofRestore({ code, stdout, stderr }: Said) {
  if (isRefused(stderr)) return (): Word => "refused";
  assert.ok(stdout !== "", `${code} ${stderr}`);
  const { actions } = JSON.parse(stdout) as { readonly actions: readonly Listed[] };
  return (path: string): Word => {
    const found = actions.find((one) => one.path === path);
    if (found === undefined) return nowhere.has(path) ? "-" : "kept";
    if (found.why === "content_thinned") return "thinned";
    if (found.why === "absence_unknown") return "unknown";
    return found.action === "delete" || found.action === "kept_newer" ? "absent" : "kept";
  };
}

export function ofExport({ stdout, stderr }: Said) {
  if (isRefused(stderr)) return (): Word => "refused";
  const { actions, thinned = [] } = JSON.parse(stdout) as Record<string, Listed[]>;
  return (path: string): Word => {
    if (actions?.some((one) => one.path === path)) return "kept";
    const left = thinned?.find((one) => one.path === path);
    // Of what stands at neither end nothing is said.
    if (left === undefined) return nowhere.has(path) ? "-" : "absent";
    return left.unknown === true ? "unknown" : "thinned";
  };
}

const isRefused = (stderr: string) => /history/.test(stderr) && /start|begin/.test(stderr);
