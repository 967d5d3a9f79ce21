import { join } from "node:path";
import { type AbsPath, type BlobId, pathToColumn, type RelPath, UnfError } from "@unf/core/base";
import type { RestoreRequest } from "@unf/core/restore";
import { readPlan } from "@unf/engine";
import { readFileLimit } from "@unf/engine/read-file-limit";
import { digest } from "@unf/system/digest";
import type { Stage } from "../../engine/stage.ts";
import type { Changed } from "./stage.ts";

/** The number of the plan that a command makes, without the recorder. None where that is refused. */
export function planAside(
  { fs, timeline, root, directory, project }: Stage,
  request: RestoreRequest,
): string | undefined {
  const { recorder } = project.context;
  const content = (hash: BlobId) => recorder.content(hash) ?? timeline.inboxed(hash);
  const ports = {
    ...{ fs, timeline, root: root as AbsPath, digest, content },
    maxFileBytes: readFileLimit(timeline),
    isKept: (hash: BlobId) => content(hash) !== undefined,
    rescueDirectory: (id: number) => join(directory, "rescue", String(id)) as AbsPath,
  };
  try {
    return readPlan(ports, request).plan.id;
  } catch (thrown) {
    if (isExpected(thrown)) return undefined;
    throw thrown;
  }
}

/** True for a refusal of a whole order that a person may well meet. */
export function isExpected(thrown: unknown): thrown is UnfError {
  return thrown instanceof UnfError && expected.has(thrown.code);
}

const expected = new Set([
  ...["not_found", "refused", "conflict", "nothing_to_do"],
  // Where the disk fails.
  ...["no_space", "failed", "pending"],
]);

export interface AnyReport {
  readonly operation: number | undefined;
  readonly inverted?: number;
  readonly scopes?: readonly { readonly kind: "turn" | "session" | "rows" }[];
  readonly applied: readonly {
    readonly action: {
      readonly kind: string;
      readonly path: RelPath;
      readonly why?: string;
      /** Of a newer file: nobody knows whether it stood there. */
      readonly isUnknown?: true;
    };
    readonly failed?: string;
  }[];
}

export function reportOf({ operation, inverted, scopes, applied }: AnyReport): Changed {
  const left = applied.flatMap(({ action, failed }) => {
    const { kind, isUnknown = false } = action;
    if (kind !== "refused" && kind !== "kept" && failed === undefined && !isUnknown) return [];
    const why = failed ?? action.why ?? (isUnknown ? "absence_unknown" : "");
    return [[pathToColumn(action.path), `${action.kind} ${why}`] as const];
  });
  return {
    operation,
    left: new Map(left),
    ...(inverted === undefined ? {} : { inverted }),
    ...(scopes === undefined ? {} : { scopes: scopes.map(({ kind }) => kind) }),
  };
}
