import { readOpenSessions } from "@unf/answers";
import type { ServiceEntry } from "@unf/core/service";
import type { ServiceReport } from "@unf/wiring";
import { requirePerson } from "../frame/ask/require-person.ts";
import type { Answer } from "../frame/print/answer.ts";
import type { View } from "../frame/print/view.ts";
import type { ServiceCall } from "./flags.ts";
import { renderEntry } from "./render-entry.ts";
import { serviceSchema } from "./schema.ts";

/** Takes out what enabling wrote. Recording goes on until the machine restarts. */
export async function disable(call: ServiceCall): Promise<Answer> {
  const { flags, world } = call;
  const isDryRun = flags["dry-run"];
  const wiring = await world.wiring();
  const home = wiring.homeDirectory(world.env);
  const before = await wiring.readService(home);
  const isEnabled = before.state !== "disabled";
  if (isEnabled && !isDryRun) {
    const reader = call.own(wiring.openHomeReader(home));
    await requirePerson(call, {
      ...{ matter: "recording", deed: "disable the service" },
      question: "Nothing starts recording after the next restart then. Disable it?",
      openSessions: readOpenSessions(reader),
      typed: "disable",
    });
  }
  const removed = isDryRun
    ? undefined
    : await wiring.disableService(home, { force: call.flags.yes });
  return {
    kind: "document",
    schema: serviceSchema,
    document: () => ({
      action: "disable",
      dry_run: isDryRun,
      changed: isEnabled,
      manager: before.manager ?? null,
      state: isDryRun ? before.state : "disabled",
      file: before.file ?? null,
    }),
    text: (view) => renderDisabled(before, removed, { view, userHome: world.env.HOME }),
  };
}

function* renderDisabled(
  before: ServiceReport,
  removed: ServiceEntry | undefined,
  where: { readonly view: View; readonly userHome: string | undefined },
): Generator<string> {
  const { isForPerson } = where.view.terminal;
  if (before.state === "disabled") {
    yield "Nothing was enabled";
  } else if (removed === undefined) {
    yield `Would remove ${before.file ?? `the entry of ${before.manager}`}`;
  } else {
    yield* renderEntry(removed, { file: "Removed", link: "Removed", hasText: false }, where);
    if (isForPerson) {
      yield where.view.paint.faint(
        "Recording goes on until the next restart; unf stop ends it now",
      );
    }
  }
}
