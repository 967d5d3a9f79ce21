type Env = Readonly<Record<string, string | undefined>>;

/** Facts about the process's three streams, and the variables that bear on them. */
export interface TerminalFacts {
  readonly env: Env;
  readonly isStdinTty: boolean;
  readonly isStdoutTty: boolean;
  readonly isStderrTty: boolean;
  /** Columns of the terminal on stdout; `undefined` or 0 where unknown. */
  readonly columns: number | undefined;
  /** Its rows, where they are known. */
  readonly rows?: number | undefined;
}

type Colour = "auto" | "always" | "never";

/** The settings that bear on how a run talks. */
export interface TerminalSettings {
  readonly color: Colour;
  /** Empty: not set. */
  readonly pager: string;
}

const noSettings: TerminalSettings = { color: "auto", pager: "" };

export interface TerminalFlags {
  readonly color: Colour | undefined;
  readonly json: boolean;
  readonly jsonl: boolean;
  readonly "no-pager": boolean;
  readonly quiet: boolean;
}

/** How this run talks: decided once, before anything is printed. */
export interface Terminal {
  /** Relative times, headings and alignment for a person; otherwise one plain record a line. */
  readonly isForPerson: boolean;
  readonly hasColour: boolean;
  /** It opens what is printed as a link to a file. */
  readonly hasLinks: boolean;
  /** Width to fit lines into; `undefined`: do not shorten. */
  readonly width: number | undefined;
  /** Rows that there are at once; `undefined` where they are not known. */
  readonly height?: number | undefined;
  /** The program that shows long output, as words; `undefined` where there is to be none. */
  readonly pager: readonly string[] | undefined;
  readonly mayAsk: boolean;
  /** A moving progress line on stderr. */
  readonly mayAnimate: boolean;
  /** Only characters of ASCII for lines and signs: the locale is not UTF-8. */
  readonly isAsciiOnly: boolean;
}

/** Set by programs that run commands on their own: nobody reads a prompt there. */
const automationVariables = ["CI", "CLAUDECODE", "AI_AGENT", "UNF_AGENT"];

/** Decides how to talk from the streams, the environment and the flags (docs/guide/scripting.md). */
export function decideTerminal(
  facts: TerminalFacts,
  flags: TerminalFlags,
  settings: TerminalSettings = noSettings,
): Terminal {
  const { env } = facts;
  const isMachine = flags.json || flags.jsonl;
  const isAutomated = automationVariables.some((name) => isSet(env[name]));
  const isForPerson = facts.isStdoutTty && !isMachine;
  const isStill = isSet(env.ACCESSIBLE) || isSet(env.NO_MOTION) || env.TERM === "dumb";
  const mayPage = isForPerson && !isAutomated && !flags["no-pager"] && env.TERM !== "dumb";
  const hasColour =
    !isMachine &&
    decideColour({ flag: flags.color, setting: settings.color, env, isTty: facts.isStdoutTty });
  return {
    isForPerson,
    hasColour,
    hasLinks: isForPerson && hasColour && !isAutomated && knowsLinks(env),
    width: isForPerson ? Math.max(20, facts.columns || 80) : undefined,
    height: isForPerson ? facts.rows || undefined : undefined,
    pager: mayPage ? decidePager(env, settings.pager) : undefined,
    // Asked when needed: telling whether stdin and stderr are terminals costs most commands 2 ms.
    get mayAsk() {
      return !isAutomated && !isMachine && facts.isStdinTty && facts.isStderrTty;
    },
    get mayAnimate() {
      return !isAutomated && !isMachine && !flags.quiet && !isStill && facts.isStderrTty;
    },
    isAsciiOnly: isForPerson && !isUtf8Locale(env),
  };
}

/** Facts that colour depends on. */
export interface ColourFacts {
  readonly flag: Colour | undefined;
  readonly setting: Colour;
  readonly env: Env;
  readonly isTty: boolean;
}

/**
 * `--color`, then `NO_COLOR`, `FORCE_COLOR`, `CLICOLOR_FORCE`, `CLICOLOR=0`, `TERM=dumb`, the
 * setting, and last whether the stream is a terminal. The first that says something decides.
 */
export function decideColour({ flag, setting, env, isTty }: ColourFacts): boolean {
  if (flag === "always") return true;
  if (flag === "never") return false;
  if (isSet(env.NO_COLOR)) return false;
  const forced = env.FORCE_COLOR;
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  if (isSet(env.CLICOLOR_FORCE) && env.CLICOLOR_FORCE !== "0") return true;
  if (env.CLICOLOR === "0") return false;
  if (env.TERM === "dumb") return false;
  return setting === "auto" ? isTty : setting === "always";
}

/** Set by terminals that have links (OSC 8). Others may print them as they stand. */
const linkVariables = ["WT_SESSION", "KITTY_WINDOW_ID", "KONSOLE_VERSION", "DOMTERM"];

const linkPrograms = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio"];

const linkTerms = /^(?:xterm-kitty|xterm-ghostty|alacritty|foot|contour|wezterm)/;

/** GNOME's and its kin, as 0.50 counted. */
const firstVte = 5000;

/** `FORCE_HYPERLINK`, then the marks that terminals leave. A multiplexer in between leaves them as well. */
export function knowsLinks(env: Env): boolean {
  const forced = env.FORCE_HYPERLINK;
  if (isSet(forced)) return forced !== "0";
  if (env.TERM === "dumb" || isSet(env.TMUX) || /^(?:screen|tmux)/.test(env.TERM ?? ""))
    return false;
  return (
    linkVariables.some((name) => isSet(env[name])) ||
    linkPrograms.includes(env.TERM_PROGRAM ?? "") ||
    linkTerms.test(env.TERM ?? "") ||
    Number(env.VTE_VERSION ?? 0) >= firstVte
  );
}

/** `UNF_PAGER`, the setting, `PAGER`, or less. Empty or `cat` from the first that is set: none. */
export function decidePager(env: Env, setting: string): readonly string[] | undefined {
  const wanted = env.UNF_PAGER ?? (setting === "" ? (env.PAGER ?? "less") : setting);
  // Split at blanks and never given to a shell.
  const words = wanted.trim().split(/\s+/);
  return words[0] === "" || words[0] === "cat" ? undefined : words;
}

/** The variables that tell the libraries and programs we start what was decided here. */
export function colourVariables(hasColour: boolean): Env {
  return hasColour
    ? { FORCE_COLOR: "1", NO_COLOR: undefined, CLICOLOR_FORCE: "1" }
    : { NO_COLOR: "1", FORCE_COLOR: undefined, CLICOLOR_FORCE: undefined };
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}

function isUtf8Locale(env: Env): boolean {
  const locale = [env.LC_ALL, env.LC_CTYPE, env.LANG].find(isSet);
  // No locale at all is what containers and services have, on terminals that are UTF-8 all the same.
  return locale === undefined || /utf-?8/i.test(locale);
}
