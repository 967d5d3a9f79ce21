import type { JsonObject } from "@unf/core/base";
import { listOf, required } from "../wire/field.ts";
import { innerPath } from "../wire/paths.ts";
import { parseRoot, pathsMax } from "./fields.ts";

/** A person stands by ignore files that agents wrote; by all of the project, when none is named. */
export function parseAcceptRules(raw: JsonObject) {
  return {
    root: parseRoot(raw),
    paths: required(raw, "params.paths", listOf(innerPath, pathsMax)),
  };
}
