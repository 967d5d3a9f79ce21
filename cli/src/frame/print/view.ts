import type { Viewer } from "@unf/core/time";
import type { Terminal } from "../terminal/terminal.ts";

/** Colours by meaning. Without colour every one returns its text as it is. */
export interface Paint {
  readonly added: (text: string) => string;
  readonly removed: (text: string) => string;
  readonly heading: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly id: (text: string) => string;
  readonly warning: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  /** The text as a link to the file at a path, where the terminal has links. */
  readonly link: (path: string, text: string) => string;
}

/** Signs beyond letters and digits, with a plain form for terminals that cannot show them. */
export interface Signs {
  readonly rule: string;
  readonly dash: string;
  readonly from: string;
  readonly to: string;
  readonly on: string;
  readonly mark: string;
  /** One column wide: the line that was asked about. */
  readonly here: string;
  readonly off: string;
  readonly ellipsis: string;
  readonly bar: string;
  readonly edge: string;
  readonly between: string;
}

/** All that a renderer may depend on besides the answer: who looks, when, where, and through what. */
export interface View {
  readonly terminal: Terminal;
  readonly paint: Paint;
  readonly signs: Signs;
  readonly viewer: Viewer;
  readonly isVerbose: boolean;
}

const asIs = (text: string): string => text;

/** No colour at all. */
export const plainPaint: Paint = {
  added: asIs,
  removed: asIs,
  heading: asIs,
  faint: asIs,
  id: asIs,
  warning: asIs,
  good: asIs,
  bad: asIs,
  link: noLink,
};

/** Of the text alone. */
export function noLink(_path: string, text: string): string {
  return text;
}

/** The signs of a terminal with or without UTF-8. */
export function signsOf(terminal: Pick<Terminal, "isAsciiOnly">): Signs {
  return terminal.isAsciiOnly ? asciiSigns : signs;
}

const signs: Signs = {
  rule: "──",
  dash: "–",
  from: "←",
  to: "→",
  on: "●",
  mark: "◆",
  here: "▸",
  off: "○",
  ellipsis: "…",
  bar: "█",
  edge: "│",
  between: "·",
};

const asciiSigns: Signs = {
  rule: "--",
  dash: "-",
  from: "<-",
  to: "->",
  on: "*",
  mark: "+",
  here: ">",
  off: "o",
  ellipsis: "...",
  bar: "#",
  edge: "|",
  between: "-",
};
