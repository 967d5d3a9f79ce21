import { gitWrites } from "./git.ts";
import { parsePatchPaths } from "./patch-paths.ts";
import { mayBeOption, type ShellWord } from "./shell-script.ts";
import { chmod, copy, makeDirectory, move, remove, tee, touch } from "./writers.ts";

/** Lists the paths that a program writes with these arguments; `undefined` when that is not certain. */
export type Program = (args: readonly ShellWord[], input?: string) => readonly string[] | undefined;

/** Decides which paths a command writes; `undefined` when that is not certain. */
export function decideWrites(
  words: readonly ShellWord[],
  input?: string,
): readonly string[] | undefined {
  const [name, ...args] = words;
  if (name === undefined || !isProgramName(name)) return undefined;
  return programs.get(name.text.replace(/^(\/usr)?\/bin\//, ""))?.(args, input);
}

function isProgramName({ text, literal }: ShellWord): boolean {
  return literal || text === "[";
}

/** Programs that write no file, whatever their arguments are. */
const readers = `
  : [ arch basename cat cksum cmp column comm cut df diff dirname du echo egrep expand expr false
  fgrep fold grep groups head hexdump id join jq ls md5sum nl nproc od paste pgrep printenv printf ps
  pwd readlink realpath rev seq sha1sum sha256sum sha512sum shasum sleep stat strings tac tail test
  tr true tty type uname unexpand uptime wc which whoami
`;

const nothing: Program = () => [];

/** Writes nothing when `accept` says yes to every argument, and none of the others is an option. */
function each(accept: (text: string) => boolean): Program {
  return (args) =>
    args.every((word) => (word.literal ? accept(word.text) : !mayBeOption(word))) ? [] : undefined;
}

const find = each((text) => !/^-(exec|ok|delete|fprint|fls)/.test(text));
const ripgrep = each((text) => !/^--(pre|hostname-bin)/.test(text));
const file = each((text) => !/^-[a-zA-Z]*C|^--comp/.test(text));
/** Only the flags listed here: `-o` writes, also in the middle of others. */
const sort = each(
  (text) => !/^-/.test(text) || /^-([bdfghiMnRruVz]+|k[\d.,]*[a-z]*|t.?)$/.test(text),
);
const tree = each((text) => !/^-/.test(text) || /^-([adfFLIP]+|-dirsfirst|-gitignore)$/.test(text));
const date = each((text) => /^[+-]/.test(text) && !/^-(s|-se)/.test(text));

/** Its second operand is what it writes. */
const unique: Program = (args) => {
  const isKnown = args.every(
    ({ text, literal }) => literal && (!text.startsWith("-") || /^-[cdiu]+$/.test(text)),
  );
  return isKnown && args.filter(({ text }) => !text.startsWith("-")).length <= 1 ? [] : undefined;
};

/** `command -v` looks a program up; without it, it runs one. */
const command: Program = ([flag]) => (/^-[vV]$/.test(flag?.text ?? "") ? [] : undefined);

/** Gives its input to another program as arguments, which nobody knows. */
const xargs: Program = (args) => {
  let rest = args;
  for (;;) {
    const flag = rest[0]?.literal ? rest[0].text : "";
    if (/^-(0|r|t|0r|r0|n\d+|L\d+|I.+|P\d+)$/.test(flag)) rest = rest.slice(1);
    else if (/^-[nLIP]$/.test(flag)) rest = rest.slice(2);
    else break;
  }
  return decideWrites([...rest, { text: "", literal: false }]);
};

/** Some models call the tool of that name through the shell. */
const applyPatch: Program = ([text], input) => {
  const patch = text?.literal ? text.text : text === undefined ? input : undefined;
  const files = patch === undefined ? [] : parsePatchPaths(patch);
  return files.length === 0 ? undefined : files.map(({ path }) => path);
};

const programs: ReadonlyMap<string, Program> = new Map<string, Program>([
  ...readers
    .trim()
    .split(/\s+/)
    .map((name) => [name, nothing] as const),
  ["apply_patch", applyPatch],
  ["chmod", chmod],
  ["command", command],
  ["cp", copy],
  ["date", date],
  ["file", file],
  ["find", find],
  ["git", gitWrites],
  ["mkdir", makeDirectory],
  ["mv", move],
  ["rg", ripgrep],
  ["rm", remove],
  ["rmdir", remove],
  ["sed", sedWrites],
  ["sort", sort],
  ["tee", tee],
  ["touch", touch],
  ["tree", tree],
  ["uniq", unique],
  ["xargs", xargs],
]);

/**
 * Paths that `sed` writes when it prints lines by number, or replaces and deletes in the files themselves.
 * GNU and BSD read `-i` differently: what is the script to one is a suffix or a file to the other,
 * and must then do no harm there.
 */
function sedWrites(args: readonly ShellWord[]): readonly string[] | undefined {
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
