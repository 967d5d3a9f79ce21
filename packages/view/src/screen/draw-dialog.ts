import { displayWidth, escapeForDisplay, takeLeft } from "@unf/core/query";
import { mayDo } from "./dialog.ts";
import type { Put, Span } from "./frame.ts";
import { linesOfKeys } from "./key-help.ts";
import { dialogRows } from "./keys.ts";
import { frameRows } from "./layout.ts";
import { linesOfPlan, summaryOfPlan, titleOfOrder } from "./plan.ts";
import type { Dialog, ScreenState } from "./state.ts";

/** The keys that a dialog hears, the ones that matter most first. */
export function hintOfDialog(dialog: Dialog, { columns, rows }: ScreenState): string {
  switch (dialog.kind) {
    case "keys": {
      const room = Math.max(1, rows - frameRows);
      const isWhole = linesOfKeys({ columns, rows: room }).length <= room;
      return isWhole ? "any key closes" : "j k more  any other key closes";
    }
    case "input":
      return dialog.asks === "filter"
        ? "Enter keeps it  Esc drops it"
        : "Enter goes on  Esc leaves";
    case "choice":
      return "Enter shows the plan  Esc goes back  j k choose";
    case "plan":
      return hintOfPlan(dialog);
  }
}

function hintOfPlan(dialog: Extract<Dialog, { readonly kind: "plan" }>): string {
  if (dialog.isUnderWay) return "it ends by itself, and is told";
  if (!mayDo(dialog)) return "Enter goes back";
  return dialog.isYes
    ? "Enter does it  Esc does nothing"
    : "y does it  Enter does nothing  Tab Yes";
}

/** Rows that lie over the panes: from the third on, over their whole width. */
export function drawDialog(state: ScreenState, put: Put): void {
  const { dialog, columns, rows } = state;
  if (dialog === undefined || dialog.kind === "input") return;
  const texts = textsOf(dialog, state);
  const height = Math.max(1, rows - frameRows);
  for (let row = 0; row < height; row += 1) {
    const { text, look } = texts[row] ?? { text: "", look: "plain" };
    const line = takeLeft(` ${text}`, columns);
    put(2 + row, {
      column: 0,
      text: line + " ".repeat(Math.max(0, columns - displayWidth(line))),
      look,
    });
  }
}

type Text = Pick<Span, "text" | "look">;

const plain = (text: string): Text => ({ text, look: "plain" });

function textsOf(
  dialog: Exclude<Dialog, { readonly kind: "input" }>,
  { columns, rows }: Pick<ScreenState, "columns" | "rows">,
): readonly Text[] {
  switch (dialog.kind) {
    case "keys":
      return linesOfKeys({ columns, rows: Math.max(1, rows - frameRows) })
        .slice(dialog.top)
        .map(plain);
    case "choice":
      return [
        { text: `${dialog.title}...`, look: "bold" },
        ...dialog.choices.map(
          ({ text }, index): Text => ({
            text: `${index === dialog.at ? ">" : " "} ${index + 1} ${escapeForDisplay(text)}`,
            look: index === dialog.at ? "selected" : "plain",
          }),
        ),
      ];
    case "plan":
      return planTexts(dialog, rows);
  }
}

function planTexts(
  dialog: Extract<Dialog, { readonly kind: "plan" }>,
  rows: number,
): readonly Text[] {
  const { order, plan, top, isYes, isUnderWay } = dialog;
  const title = titleOfOrder(order);
  if (plan === undefined) return [{ text: `${title}: planning...`, look: "bold" }];
  const isBookmark = order.name === "checkpoint";
  const summary = isBookmark ? "what is there now gets a name" : summaryOfPlan(plan, "to be done");
  const lines = linesOfPlan(plan).slice(top, top + dialogRows(rows));
  return [
    { text: `${title}: ${summary}`, look: "bold" },
    ...lines.map((text): Text => ({ text, look: lookOf(text) })),
    { text: buttonsOf(mayDo(dialog), isYes, isUnderWay), look: "button" },
  ];
}

function lookOf(text: string): Text["look"] {
  if (text.startsWith("!")) return "alarm";
  return text.startsWith("-") ? "removed" : "added";
}

/** The one that Enter presses is between brackets. */
function buttonsOf(mayDo: boolean, isYes: boolean, isUnderWay: boolean): string {
  if (isUnderWay) return "at work...";
  if (!mayDo) return "[ Cancel ]   there is nothing to do";
  return isYes ? "  Cancel   [ Yes ]" : "[ Cancel ]   Yes";
}
