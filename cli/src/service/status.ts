import { type ServiceReport, serviceStatusAnswer } from "@unf/answers";
import { escapeForDisplay } from "@unf/core/query";
import type { Answer } from "../frame/print/answer.ts";
import type { View } from "../frame/print/view.ts";
import type { ServiceCall } from "./flags.ts";
import { pathText } from "./render-entry.ts";
import { serviceSchema } from "./schema.ts";

/** Says whether something starts unf. Ends with 1 where nothing does. */
export async function status({ world, note }: ServiceCall): Promise<Answer> {
  const wiring = await world.wiring();
  const report = await wiring.readService(wiring.homeDirectory(world.env));
  const { state } = report;
  if (state !== "enabled") note("unf service enable has recording begin at login or boot");
  return {
    kind: "document",
    schema: serviceSchema,
    document: () => serviceStatusAnswer(report),
    text: (view) => [renderStatus(report, world.env.HOME, view)],
    exit: state === "enabled" ? 0 : 1,
  };
}

function renderStatus(
  { state, manager, file, problem, isEdited }: ServiceReport,
  userHome: string | undefined,
  view: View,
): string {
  const paint = state === "enabled" ? view.paint.good : view.paint.warning;
  const words = [
    manager ?? "none",
    paint(state),
    ...(file === undefined ? [] : [pathText(file, userHome, view)]),
    ...(problem === undefined ? [] : [escapeForDisplay(problem)]),
    ...(isEdited ? ["edited since"] : []),
  ];
  return words.join("  ");
}
