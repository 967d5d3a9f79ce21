import { enableService, type ServicePlan } from "@unf/answers";
import type { Answer } from "../frame/print/answer.ts";
import type { View } from "../frame/print/view.ts";
import type { ServiceCall } from "./flags.ts";
import { renderEntry } from "./render-entry.ts";
import { serviceSchema } from "./schema.ts";

/** Has unf started at login or boot from now on. */
export async function enable(call: ServiceCall): Promise<Answer> {
  const { flags, world } = call;
  const isDryRun = flags["dry-run"];
  const wiring = await world.wiring();
  const home = wiring.homeDirectory(world.env);
  const { plan, isIntended, answer } = await enableService(wiring, home, {
    manager: flags.manager,
    isDryRun,
  });
  if (!isIntended)
    call.note("It starts nothing while recording is stopped: unf watch, or unf start");
  return {
    kind: "document",
    schema: serviceSchema,
    document: () => answer,
    text: (view) => renderEnabled(plan, { isDryRun, userHome: world.env.HOME }, view),
  };
}

function* renderEnabled(
  { entry, isStanding, advice }: ServicePlan,
  { isDryRun, userHome }: { readonly isDryRun: boolean; readonly userHome: string | undefined },
  view: View,
): Generator<string> {
  const { paint, terminal } = view;
  if (!isStanding) {
    const verbs = isDryRun
      ? { file: "Would write", link: "Would link", hasText: true }
      : { file: "Wrote", link: "Linked", hasText: true };
    yield* renderEntry(entry, verbs, { userHome, view });
  }
  const when = entry.manager === "cron" ? "boot" : "login";
  const since = isStanding ? "already: recording begins at" : "recording begins at every";
  if (!isDryRun) {
    yield terminal.isForPerson
      ? `${paint.good("Enabled".padStart(11))}  ${entry.manager}, ${since} ${when}`
      : `Enabled ${entry.manager}${isStanding ? " (as before)" : ""}`;
  }
  for (const line of advice)
    yield paint.faint(terminal.isForPerson ? `             ${line}` : line);
}
