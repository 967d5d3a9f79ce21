import { checkpointFields, openScope, pathFields, requireCheckpoint } from "@unf/answers";
import { pathToColumn, type RelPath } from "@unf/core/base";
import type { Checkpoint } from "@unf/core/timeline";
import { requireYes } from "../frame/ask/confirm.ts";
import type { Call } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { checkpointTitle } from "./checkpoint-text.ts";
import type { checkpointFlags } from "./flags.ts";

type Change = "delete" | "pin" | "unpin";

/** Deletes, pins or unpins a checkpoint. Only the bookmark changes, no version does. */
export async function changeCheckpoint(
  call: Call<typeof checkpointFlags>,
  change: Change,
): Promise<Answer> {
  const { flags, terminal, world } = call;
  const home = await call.asker.openHome();
  const { reader, project } = openScope(call.asker, home, []);
  const found = requireCheckpoint(reader.timeline, flags[change] ?? "");
  const isDryRun = flags["dry-run"];
  if (!isDryRun && change === "delete") {
    requireYes(
      { yes: flags.yes, mayAsk: terminal.mayAsk, ask: world.ask },
      `Delete checkpoint ${checkpointTitle(found)}? Every version of its files stays.`,
      "add --yes",
    );
  }
  if (!isDryRun) {
    await using writer = await home.wiring.openWriter(home.reader.home, "process");
    const which = { root: pathToColumn(project.root as string as RelPath), id: found.id };
    if (change === "delete") await writer.request("checkpoint_delete", which);
    else await writer.request("checkpoint_pin", { ...which, pinned: change === "pin" });
  }
  const pinned = change === "delete" ? found.pinned : change === "pin";
  return {
    kind: "document",
    schema: "unf.checkpoint/1",
    document: () => ({
      ...pathFields("root", project.root),
      dry_run: isDryRun,
      ...checkpointFields({ ...found, pinned }),
      ...(change === "delete" ? { deleted: !isDryRun } : {}),
    }),
    text: () => [sentence(found, change, isDryRun)],
  };
}

const verbs: Readonly<Record<Change, readonly [would: string, done: string]>> = {
  delete: ["Would delete", "Deleted"],
  pin: ["Would pin", "Pinned"],
  unpin: ["Would unpin", "Unpinned"],
};

function sentence(checkpoint: Checkpoint, change: Change, isDryRun: boolean): string {
  const [would, done] = verbs[change];
  const end = change === "delete" ? "; the history stays" : "";
  return `${isDryRun ? would : done} checkpoint ${checkpointTitle(checkpoint)}${end}`;
}
