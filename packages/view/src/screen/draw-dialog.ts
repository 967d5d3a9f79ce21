import { displayWidth, takeLeft } from "@unf/core/query";
import { mayDo } from "./dialog.ts";
import type { Put, Span } from "./frame.ts";
import { dialogRows, keyHelp } from "./keys.ts";
import { frameRows } from "./layout.ts";
import { linesOfPlan, summaryOfPlan, titleOfOrder } from "./plan.ts";
import type { Dialog, ScreenState } from "./state.ts";

/** Rows that lie over the panes: from the third on, over their whole width. */
export function drawDialog(state: ScreenState, put: Put): void {
  const { dialog, columns, rows } = state;
  if (dialog === undefined || dialog.kind === "input") return;
  const texts = textsOf(dialog, rows);
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
  rows: number,
): readonly Text[] {
  switch (dialog.kind) {
    case "keys":
      return keyTexts(Math.max(1, rows - frameRows));
    case "choice":
      return [
        { text: `${dialog.title}...`, look: "bold" },
        ...dialog.choices.map(
          ({ text }, index): Text => ({
            text: `${index === dialog.at ? ">" : " "} ${index + 1} ${text}`,
            look: index === dialog.at ? "selected" : "plain",
          }),
        ),
        { text: "Enter shows the plan, Esc goes back", look: "faint" },
      ];
    case "plan":
      return planTexts(dialog, rows);
  }
}

/** In as many columns as they need rows. */
function keyTexts(rows: number): readonly Text[] {
  const isTight = rows < keyHelp.length;
  const texts = keyHelp.map(([key, does]) => `${key.padEnd(isTight ? 12 : 26)} ${does}`);
  if (!isTight) return texts.map(plain);
  const half = Math.ceil(texts.length / 2);
  if (half > rows)
    return [plain(keyHelp.map(([key, does]) => `${key}: ${does}`).join("; "))].flatMap(wrapped);
  return texts
    .slice(0, half)
    .map((text, index) => plain(`${text.slice(0, 38).padEnd(40)}${texts[half + index] ?? ""}`));
}

/** A narrow and low screen has the keys as one running text. */
function wrapped({ text, look }: Text): readonly Text[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length + 1 > 38) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.map((line) => ({ text: line, look }));
}

function planTexts(
  dialog: Extract<Dialog, { readonly kind: "plan" }>,
  rows: number,
): readonly Text[] {
  const { order, plan, top, isYes, isUnderWay } = dialog;
  const title = titleOfOrder(order);
  if (plan === undefined) return [{ text: `${title}: planning...`, look: "bold" }];
  const isBookmark = order.name === "checkpoint";
  const summary = isBookmark ? "what is there now gets a name" : summaryOfPlan(plan);
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
  return isYes
    ? "  Cancel   [ Yes ]   Enter does it"
    : "[ Cancel ]   Yes     y does it, Enter does not";
}
