import { collectContents, type GcAnswer, type HomeReader, readOpenSessions } from "@unf/answers";
import { renderBytes } from "@unf/core/time";
import type { ObjectCount } from "@unf/protocol";
import type { FlagTable } from "../frame/argv/flag.ts";
import { confirmDestructive } from "../frame/ask/confirm-destructive.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { reading, type WaitWords } from "../frame/call/wait-words.ts";
import { whileWaiting } from "../frame/call/waiting.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";

const flags = {
  "dry-run": { kind: "switch", short: "n", help: "Only say what would be done" },
  "empty-trash": { kind: "switch", help: "Delete what lies in the trash at once, and for good" },
  yes: { kind: "switch", short: "y", help: "Do not ask before the trash is emptied" },
} as const satisfies FlagTable;

export const gc = defineCommand({
  usage: ["gc [-n] [--empty-trash]"],
  about: [
    "Collects the contents that no version of any project needs any more, as those of versions that were pruned. They go into the trash of unf's home, from which they are deleted after 24 hours, unless something needs them by then. The daemon does so by itself once a day.",
    "Nothing is collected while the history of a project cannot be read: what it needs would not be known.",
  ],
  flags,
  examples: [
    { line: "unf gc -n", does: "what is not needed, and how much it is" },
    { line: "unf gc --empty-trash", does: "make room now: what is deleted cannot be brought back" },
  ],
  exits: {
    4: "--empty-trash was not confirmed",
    6: "a daemon runs and does not answer",
    7: "the history of a project cannot be read; nothing was collected",
  },
  args: { min: 0, max: 0 },
  run: runGc,
});

async function runGc(call: Call<typeof flags>): Promise<Answer> {
  const dryRun = call.flags["dry-run"];
  const emptyTrash = call.flags["empty-trash"];
  const home = await call.asker.openHome();
  // Nobody is kept from writing while a person thinks.
  const collect = (isDryRun: boolean) =>
    whileWaiting(call, collecting(isDryRun, emptyTrash), (onProgress) =>
      collectContents(home, { isDryRun, emptyTrash, onProgress }),
    );
  if (emptyTrash && !dryRun) {
    const { emptied } = await collect(true);
    if (emptied.objects > 0) await confirm(call, home.reader, emptied);
  }
  const answer = await collect(dryRun);
  return {
    kind: "document",
    schema: "unf.gc/1",
    document: () => answer,
    text: () => (dryRun ? foretell(answer) : tell(answer)),
  };
}

function collecting(isDryRun: boolean, emptiesTrash: boolean): WaitWords {
  if (isDryRun) return reading("Collecting", "objects", "what takes the room: unf du");
  const done = emptiesTrash
    ? "what was deleted of the trash is gone, the rest of it is there"
    : "what was moved lies in the trash, and nothing is deleted";
  return {
    ...{ verb: "Collecting", things: "objects" },
    left: ({ isDaemons }) => ({
      said: isDaemons ? "interrupted; the daemon goes on collecting" : `interrupted; ${done}`,
      hint: isDaemons
        ? "how it is: unf status; what is left then: unf gc -n"
        : "go on: unf gc; only look: unf gc -n",
    }),
  };
}

async function confirm(
  call: Call<typeof flags>,
  reader: HomeReader,
  emptied: ObjectCount,
): Promise<void> {
  await confirmDestructive(call, {
    deed: "empty the trash",
    question: `Delete ${sizeOf(emptied)} of the trash for good?`,
    openSessions: readOpenSessions(reader),
    hint: "unf gc --empty-trash --yes",
  });
}

function* foretell({ objects, bytes, emptied, restored }: GcAnswer): Generator<string> {
  yield `Would free ${sizeOf({ objects, bytes })}`;
  if (emptied.objects > 0) yield `Would delete ${sizeOf(emptied)} of the trash`;
  if (restored > 0) yield `Would put back ${countOf(restored, "object")} that something needs`;
}

function* tell({ objects, bytes, packed, emptied, trash, restored }: GcAnswer): Generator<string> {
  const moved = { objects: objects - packed.objects, bytes: bytes - packed.bytes };
  if (moved.objects > 0) yield `Moved ${sizeOf(moved)} to the trash`;
  if (packed.objects > 0) yield `Freed ${sizeOf(packed)} of packs`;
  if (emptied.objects > 0) yield `Deleted ${sizeOf(emptied)} of the trash`;
  if (restored > 0) yield `Put back ${countOf(restored, "object")} that something needs`;
  const isDone = objects + emptied.objects + restored > 0;
  if (!isDone) yield "Nothing to collect";
  if (trash.objects > 0) yield `The trash holds ${sizeOf(trash)}`;
}

/** As `1.2 MiB in 31 objects`. */
function sizeOf({ objects, bytes }: ObjectCount): string {
  return `${renderBytes(bytes)} in ${countOf(objects, "object")}`;
}
