import { fstatSync } from "node:fs";
import process from "node:process";
import { findHere } from "@unf/answers/here";
import { promptOf, scopeOf } from "@unf/answers/prompt";
import { systemCode, UnfError } from "@unf/core/base";
import { homeDirectory, openHome } from "@unf/system";
import { readOwnDirectory } from "@unf/system/own-process";
import { listWatched } from "@unf/wiring/list-watched";
import { readTroubleNow } from "@unf/wiring/read-trouble";
import { createPaint } from "../frame/print/paint.ts";
import { plainPaint } from "../frame/print/view.ts";
import { openSink, ReaderGone } from "../frame/terminal/output.ts";
import { decideColour } from "../frame/terminal/terminal.ts";
import { type PromptShell, promptShells, promptWord } from "./word.ts";

// `unf prompt` as shells start it before each line that a person types: a program of its own, which knows
// the words that their prompts use and a home in order. All else is the whole program's to answer.

/** Prints the word and says so. False where nothing was printed and the whole program is to be asked. */
export function tellPrompt(words: readonly string[]): boolean {
  const asked = readWords(words);
  if (asked === undefined || isSet(process.env.UNF_PROJECT)) return false;
  try {
    return tell(asked);
  } catch (thrown) {
    const isKnown = thrown instanceof UnfError || thrown instanceof ReaderGone;
    // The whole program meets it again, and has the words for it.
    if (isKnown || systemCode(thrown) !== undefined) return false;
    throw thrown;
  }
}

/** The flags that a prompt is made with. */
interface Asked {
  readonly shell: PromptShell | undefined;
  readonly color: "always" | "never" | undefined;
}

/** `undefined` for any word that is not one of theirs. */
function readWords(words: readonly string[]): Asked | undefined {
  const [flag, value, ...more] = words.flatMap((word) => word.split("="));
  if (flag === undefined) return { shell: undefined, color: undefined };
  if (more.length > 0) return undefined;
  const shell = promptShells.find((one) => flag === "--shell" && one === value);
  const color = colours.find((one) => flag === "--color" && one === value);
  return shell === undefined && color === undefined ? undefined : { shell, color };
}

const colours = ["always", "never"] as const;

function tell({ shell, color }: Asked): boolean {
  // A terminal's colours hang on the settings.
  if (fstatSync(1).isCharacterDevice()) return false;
  const { env } = process;
  const home = homeDirectory(env);
  const isThere = openHome(home, { create: false }) !== "absent";
  const projects = isThere ? listWatched(home) : [];
  const asker = { canonical: () => undefined, cwd: readOwnDirectory, projectWord: undefined };
  const scope = scopeOf(findHere(asker, projects));
  const found = scope === undefined ? { trouble: undefined } : readTroubleNow(home, scope);
  if (found === undefined) return false;
  const { state } = promptOf(scope?.root, found.trouble);
  const isPainted =
    shell !== undefined || decideColour({ flag: color, setting: "auto", env, isTty: false });
  const word = promptWord(state, isPainted ? createPaint() : plainPaint, shell);
  if (word !== undefined) openSink(1).write(`${word}\n`);
  return true;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}
