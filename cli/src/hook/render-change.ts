import type { HookStep } from "@unf/answers";
import { encodeUtf8 } from "@unf/core/base";
import { diffLines } from "@unf/core/lines";
import { escapeForDisplay, shortenHome } from "@unf/core/query";
import { renderHunks } from "../diff/diff-text.ts";
import type { Chunk } from "../frame/print/answer.ts";
import type { View } from "../frame/print/view.ts";

/** The unified diff of one settings file. */
export function* renderChange(
  { target, before, after }: Extract<HookStep, { kind: "change" }>,
  userHome: string | undefined,
  view: View,
): Generator<Chunk> {
  const path = view.terminal.isForPerson ? shortenHome(target.file, userHome) : target.file;
  const name = escapeForDisplay(path);
  yield view.paint.heading(`--- ${before === undefined ? "/dev/null" : name}`);
  yield view.paint.heading(`+++ ${after === undefined ? "/dev/null" : name}`);
  const { hunks } = diffLines(bytesOf(before), bytesOf(after));
  yield* renderHunks({ path: target.file, hunks }, { hasWords: false, reveal: false }, view);
}

function bytesOf(text: string | undefined): Uint8Array | undefined {
  return text === undefined ? undefined : encodeUtf8(text);
}
