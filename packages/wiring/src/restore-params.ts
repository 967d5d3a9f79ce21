import { formatUtc, pathToColumn, type RestoreRequest } from "@unf/core";
import type { RestoreParams } from "@unf/protocol";

/** The request as it travels. */
export function toRestoreParams(
  request: RestoreRequest,
  more: Pick<RestoreParams, "root" | "plan" | "argv">,
): RestoreParams {
  const { target } = request;
  return {
    ...more,
    target: "at" in target ? { at: formatUtc(target.at) } : target,
    within: request.within.map(pathToColumn),
    include: request.include,
    exclude: request.exclude,
    deletions: request.deletions,
    overwrite: request.overwrite,
  };
}
