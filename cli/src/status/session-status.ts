import { type AtWork, isRecording, type Report } from "@unf/answers";
import { escapeForDisplay } from "@unf/core/query";
import { countOf } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";

/** The session at work in one line: points are its turns, each of which can be returned to. */
export function sessionLine({ project, report }: AtWork, { projects }: Report, view: View): string {
  const own = projects.find(({ entry }) => entry.id === project.id);
  const state = own !== undefined && isRecording(own) ? "recording" : "not recording";
  const facts =
    report === undefined
      ? ["no session"]
      : [
          `${escapeForDisplay(report.session.agent)} ${report.session.id}`,
          countOf(report.turns, "point"),
          countOf(report.touched.versions, "snapshot"),
        ];
  return [state, ...facts].join(` ${view.signs.between} `);
}
