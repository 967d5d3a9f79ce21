import { pathToColumn } from "@unf/core/base";
import type { ChosenHunks, RestoreRequest } from "@unf/core/restore";
import { formatUtc } from "@unf/core/time";
import type { RestoreParams } from "@unf/protocol";

/** The request as it travels. */
export function toRestoreParams(
  request: RestoreRequest,
  more: Pick<RestoreParams, "root" | "plan" | "argv" | "brief">,
): RestoreParams {
  const { target, hunks } = request;
  return {
    ...more,
    target: "at" in target ? { at: formatUtc(target.at) } : target,
    within: request.within.map(pathToColumn),
    include: request.include,
    exclude: request.exclude,
    deletions: request.deletions,
    overwrite: request.overwrite,
    ...(hunks === undefined ? {} : { hunks: hunks.map(toHunks) }),
  };
}

function toHunks({ path, chosen }: ChosenHunks): NonNullable<RestoreParams["hunks"]>[number] {
  return { path: pathToColumn(path), chosen };
}
