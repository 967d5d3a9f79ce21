import { type BlobId, invariant, type SnapshotId } from "@unf/core/base";
import type {
  CheckpointReader,
  CheckpointWriter,
  HandoverReader,
  HandoverWriter,
  ImportReader,
  NameReader,
  OperationReader,
  OperationWriter,
} from "@unf/core/ports";
import type { Checkpoint, JournalStep, Operation } from "@unf/core/timeline";

// The parts of the model timeline that are about unf's own doings.

/** `newestOf`: the newest row of an operation, among those after `before`. */
export function createModelOperations(
  newestOf: (operation: number, before: number) => SnapshotId | undefined,
): OperationReader & OperationWriter {
  const operations: Operation[] = [];
  const journal = new Map<number, readonly JournalStep[]>();
  const steps = (id: number) => [...(journal.get(id) ?? [])];
  const operation = (id: number) => operations.find((one) => one.id === id);
  const change = (id: number, to: Partial<Operation>) => {
    const index = operations.findIndex((one) => one.id === id);
    const known = operations[index];
    if (known !== undefined) operations[index] = { ...known, ...to };
  };
  const isFile = ({ kind }: JournalStep["from"]) => kind === "recorded" || kind === "rescued";
  const countFiles = (id: number) =>
    steps(id).filter(({ from, to, failure }) => failure === null && (isFile(from) || isFile(to)))
      .length;
  return {
    operation,
    steps,
    journals: () =>
      [...journal].flatMap(([id, all]) => {
        const hasRescues = all.some(({ from, to }) => [from.kind, to.kind].includes("rescued"));
        const isThere = all.length > 0;
        return isThere ? [{ operation: id, steps: all.length, hasRescues, isCut: false }] : [];
      }),
    dropJournal: (id) => {
      if (operation(id)?.finishedAt == null) return 0;
      const { length } = journal.get(id) ?? [];
      journal.set(id, []);
      return length;
    },
    operations: (limit, before = Number.POSITIVE_INFINITY) =>
      operations
        .filter(({ id }) => id < before)
        .reverse()
        .slice(0, limit),
    unfinishedOperations: () => operations.filter(({ finishedAt }) => finishedAt === null),
    startOperation: (given, planned) => {
      const id = operations.length + 1;
      journal.set(
        id,
        planned.map((step) => ({ ...step, failure: null })),
      );
      const files = countFiles(id);
      operations.push({ ...given, id, finishedAt: null, after: null, state: "staging", files });
      return id;
    },
    addSteps: (id, planned) => {
      invariant(operation(id)?.state === "staging", `op-${id} takes no more steps`);
      journal.set(id, [...steps(id), ...planned.map((step) => ({ ...step, failure: null }))]);
      change(id, { files: countFiles(id) });
    },
    commitOperation: (id, copies) => {
      const state = operation(id)?.state;
      invariant(
        state === "staging" || state === "committed",
        `op-${id} is committed out of staging`,
      );
      change(id, { state: "committed" });
      journal.set(
        id,
        steps(id).map((step, index) => withDigest(step, copies?.get(index))),
      );
    },
    finishOperation: (id, { at, state, failures }) => {
      const known = operation(id);
      if (known === undefined || known.finishedAt !== null) return;
      const ended = steps(id).map((step, index) => ({
        ...step,
        failure: failures?.get(index) ?? null,
      }));
      journal.set(id, ended);
      const files = state === "abandoned" ? 0 : countFiles(id);
      change(id, {
        finishedAt: at,
        state,
        files,
        after: newestOf(id, known.before) ?? known.before,
      });
    },
  };
}

function withDigest(step: JournalStep, digest: BlobId | undefined): JournalStep {
  const { from } = step;
  return digest === undefined || from.kind !== "rescued"
    ? step
    : { ...step, from: { ...from, digest } };
}

type Checkpoints = CheckpointReader & CheckpointWriter & Pick<NameReader, "checkpointNames">;
type Others = ImportReader & HandoverReader & HandoverWriter;

export function createModelCheckpoints(): Checkpoints & Others {
  let lastId = 0;
  const checkpoints = new Map<number, Checkpoint>();
  const payloads = new Map<number, Uint8Array>();
  return {
    checkpoints: () => [...checkpoints.values()].reverse(),
    newestCheckpoint: () => [...checkpoints.values()].at(-1),
    checkpointNames: (begun, limit) =>
      [...checkpoints.values()]
        .reverse()
        .filter(({ id, label }) => (label ?? `cp:${id}`).startsWith(begun))
        .filter(
          ({ label }, at, all) =>
            label === null || at === all.findIndex((one) => one.label === label),
        )
        .slice(0, limit)
        .map(({ id, label }) => ({ id, label })),
    checkpointPayload: (id) => payloads.get(id)?.slice(),
    imports: () => [],
    handovers: () => [],
    beginHandover: () => 0,
    endHandover: () => undefined,
    addCheckpoint: ({ payload, ...checkpoint }) => {
      lastId += 1;
      checkpoints.set(lastId, {
        ...checkpoint,
        id: lastId,
        payloadBytes: payload?.length ?? null,
      });
      if (payload !== null) payloads.set(lastId, payload.slice());
      return lastId;
    },
    deleteCheckpoint: (id) => {
      payloads.delete(id);
      return checkpoints.delete(id);
    },
    pinCheckpoint: (id, pinned) => {
      const known = checkpoints.get(id);
      if (known !== undefined) checkpoints.set(id, { ...known, pinned });
      return known !== undefined;
    },
  };
}
