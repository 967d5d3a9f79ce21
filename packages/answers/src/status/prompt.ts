import type { AbsPath } from "@unf/core/base";
import type { Trouble } from "@unf/core/trouble";
import { pathFields } from "../parts/path-fields.ts";
import type { Asker } from "../ports/asker.ts";
import { findHere, type Here } from "./here.ts";
import type { PromptAnswer } from "./shape.ts";

/** Whether the directory that the asker stands in is being recorded, from a few small files. */
export async function promptAnswer(asker: Asker): Promise<PromptAnswer> {
  const { wiring, reader } = await asker.openHome();
  const here = findHere(asker, reader.projects());
  const scope = scopeOf(here);
  if (scope === undefined) return promptOf(undefined, undefined);
  return promptOf(scope.root, await wiring.readTrouble(reader.home, scope));
}

/** The project whose trouble bears on the prompt; `undefined` where none is watched. */
export function scopeOf(here: Here | undefined) {
  if (here?.kind !== "watched") return undefined;
  const { id, root } = here.project;
  return { id, root, recordedUntil: undefined };
}

/** `root`: of the watched project that is here. */
export function promptOf(root: AbsPath | undefined, trouble: Trouble | undefined): PromptAnswer {
  if (root === undefined) return { state: "not_watched", trouble: null };
  const isRecording =
    trouble === undefined ||
    trouble.kind === "safe_mode" ||
    (trouble.kind === "project" && trouble.state === "sweeps");
  return {
    ...pathFields("root", root),
    state: isRecording ? "recording" : "not_recording",
    trouble: trouble?.kind ?? null,
  };
}
