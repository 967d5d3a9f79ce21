import { linesOfKeys } from "./key-help.ts";
import { dialogRows, moved } from "./keys.ts";
import { frameRows } from "./layout.ts";
import { hasEffect, linesOfPlan } from "./plan.ts";
import { askList, askPlan, begunAnew, say } from "./requests.ts";
import type { Dialog, ScreenState, Step } from "./state.ts";

/** The effect of a key where a dialog is open. */
export function stepDialog(state: ScreenState, key: string): Step {
  const { dialog } = state;
  if (dialog === undefined) return same(state);
  if (key === "ctrl-z") return { state, requests: [{ kind: "suspend" }] };
  if (key === "ctrl-l") return { state, requests: [{ kind: "redraw" }] };
  switch (dialog.kind) {
    case "keys":
      return stepKeys(state, dialog, key);
    case "input":
      return stepInput(state, dialog, key);
    case "choice":
      return stepChoice(state, dialog, key);
    case "plan":
      return stepPlan(state, dialog, key);
  }
}

const same = (state: ScreenState): Step => ({ state, requests: [] });

const shut = (state: ScreenState): ScreenState => ({ ...state, dialog: undefined });

/** Keys that have no room are scrolled to; every other key closes the list of them. */
function stepKeys(
  state: ScreenState,
  dialog: Extract<Dialog, { readonly kind: "keys" }>,
  key: string,
): Step {
  const rows = Math.max(1, state.rows - frameRows);
  const more = linesOfKeys({ columns: state.columns, rows }).length - rows;
  const top = more > 0 ? moved(key, dialog.top, more + 1, rows) : undefined;
  return same(top === undefined ? shut(state) : { ...state, dialog: { ...dialog, top } });
}

type Input = Extract<Dialog, { readonly kind: "input" }>;

function stepInput(state: ScreenState, dialog: Input, key: string): Step {
  if (key === "escape" || key === "ctrl-c") {
    return same(shut(dialog.asks === "filter" ? { ...state, filter: "", at: 0 } : state));
  }
  if (key === "enter") return accept(shut(state), dialog);
  const text = edited(dialog.text, key);
  if (text === undefined) return same(state);
  return same(withText(state, dialog, text));
}

function withText(state: ScreenState, dialog: Input, text: string): ScreenState {
  const next = { ...state, dialog: { ...dialog, text } };
  // A filter is seen while it is typed.
  return dialog.asks === "filter" ? { ...next, filter: text, at: 0 } : next;
}

/** Pasted text goes where text is asked for, as one line, and nowhere else: its letters are no keys. */
export function stepPaste(state: ScreenState, pasted: string): Step {
  const { dialog } = state;
  if (dialog?.kind !== "input")
    return same(say(state, "pasted text does nothing here: / filters, s searches", true));
  const line = pasted.replaceAll(/\p{Cc}+/gu, " ").trim();
  const text = [...dialog.text, ...line].slice(0, inputMax).join("");
  return same(withText(state, dialog, text));
}

/** A longer text is no name, and nothing that somebody types. */
const inputMax = 200;

function edited(text: string, key: string): string | undefined {
  if (key === "backspace") return [...text].slice(0, -1).join("");
  if (key === "ctrl-u") return "";
  if (key === "ctrl-w") return text.replace(/\S*\s*$/, "");
  const typed = key === "space" ? " " : key;
  return [...typed].length === 1 && [...text].length < inputMax ? text + typed : undefined;
}

function accept(state: ScreenState, input: Input): Step {
  const { text } = input;
  if (input.asks === "checkpoint") {
    const label = text.trim() === "" ? undefined : text.trim();
    return askPlan(state, { name: "checkpoint", root: input.root, label });
  }
  if (input.asks === "filter") return same({ ...state, filter: text.trim() });
  if (text === "") return same(state);
  return askList(begunAnew(state, { kind: "search", text }, state.only));
}

type ChoiceDialog = Extract<Dialog, { readonly kind: "choice" }>;

function stepChoice(state: ScreenState, dialog: ChoiceDialog, key: string): Step {
  const at = moved(key, dialog.at, dialog.choices.length, dialog.choices.length);
  if (at !== undefined) return same({ ...state, dialog: { ...dialog, at } });
  const number = /^[1-9]$/.test(key) ? Number(key) - 1 : key === "enter" ? dialog.at : undefined;
  const chosen = number === undefined ? undefined : dialog.choices[number];
  if (chosen !== undefined) return askPlan(state, chosen.order);
  return key === "escape" || key === "q" || key === "ctrl-c" ? same(shut(state)) : same(state);
}

type PlanDialog = Extract<Dialog, { readonly kind: "plan" }>;

function stepPlan(state: ScreenState, dialog: PlanDialog, key: string): Step {
  const { plan, isUnderWay } = dialog;
  // The order has been given: it ends by itself, and says what came of it.
  if (isUnderWay) return same(state);
  const length = plan === undefined ? 0 : linesOfPlan(plan).length;
  const rows = dialogRows(state.rows);
  const top = moved(key, dialog.top, Math.max(1, length - rows + 1), rows);
  if (top !== undefined) return same({ ...state, dialog: { ...dialog, top } });
  switch (key) {
    case "tab":
    case "left":
    case "right":
      return same({ ...state, dialog: { ...dialog, isYes: !dialog.isYes && mayDo(dialog) } });
    case "y":
      return carryOut(state, dialog);
    case "enter":
      return dialog.isYes ? carryOut(state, dialog) : cancel(state);
    case "escape":
    case "n":
    case "q":
    case "ctrl-c":
      return cancel(state);
    default:
      return same(state);
  }
}

/** True where there is something to say yes to. */
export function mayDo({ order, plan }: Pick<PlanDialog, "order" | "plan">): boolean {
  return plan !== undefined && (order.name === "checkpoint" || hasEffect(plan));
}

function carryOut(state: ScreenState, dialog: PlanDialog): Step {
  if (dialog.plan === undefined || !mayDo(dialog)) return same(state);
  const { order } = dialog;
  const number = state.asked.plan + 1;
  return {
    state: {
      ...state,
      asked: { ...state.asked, plan: number },
      dialog: { ...dialog, isUnderWay: true },
    },
    requests: [{ kind: "apply", number, order, plan: dialog.plan.id }],
  };
}

function cancel(state: ScreenState): Step {
  // A plan that is still being made comes too late.
  const asked = { ...state.asked, plan: state.asked.plan + 1 };
  return same(say({ ...shut(state), asked }, "nothing was done"));
}
