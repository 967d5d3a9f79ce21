import { exitCodes } from "@unf/core/base";
import type { Outcome } from "./stage.ts";

export type AnyJson = Readonly<Record<string, unknown>>;

interface ReportJson {
  readonly operation?: string | null;
  readonly undone?: string;
  readonly redone?: string;
  readonly scopes?: readonly Readonly<Record<string, unknown>>[];
  readonly actions?: readonly {
    readonly path: string;
    readonly action: string;
    readonly why?: string;
    readonly failed?: boolean;
  }[];
}

/** Exit codes of an order that a person may well meet. */
const expected: readonly number[] = [
  ...[exitCodes.not_found, exitCodes.refused, exitCodes.conflict],
  // Where the disk fails.
  ...[exitCodes.no_space, exitCodes.failed],
];

/** The outcome in an order's `--json`; `undefined` when it failed in a way nobody should meet. */
export function outcomeOf(code: number | null, stdout: string): Outcome | undefined {
  const report = parse(stdout);
  if (report?.actions === undefined) {
    if (code === 0) return { operation: undefined, left: new Map(), isExact: true };
    return expected.includes(code ?? 1) ? { refused: `exit ${code}` } : undefined;
  }
  const left = report.actions.flatMap(({ path, action, why, failed }) => {
    const isUnknown = why === "absence_unknown";
    const isLeft = action === "refused" || action === "kept" || failed === true || isUnknown;
    return isLeft ? [[path, `${action} ${why ?? ""}`] as const] : [];
  });
  const inverted = numberOf(report.redone ?? report.undone);
  const { scopes } = report;
  return {
    operation: numberOf(report.operation),
    left: new Map(left),
    isExact: code === 0,
    ...(inverted === undefined ? {} : { inverted }),
    ...(scopes === undefined ? {} : { scopes: scopes.map(kindOf) }),
  };
}

function kindOf(scope: Readonly<Record<string, unknown>>): "turn" | "session" | "rows" {
  if ("turn" in scope) return "turn";
  return "session" in scope ? "session" : "rows";
}

function numberOf(id: string | null | undefined): number | undefined {
  const digits = /^op-(\d+)$/.exec(id ?? "")?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function parse(stdout: string): ReportJson | undefined {
  if (!stdout.startsWith("{")) return undefined;
  return JSON.parse(stdout) as ReportJson;
}
