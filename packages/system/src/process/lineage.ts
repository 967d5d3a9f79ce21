import { limits } from "@unf/core/config";
import type { OpenWriter, ProcessMark } from "@unf/core/ports";
import { type ProcessStat, readStat } from "./process-facts.ts";
import { adopters } from "./session-variable.ts";

/**
 * Editors with a window, and what draws or keeps terminals: in them and in what they start a person may
 * type. Cut to 15 bytes.
 */
const windows =
  /^(code|code-insiders|code-oss|codium|cursor|windsurf|zed|zed-editor|sublime_text|gedit|gnome-text-edit|kate|kwrite|geany|mousepad|gvim|neovide|nvim|emacs.*|idea|pycharm|webstorm|phpstorm|goland|clion|rider|rubymine|rustrover|tmux: server|screen|SCREEN|zellij|xterm|urxvt|st|gnome-terminal-|konsole|kitty|alacritty|wezterm-gui|foot|ghostty)$/;

/** Editors in which a person types where they have a terminal. */
const inTerminals =
  /^(ex|vi|view|vim|vim\..*|rvim|vimdiff|nano|rnano|pico|hx|helix|kak|micro|joe|jed|jmacs|jstar|ne|mg|zile|mcedit|tilde|ed)$/;

/** A person types in that program, whoever has started it. */
export function isTypedIn({ name, terminal }: Pick<ProcessStat, "name" | "terminal">): boolean {
  return windows.test(name) || (terminal !== 0 && inTerminals.test(name));
}

/** The same, or perhaps such a program: old IDEs are called as all that is written in Java. */
export function mayBeTypedIn(stat: Pick<ProcessStat, "name" | "terminal">): boolean {
  return stat.name === "java" || isTypedIn(stat);
}

/** The process and what is above it, the nearest first; empty when it is gone. */
export function readLineage(
  of: number,
): Pick<OpenWriter, "lineage" | "isInteractive"> & { readonly typedIn: ProcessMark | null } {
  const lineage: ProcessMark[] = [];
  let typedIn: ProcessMark | null = null;
  let isInteractive = false;
  for (let pid = of; pid > 1 && lineage.length < limits.sessions.generationsMax; ) {
    const stat = readStat(pid);
    if (stat === undefined || adopters.has(stat.name)) break;
    const mark = { pid, startTicks: stat.startTicks };
    lineage.push(mark);
    isInteractive ||= mayBeTypedIn(stat) || (pid === of && stat.terminal !== 0);
    if (isTypedIn(stat)) typedIn ??= mark;
    pid = stat.parent;
  }
  return { lineage, typedIn, isInteractive };
}
