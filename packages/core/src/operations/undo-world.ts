import type { BlobId, RelPath } from "../base/brand.ts";
import { baseName, parentPath } from "../base/path.ts";
import { decodeUtf8, encodeUtf8 } from "../base/text-codec.ts";
import type { JournalStep, Step, StepState } from "../timeline/operation.ts";
import type { PlannedUndo } from "./plan-undo.ts";
import { isSameState, type StandingState } from "./step-state.ts";
import type { UndoFacts } from "./undo-facts.ts";

/** For tests: a tree by path. A string is a file; directories are there when a path says so. */
export type World = Map<string, StandingState>;

const texts = new Map<BlobId, string>();

/** The state of a recorded file, or with another mode of a link. */
export function file(text: string, mode = 0o100644): StepState {
  const hash = digest(encodeUtf8(text));
  texts.set(hash, text);
  return { kind: "recorded", hash, bytes: text.length, mode, snapshot: null };
}

export const absent: StepState = { kind: "absent" };
export const directory: StepState = { kind: "directory", mode: 0o040755 };

export function world(entries: Record<string, StandingState>): World {
  return new Map(Object.entries(entries));
}

/** FNV-1a over the bytes: all a test needs. */
function digest(bytes: Uint8Array): BlobId {
  let sum = 0x811c9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  return sum.toString(16).padStart(8, "0").repeat(8) as BlobId;
}

export function factsOf(tree: World, given: Partial<UndoFacts> = {}): UndoFacts {
  const now = (path: string): StandingState =>
    path === "" ? directory : (tree.get(path) ?? absent);
  const findObstacle = (path: RelPath): RelPath | undefined => {
    if (path === "") return undefined;
    const above = findObstacle(parentPath(path));
    return above ?? (["directory", "absent"].includes(now(path).kind) ? undefined : path);
  };
  return {
    now,
    entries: (path) =>
      [...tree.keys()].filter((one) => parentPath(one as RelPath) === path).map(baseName),
    obstacle: (path) => findObstacle(parentPath(path)),
    isKept: (hash) => texts.has(hash),
    isRescued: () => true,
    content: (hash) => {
      const text = texts.get(hash);
      return text === undefined ? undefined : encodeUtf8(text);
    },
    digest,
    ...given,
  };
}

/** The journal of steps that were all carried out. */
export function journal(...steps: readonly Step[]): JournalStep[] {
  return steps.map((step) => ({ ...step, temporary: null, failure: null }));
}

/** Carries steps out as a transaction does; throws when the tree is not as they expect. */
export function apply(
  tree: World,
  { steps, contents }: Pick<PlannedUndo, "steps" | "contents">,
): World {
  const after = new Map(tree);
  for (const [hash, bytes] of contents) texts.set(hash, decodeUtf8(bytes) ?? "");
  for (const { path, from } of steps) {
    if (!isSameState(tree.get(path) ?? absent, from)) throw new Error(`${path} is not as planned`);
    after.delete(path);
  }
  for (const { path, to } of steps) if (to.kind !== "absent") after.set(path, to);
  for (const path of after.keys()) {
    const above = parentPath(path as RelPath);
    if (above !== "" && after.get(above)?.kind !== "directory") throw new Error(`${path} hangs`);
  }
  return after;
}

/** The tree as text, for comparison: contents and modes of files, names of directories. */
export function show(tree: World): Record<string, string> {
  return Object.fromEntries([...tree].sort().map(([path, state]) => [path, showState(state)]));
}

function showState(state: StandingState): string {
  if (state.kind !== "recorded") return state.kind;
  return `${state.mode.toString(8)} ${texts.get(state.hash)}`;
}
