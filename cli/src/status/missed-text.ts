import type { MissedLately } from "@unf/answers";
import { escapeForDisplay } from "@unf/core/query";
import { renderAgo } from "@unf/core/time";
import { countOf } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";

/** `about 34 states of out.json and 2 other files not kept: changed too fast, 5m ago`. */
export function missedText({ states, most, files, lastAt }: MissedLately, view: View): string {
  const others = files === 1 ? "" : ` and ${countOf(files - 1, "other file")}`;
  const what = `about ${countOf(states, "state")} of ${escapeForDisplay(most.path ?? "")}${others}`;
  return `${what} not kept: changed too fast, ${renderAgo(view.viewer.now - lastAt)}`;
}
