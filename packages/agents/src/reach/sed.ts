import type { ShellWord } from "./shell-script.ts";

/**
 * Paths that `sed` writes when it prints lines by number, or replaces and deletes in the files themselves.
 * GNU and BSD read `-i` differently: what is the script to one is a suffix or a file to the other,
 * and must then do no harm there.
 */
export function sedWrites(args: readonly ShellWord[]): readonly string[] | undefined {
  if (args.some(({ literal }) => !literal)) return undefined;
  const [flag, ...rest] = args.map(({ text }) => text);
  if (flag !== "-i") return flag === "-n" && isPrint(rest) ? [] : undefined;
  const hasSuffix = rest[0] === "";
  const [script = "", ...files] = hasSuffix ? rest.slice(1) : rest;
  // To BSD the first file after `-i script` is the script, and `w` is its command to write.
  const isSafe = (name: string) => !name.startsWith("-") && (hasSuffix || !name.startsWith("w"));
  return isEdit(script) && files.every(isSafe) ? files : undefined;
}

function isPrint([script = "", ...files]: readonly string[]): boolean {
  const isScript = /^((\d+|\$)(,(\d+|\$))?p;? ?)+$/.test(script);
  return isScript && !files.some((name) => name.startsWith("-"));
}

/** True for one `s` or `d`: other commands, and other flags of `s`, write files and run programs. */
function isEdit(script: string): boolean {
  if (/^[\d,$]*d$/.test(script)) return true;
  const mark = /^[\d,$]*s([/|#@:])/.exec(script)?.[1];
  // Without what is escaped, the three marks of `s/a/b/` are all there are.
  const plain = script.replace(/\\[^\n]/g, "");
  if (mark === undefined || /[\\\n]/.test(plain)) return false;
  const parts = plain.split(mark);
  return parts.length === 4 && /^[gI\d]*$/.test(parts[3] ?? "-");
}
