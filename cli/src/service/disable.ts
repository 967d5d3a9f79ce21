import {
  disableService,
  planDisableService,
  readOpenSessions,
  type ServiceDisabledAnswer,
} from "@unf/answers";
import type { ServiceEntry } from "@unf/core/service";
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
  const plan = await planDisableService(wiring, home);
  if (plan.changed && !isDryRun) {
    const reader = call.own(wiring.openHomeReader(home));
    await requirePerson(call, {
      ...{ matter: "recording", deed: "disable the service" },
      question: "Nothing starts recording after the next restart then. Disable it?",
      openSessions: readOpenSessions(reader),
      typed: "disable",
    });
  }
  const done = isDryRun
    ? undefined
    : await disableService(wiring, home, { plan, force: call.flags.yes });
  return {
    kind: "document",
    schema: serviceSchema,
    document: () => done?.answer ?? plan,
    text: (view) => renderDisabled(plan, done?.removed, { view, userHome: world.env.HOME }),
  };
}

function* renderDisabled(
  plan: ServiceDisabledAnswer,
  removed: ServiceEntry | undefined,
  where: { readonly view: View; readonly userHome: string | undefined },
): Generator<string> {
  const { isForPerson } = where.view.terminal;
  if (!plan.changed) {
    yield "No service was enabled";
  } else if (removed === undefined) {
    yield `Would remove ${plan.file ?? `the entry of ${plan.manager}`}`;
  } else {
    yield* renderEntry(removed, { file: "Removed", link: "Removed", hasText: false }, where);
    if (isForPerson) {
      yield where.view.paint.faint(
        "Recording goes on until the next restart; unf stop ends it now",
      );
    }
  }
}
