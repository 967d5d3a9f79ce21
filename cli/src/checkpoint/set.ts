import {
  checkLabel,
  type PlannedCheckpoint,
  planCheckpoint,
  plannedCheckpointAnswer,
  type SetCheckpoint,
  setCheckpointAnswer,
  setCheckpoint as setPlanned,
} from "@unf/answers";
import { encodeBase64 } from "@unf/core/base";
import { nearestName } from "@unf/core/config";
import { renderBytes, renderClock } from "@unf/core/time";
import type { Call } from "../frame/call/command.ts";
import type { WaitWords } from "../frame/call/wait-words.ts";
import { whileWaiting } from "../frame/call/waiting.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { checkpointName, checkpointTitle } from "./checkpoint-text.ts";
import type { checkpointFlags } from "./flags.ts";
import { readPayload } from "./payload.ts";

const schema = "unf.checkpoint/1";

/** Sets a checkpoint on the project around the working directory. */
export async function setCheckpoint(call: Call<typeof checkpointFlags>): Promise<Answer> {
  const { args, flags, asker } = call;
  const [label] = args;
  // A payload may be long, and come from a program that is still at work.
  checkLabel(label);
  const bytes = flags.payload === undefined ? undefined : readPayload(call, flags.payload);
  const payload = bytes && encodeBase64(bytes);
  const question = { label, message: flags.message, payload, pinned: flags.pinned };
  const home = await asker.openHome();
  const planned = await planCheckpoint(asker, question, home);
  if (flags["dry-run"]) return dryRun(planned);
  const done = await whileWaiting(call, recording, (onProgress) =>
    setPlanned(home, planned, onProgress),
  );
  noteVerb(call, label);
  return {
    kind: "document",
    schema,
    document: () => setCheckpointAnswer(done),
    text: (view) => [lineOf(done, view)],
  };
}

/** A mistyped verb is a name like any other: whoever meant the verb is told how to go back. */
function noteVerb({ note, args }: Call<typeof checkpointFlags>, label: string | undefined): void {
  const verb = args.length === 1 && label !== undefined ? nearestName(label, verbs) : undefined;
  if (verb === undefined || label === verb) return;
  note(`did you mean unf checkpoint ${verb}? unf checkpoint delete ${label} takes this one away`);
}

const verbs = ["list", "show", "restore", "delete", "pin", "unpin"];

const recording: WaitWords = {
  verb: "Recording",
  left: ({ isDaemons }) => ({
    said: isDaemons
      ? "interrupted; the daemon records on, and sets the checkpoint when that is done"
      : "interrupted; what was recorded stays, the checkpoint may be set or not",
    hint: "is it there? unf checkpoint --list; away with it: unf checkpoint --delete <name>",
  }),
};

function dryRun(planned: PlannedCheckpoint): Answer {
  return {
    kind: "document",
    schema,
    document: () => plannedCheckpointAnswer(planned),
    text: () => ["Would record what is on disk and set a checkpoint; nothing was done."],
  };
}

function lineOf({ checkpoint, created }: SetCheckpoint, view: View): string {
  const { files, at, payloadBytes } = checkpoint;
  const { terminal, signs, paint, viewer } = view;
  if (!terminal.isForPerson) {
    const what = `${files} files, ${created ? (payloadBytes ?? 0) : 0} new bytes`;
    return `Checkpoint ${checkpointName(checkpoint)}: ${what}`;
  }
  const added = created
    ? `${renderBytes(payloadBytes ?? 0)} new`
    : "nothing has changed since it was set";
  const facts = [renderClock(at, viewer.zone), `${countOf(files, "file")} (${added})`];
  return [`${signs.mark} ${paint.id(checkpointTitle(checkpoint))}`, ...facts].join("  ");
}
