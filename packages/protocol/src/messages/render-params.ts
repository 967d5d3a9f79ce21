import { type JsonObject, pathToColumn } from "@unf/core/base";
import type { ChosenHunks } from "@unf/core/operations";
import { formatUtc } from "@unf/core/time";
import type { OopsParams } from "./oops.ts";
import type { Method, Requests } from "./requests.ts";
import type { RestoreParams } from "./restore.ts";

// Apart from the parsers: whoever only asks, as a hook does, loads none of them.

/** Parameters as they travel: `parseParams` reads them. */
export function renderParams<M extends Method>(method: M, params: Requests[M]["params"]): object {
  // Method and parameters belong together; TypeScript does not follow that through a type parameter.
  if (method === "restore") return renderRestore(params as Requests["restore"]["params"]);
  return method === "oops" ? renderOops(params as Requests["oops"]["params"]) : params;
}

function renderOops({ wish, ...order }: OopsParams): JsonObject {
  const { within, hunks, ...work } = wish;
  const part = within === undefined ? {} : { within: within.map(pathToColumn) };
  return { ...order, wish: { ...work, ...part, ...renderHunks(hunks) } };
}

function renderHunks(hunks: readonly ChosenHunks[] | undefined): JsonObject {
  if (hunks === undefined) return {};
  return { hunks: hunks.map(({ path, chosen }) => ({ path: pathToColumn(path), chosen })) };
}

function renderRestore({ root, plan, brief, argv, ...request }: RestoreParams): JsonObject {
  const { target, within, include, exclude, deletions, overwrite, hunks } = request;
  return {
    root,
    plan,
    ...(brief === undefined ? {} : { brief }),
    argv,
    target: "at" in target ? { at: formatUtc(target.at) } : target,
    within: within.map(pathToColumn),
    include,
    exclude,
    deletions,
    overwrite,
    ...renderHunks(hunks),
  };
}
