import { decodeUtf8, encodeBase64, joinPath } from "@unf/core/base";
import { isLinkMode } from "@unf/core/timeline";
import { versionName } from "../parts/names.ts";
import { pathFields } from "../parts/path-fields.ts";
import { momentAnswer } from "../scope/time.ts";
import type { Shown } from "./read-shown.ts";
import type { ShowAnswer } from "./shape.ts";

/** The content of a version, or the part of it that was asked for. */
export function showAnswer({ scope, snapshot, time, bytes }: Shown): ShowAnswer {
  const { root } = scope.project;
  const text = decodeUtf8(bytes);
  return {
    ...pathFields("root", root),
    ...pathFields("path", snapshot.path),
    ...pathFields("file", joinPath(root, snapshot.path)),
    version: versionName(snapshot.id),
    at: momentAnswer(time, snapshot),
    bytes: bytes.length,
    hash: snapshot.hash === null ? null : `b3:${snapshot.hash}`,
    mode: snapshot.mode.toString(8),
    link: isLinkMode(snapshot.mode),
    encoding: text === undefined ? "base64" : "utf-8",
    ...(text === undefined ? { content_b64: encodeBase64(bytes) } : { content: text }),
  };
}
