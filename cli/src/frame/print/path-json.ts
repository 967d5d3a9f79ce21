import { encodePath, isUtf8Path } from "@unf/core";
import type { JsonObject } from "./answer.ts";

/** A path as JSON fields: `name`, and `name_b64` with the exact bytes when it is not UTF-8. */
export function pathFields(name: string, path: string): JsonObject {
  if (isUtf8Path(path)) return { [name]: path };
  const shown = path.replace(/[\udc80-\udcff]/g, "\ufffd").toWellFormed();
  return { [name]: shown, [`${name}_b64`]: Buffer.from(encodePath(path)).toString("base64") };
}
