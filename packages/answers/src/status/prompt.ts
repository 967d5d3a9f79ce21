import { pathFields } from "../parts/path-fields.ts";
import type { Asker } from "../ports/asker.ts";
import { findHere } from "./here.ts";
import type { PromptAnswer } from "./shape.ts";

/** Whether the directory that the asker stands in is being recorded, from a few small files. */
export async function promptAnswer(asker: Asker): Promise<PromptAnswer> {
  const { wiring, reader } = await asker.openHome();
  const here = findHere(asker, reader.projects());
  if (here?.kind !== "watched") return { state: "not_watched", trouble: null };
  const { id, root } = here.project;
  const trouble = await wiring.readTrouble(reader.home, { id, root, recordedUntil: undefined });
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
