import {
  checkpointFields,
  type OpenHome,
  type OpenScope,
  openScope,
  pathFields,
} from "@unf/answers";
import { encodeBase64, invariant, pathToColumn, type RelPath, UnfError } from "@unf/core/base";
import { refuseName } from "@unf/core/checkpoints";
import { renderBytes, renderClock } from "@unf/core/time";
import type { Checkpoint } from "@unf/core/timeline";
import type { Call } from "../frame/call/command.ts";
import { openProgress } from "../frame/call/progress.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { checkpointName, checkpointTitle } from "./checkpoint-text.ts";
import type { checkpointFlags } from "./flags.ts";
import { readPayload } from "./payload.ts";

const schema = "unf.checkpoint/1";

/** Sets a checkpoint on the project around the working directory. */
export async function setCheckpoint(call: Call<typeof checkpointFlags>): Promise<Answer> {
  const { flags } = call;
  const label = readLabel(call);
  const payload = flags.payload === undefined ? null : readPayload(call, flags.payload);
  const home = await call.asker.openHome();
  const scope = openScope(call.asker, home, []);
  if (flags["dry-run"]) return dryRun(scope, label);
  const { id, created } = await request(call, { home, scope, label, payload });
  const checkpoint = scope.reader.timeline.checkpoints().find((one) => one.id === id);
  invariant(checkpoint !== undefined, `checkpoint ${id} was set and is not there`);
  return {
    kind: "document",
    schema,
    document: () => ({
      ...pathFields("root", scope.project.root),
      dry_run: false,
      ...checkpointFields(checkpoint),
      created,
      // A bookmark copies nothing: what it adds is what came with it.
      new_bytes: created ? (checkpoint.payloadBytes ?? 0) : 0,
    }),
    text: (view) => [lineOf(checkpoint, created, view)],
  };
}

function readLabel({ args }: Call<typeof checkpointFlags>): string | null {
  const [label] = args;
  const refusal = label === undefined ? undefined : refuseName(label);
  if (refusal === undefined) return label ?? null;
  throw new UnfError("usage", refusal, { hint: "unf checkpoint --help" });
}

interface Order {
  readonly home: OpenHome;
  readonly scope: OpenScope;
  readonly label: string | null;
  readonly payload: Uint8Array | null;
}

async function request(
  call: Call<typeof checkpointFlags>,
  { home: { wiring, reader }, scope, label, payload }: Order,
) {
  using progress = openProgress(call, "Recording");
  await using writer = await wiring.openWriter(reader.home, "process");
  const params = {
    root: pathToColumn(scope.project.root as string as RelPath),
    label,
    message: call.flags.message ?? null,
    payload_b64: payload === null ? null : encodeBase64(payload),
    pinned: call.flags.pinned,
  };
  return await writer.request("checkpoint", params, progress.update);
}

function dryRun({ project }: OpenScope, label: string | null): Answer {
  return {
    kind: "document",
    schema,
    document: () => ({
      ...pathFields("root", project.root),
      dry_run: true,
      id: null,
      name: label,
      label,
      created: false,
    }),
    text: () => ["Would record what is on disk and set a checkpoint; nothing was done."],
  };
}

function lineOf(checkpoint: Checkpoint, created: boolean, view: View): string {
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
