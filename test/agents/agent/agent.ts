import type { AgentName } from "@unf/agents";
import type { ScriptedCall } from "../model/script.ts";

/** A program in the npm registry, in the version that is driven. */
export interface Published {
  readonly package: string;
  readonly version: string;
  /** The file that starts it, below `node_modules`. */
  readonly bin: string;
}

/** One use of a tool, whatever the agent calls it. Paths are relative to the project. */
export type Use =
  /** `over`: the text that is there already, which some cannot write over but have to edit. */
  | {
      readonly use: "write";
      readonly path: string;
      readonly text: string;
      readonly over?: string;
    }
  | { readonly use: "read"; readonly path: string }
  | {
      readonly use: "edit";
      readonly path: string;
      readonly from: string;
      readonly to: string;
    }
  | { readonly use: "shell"; readonly command: string }
  /** A sub-agent gets the prompt. */
  | { readonly use: "delegate"; readonly prompt: string }
  /** A tool of unf's own MCP server; in its input `{{plan}}` is the last plan that the conversation has. */
  | {
      readonly use: "unf";
      readonly tool: string;
      readonly input?: Readonly<Record<string, unknown>>;
    };

/** Where an agent runs. */
export interface Place {
  readonly home: string;
  readonly project: string;
  /** Where the model listens. */
  readonly url: string;
}

export interface Prompt {
  readonly text: string;
  /** Goes on with this session, the last one, instead of beginning one. */
  readonly resumes?: string;
}

/** How one agent is driven: everything that differs between them, and nothing else. */
export interface Agent {
  readonly name: AgentName;
  readonly published: Published;
  /** True for a file that Node runs. */
  readonly isScript?: boolean;
  /** Writes the settings that a person would have: the model and a key. */
  readonly prepare: (place: Place) => void;
  /** Trusts the hooks once they are installed. */
  readonly trustHooks?: (place: Place) => void;
  /** The settings that must be the same, to the byte, once the hooks are out again; below the home. */
  readonly settings: readonly string[];
  readonly env: (place: Place) => Readonly<Record<string, string>>;
  /** The words after the program for one prompt that is answered without a terminal. */
  readonly headless: (prompt: Prompt, place: Place) => readonly string[];
  /** The words for a prompt of a fork of that session; left out where it cannot fork one so. */
  readonly forked?: (text: string, session: string) => readonly string[];
  /** The same of a fork of the last session, whose name they do not say. */
  readonly forkedLast?: (text: string) => readonly string[];
  /** The same of a fork from the first answer of a session. */
  readonly forkedEarly?: (text: string, session: string, place: Place) => readonly string[];
  /** A command of unf's own, as it is typed without a terminal; left out where none can be. */
  readonly typed?: (command: string, words: string) => string;
  /** How it is driven at a terminal; left out where it cannot be. */
  readonly terminal?: Terminal;
  /** How the use is called; `undefined` for one that it has no tool for. */
  readonly call: (use: Use, place: Place) => ScriptedCall | undefined;
  /** True when its hooks tell of no prompt where there is no terminal: its turns have no names. */
  readonly tellsNoPrompt?: boolean;
  /** True when it cannot go on with a session here: each prompt begins one. */
  readonly startsAnew?: boolean;
}

export interface Terminal {
  readonly words: (place: Place) => readonly string[];
  /** The screen's text once it can be typed at. */
  readonly ready: RegExp;
  /** Questions that it always asks before, and their answers. */
  readonly answers?: readonly (readonly [asked: RegExp, keys: string])[];
  /** Ends a prompt that was typed. */
  readonly enter: string;
  /** Interrupts it. */
  readonly interrupt: string;
  /** The text that it shows where that is to be pressed a second time. */
  readonly asksAgain?: RegExp;
  /** The text that it shows then; left out where it ends the command that it had begun. */
  readonly goesOn?: RegExp;
  /** Leaves it. */
  readonly leave: string;
}
