import type { RelPath } from "../base/brand.ts";

/** A layer that keeps paths out, in the order in which the layers are asked. */
export type Layer =
  /** Unf's own: temporary files, its home folder, and what belongs to a nested project. */
  | "own"
  /** A person ordered it to be forgotten, for good. */
  | "forgotten"
  /** The setting `secrets.skip`. */
  | "secrets"
  | "private_key"
  | "directory"
  | "extension"
  | "ignore"
  | "hidden"
  | "content";

/** Where the rule stands that decided. */
export interface RuleSource {
  /** As a person would name it: `src/.gitignore`, or what an option was called. */
  readonly file: string;
  /** 1-based; 0 when the rule does not come from a file with lines. */
  readonly line: number;
  readonly pattern: string;
}

/** Why a path is recorded. */
export interface Recorded {
  readonly recorded: true;
  /**
   * `plain`: no layer objected. `exception`: a dot name that is always recorded. `included`: an
   * option, or a `!` rule of a `.unfignore`, asks for it although a later layer would object.
   */
  readonly why: "plain" | "exception" | "included";
  /** The `!` rule or option that spoke for it, if one did. */
  readonly rule: RuleSource | undefined;
  /** The setting by which only digest and size of the file are recorded. Files only. */
  readonly withheld?: RuleSource;
  /** The rule, written by an agent, that would leave it out, had it no history. */
  readonly heldAgainst?: string;
}

/** Why a path is not recorded. */
export interface Skipped {
  readonly recorded: false;
  readonly layer: Layer;
  /** The path itself or the directory above it that was decided on. */
  readonly at: RelPath;
  /** The list entry, pattern, name or finding that decided. */
  readonly because: string;
  /** The line of an ignore file that decided. */
  readonly rule: RuleSource | undefined;
  /** Its name says that it is not text, and nothing else leaves it out. */
  readonly isBinary?: true;
}

/** The filter's answer for one path, with what it takes to explain it. */
export type Verdict = Recorded | Skipped;

/**
 * The reason in one line: `ignored by .gitignore:4 "dist/"`, `hidden ".cache"`, `recorded`. Names
 * and patterns stand as they are; whoever shows them escapes control characters.
 */
export function renderVerdict(verdict: Verdict): string {
  if (verdict.recorded) {
    if (verdict.heldAgainst !== undefined) {
      return `recorded, though ${verdict.heldAgainst}: an agent wrote that, so it counts for what has no history (unf ignore accept)`;
    }
    if (verdict.withheld !== undefined) {
      return `recorded without its content, because of ${renderRule(verdict.withheld)}`;
    }
    if (verdict.rule !== undefined) return `recorded, because of ${renderRule(verdict.rule)}`;
    return verdict.why === "exception" ? "recorded, always" : "recorded";
  }
  const { because, rule } = verdict;
  switch (verdict.layer) {
    case "own":
      return because;
    case "forgotten":
      return `forgotten: "${because}" (unf forget --list)`;
    case "secrets":
      return `left out by the setting secrets.skip "${because}"`;
    case "private_key":
      return `private key or credential "${because}"`;
    case "directory":
      return `excluded directory "${because}"`;
    case "extension":
      return `excluded extension "${because}"`;
    case "ignore":
      return `ignored by ${rule === undefined ? because : renderRule(rule)}`;
    case "hidden":
      return `hidden "${because}"`;
    case "content":
      return `not text: ${because}`;
  }
}

function renderRule({ file, line, pattern }: RuleSource): string {
  return `${file}${line > 0 ? `:${line}` : ""} "${pattern}"`;
}
