import { baseName } from "@unf/core/base";
import type { ShellWord } from "./shell-script.ts";

// Programs that write what they are told by name. An option that is not listed makes them unknown:
// it may take a value, make backups, or put the target first.

type Paths = readonly string[] | undefined;

export const remove = named(/^-([rRfvidI]+|-recursive|-force|-verbose|-dir|p)$/);
export const touch = named(/^-([acmh]+|-no-create)$/);
export const tee = named(/^-([ai]+|-append)$/);

/** A directory is no file, and a claim on it would be one on all that lies in it. */
export function makeDirectory(args: readonly ShellWord[]): Paths {
  return operands(args, /^-([pv]+|-parents|-verbose)$/) === undefined ? undefined : [];
}

/** Its first operand is the mode. */
export function chmod(args: readonly ShellWord[]): Paths {
  return operands(args, /^-[Rvfc]+$/)?.slice(1);
}

export function copy(args: readonly ShellWord[]): Paths {
  const names = operands(args, /^-([rRafpvnuidLPH]+|-recursive|-force|-verbose|-archive)$/);
  const isRecursive = args.some(({ text }) => /^-([a-zA-Z]*[rRa]|-recursive|-archive)/.test(text));
  return names === undefined ? undefined : targets(names, !isRecursive);
}

export function move(args: readonly ShellWord[]): Paths {
  const names = operands(args, /^-([fnvi]+|-force|-verbose|-no-clobber)$/);
  const to = names === undefined ? undefined : targets(names);
  return names === undefined || to === undefined ? undefined : [...names.slice(0, -1), ...to];
}

function named(options: RegExp): (args: readonly ShellWord[]) => Paths {
  return (args) => operands(args, options);
}

/** Arguments that are no option; `undefined` when there is an option that is not listed, or a pattern. */
function operands(args: readonly ShellWord[], options: RegExp): Paths {
  if (args.some(({ literal }) => !literal)) return undefined;
  const texts = args.map(({ text }) => text);
  const end = texts.indexOf("--");
  const before = end < 0 ? texts : texts.slice(0, end);
  const isOption = (text: string) => text.startsWith("-") && text !== "-";
  if (before.some((text) => isOption(text) && !options.test(text))) return undefined;
  const names = before.filter((text) => !isOption(text));
  const all = end < 0 ? names : [...names, ...texts.slice(end + 1)];
  return all.includes("") || all.includes("-") ? undefined : all;
}

/**
 * Paths that are written when the last name is the target of the others. `isOfFiles`: no source is a
 * directory, for which a target that ends in `/` may be its new name.
 */
function targets(names: readonly string[], isOfFiles = false): Paths {
  const target = names.at(-1);
  const sources = names.slice(0, -1);
  if (target === undefined || sources.length === 0) return undefined;
  // A single target may be the new name itself or a directory: as a path it stands for both.
  const isDirectory =
    sources.length > 1 || /^\.\/?$/.test(target) || (isOfFiles && /[^/]\/$/.test(target));
  if (!isDirectory) return [target];
  // Of a source that ends in `/` some programs copy what is in it.
  if (sources.some((source) => /(^|\/)\.{0,2}$/.test(source))) return undefined;
  return sources.map((source) => `${target.replace(/\/$/, "")}/${baseName(source)}`);
}
