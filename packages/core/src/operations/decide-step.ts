import type { RelPath } from "../base/brand.ts";
import { mergeTexts, type Overlap } from "../lines/merge.ts";
import { type RefusalReason, whyMissing } from "../refusals/refusal.ts";
import { refusePath } from "../refusals/safe-path.ts";
import type { Step, StepState } from "../timeline/operation.ts";
import { isSameMode } from "../timeline/snapshot.ts";
import {
  isRecordedFile,
  isSameContent,
  isSameState,
  type RecordedState,
  type StandingState,
} from "./step-state.ts";
import type { UndoFacts } from "./undo-facts.ts";
import type { KeptReason } from "./undo-plan.ts";

/** Paths that taking back the other steps clears out of the way. */
export interface ClearedWay {
  readonly removed: ReadonlySet<RelPath>;
  readonly emptied: ReadonlySet<RelPath>;
}

const noWay: ClearedWay = { removed: new Set(), emptied: new Set() };

/** Outcome at one path when the step that an operation did there is taken back. */
export type StepOutcome =
  /** It is as wanted already. */
  | { readonly kind: "unchanged" }
  | { readonly kind: "put"; readonly step: Step; readonly merge: Merge | undefined }
  | { readonly kind: "kept"; readonly why: Exclude<KeptReason, "overlaps"> }
  /** Nothing of the step can be taken back: each of its changes was changed again since. */
  | { readonly kind: "overlapping"; readonly overlaps: readonly Overlap[] }
  | { readonly kind: "refused"; readonly why: RefusalReason; readonly other?: RelPath };

/** A text that is recorded nowhere yet, and the lines of the newer one that both sides changed. */
export interface Merge {
  readonly bytes: Uint8Array;
  readonly overlaps: readonly Overlap[];
}

/**
 * Decides for one step of an operation: where its result still stands, what was there before comes
 * back; where somebody changed a file since, only the operation's own change is taken out of it;
 * anything else that is newer stays.
 */
export function decideStep(
  { path, from, to }: Step,
  facts: UndoFacts,
  way: ClearedWay = noWay,
): StepOutcome {
  const refusal = refusePath(path, facts.names);
  if (refusal !== undefined) return { kind: "refused", why: refusal };
  // Asked before the disk: through a link among the parents it would show somebody else's files.
  const obstacle = facts.obstacle(path);
  if (obstacle !== undefined && !way.removed.has(obstacle))
    return { kind: "refused", why: "parent_is_not_a_directory" };
  const now: StandingState = obstacle === undefined ? facts.now(path) : { kind: "absent" };
  if (isSameState(now, from)) return { kind: "unchanged" };
  if (now.kind !== "unrecorded" && isSameState(now, to))
    return putBack({ path, now, wanted: from }, facts, way);
  if (isRecordedFile(from) && isRecordedFile(to) && isRecordedFile(now)) {
    return mergeFile({ path, from, to, now }, facts);
  }
  return { kind: "kept", why: whyKept(now, to) };
}

function whyKept(now: StandingState, to: StepState): Exclude<KeptReason, "overlaps"> {
  if (now.kind === "absent") return "deleted_since";
  return to.kind === "absent" ? "created_since" : "changed_since";
}

interface PutBack {
  readonly path: RelPath;
  readonly now: StepState;
  readonly wanted: StepState;
}

/** Puts `wanted` where `now` stands, if it is still to be had. */
function putBack(
  { path, now, wanted }: PutBack,
  facts: UndoFacts,
  way: ClearedWay = noWay,
): StepOutcome {
  if (now.kind === "directory" && !way.emptied.has(path))
    return { kind: "refused", why: "directory_in_the_way" };
  if (wanted.kind === "recorded" && !facts.isKept(wanted.hash, wanted.bytes))
    return { kind: "refused", why: whyMissing(wanted) };
  if (wanted.kind === "rescued" && !facts.isRescued(path, wanted.operation ?? 0, wanted.digest))
    return { kind: "refused", why: "content_lost" };
  return { kind: "put", step: { path, from: securable(now), to: wanted }, merge: undefined };
}

/** Content that nothing else holds is kept by a rescue. */
function securable(now: StepState): StepState {
  if (now.kind !== "recorded" || now.withheld !== true) return now;
  return { kind: "rescued", operation: null, bytes: now.bytes, mode: now.mode };
}

interface ChangedFile {
  readonly path: RelPath;
  readonly from: RecordedState;
  readonly to: RecordedState;
  readonly now: RecordedState;
}

/** Takes the operation's change out of a file that was changed since: content and mode each on its own. */
function mergeFile(file: ChangedFile, facts: UndoFacts): StepOutcome {
  const { path, from, to, now } = file;
  const mode = isSameMode(now.mode, to.mode) ? from.mode : now.mode;
  const isNewer = !isSameContent(now, to);
  if (isNewer && !isSameContent(now, from) && !isSameContent(from, to)) {
    return mergeContents(file, mode, facts);
  }
  const wanted = { ...(isNewer ? now : from), mode };
  return isSameState(now, wanted) ? { kind: "unchanged" } : putBack({ path, now, wanted }, facts);
}

function mergeContents(file: ChangedFile, mode: number, facts: UndoFacts): StepOutcome {
  const { path, from, to, now } = file;
  const states = [to, now, from];
  const [base, ours, theirs] = states.map(({ hash }) => facts.content(hash));
  const isNoText =
    states.some(({ unrecordable }) => unrecordable !== undefined) ||
    [base, ours, theirs].some((bytes) => bytes?.includes(0) === true);
  if (isNoText) return { kind: "kept", why: "changed_since" };
  if (base === undefined || ours === undefined || theirs === undefined) {
    const missing = states.find(({ hash }) => facts.content(hash) === undefined);
    return { kind: "refused", why: whyMissing(missing ?? to) };
  }
  const { bytes, overlaps } = mergeTexts(base, ours, theirs);
  const hash = facts.digest(bytes);
  const wanted: RecordedState =
    hash === now.hash
      ? { ...now, mode }
      : { kind: "recorded", hash, bytes: bytes.length, mode, snapshot: null };
  if (!isSameState(now, wanted)) {
    return { kind: "put", step: { path, from: now, to: wanted }, merge: { bytes, overlaps } };
  }
  return overlaps.length > 0 ? { kind: "overlapping", overlaps } : { kind: "unchanged" };
}
