import { type AbsPath, type BlobId, encodeUtf8, isObject, type JsonObject } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { ClaimedPath, Reach } from "@unf/core/timeline";
import { absolutePath } from "../payload/absolute-path.ts";
import { objectsField, textField, textsField } from "../payload/fields.ts";
import { parsePatchPaths } from "../reach/patch-paths.ts";
import { readReach } from "../reach/read-reach.ts";
import type { ToolWay } from "./tool-way.ts";

/** A use of a tool as the payload has it. */
export interface RawUse {
  readonly way: ToolWay | undefined;
  readonly input: unknown;
  readonly cwd: AbsPath | null;
  /** False when the payload was cut: then what is missing may have been in it. */
  readonly whole: boolean;
  readonly digest: ((bytes: Uint8Array) => BlobId) | undefined;
}

/** Decides what a use of a tool may write. What is not understood may write anything. */
export function decideReach(use: RawUse): Reach {
  const input = isObject(use.input) ? use.input : {};
  switch (use.way?.way) {
    case "reads":
      return { kind: "nothing" };
    case "file":
      return claim(use, [namedFile(input, use.way.content)]);
    case "files":
      return claim(use, filesOf(input, use.way.edits, use.whole));
    case "move":
      return claim(use, [
        namedFile(input, undefined, use.way.from),
        namedFile(input, undefined, use.way.to),
      ]);
    case "patch":
      return claimPatch(use, typeof use.input === "string" ? use.input : patchText(input));
    case "shell":
      return decideShell(use, input);
    default:
      return { kind: "shell", command: shownCommand(input) };
  }
}

interface NamedFile {
  readonly path: string | undefined;
  readonly content?: string | undefined;
}

const pathNames = [
  "file_path",
  "filePath",
  "path",
  "absolute_path",
  "target_file",
  "notebook_path",
  "notebookPath",
];
const patchNames = ["patch", "patchText", "patch_text", "input", "command"];
const commandNames = ["command", "command_line", "cmd"];
const directoryNames = ["workdir", "cwd", "dir_path", "directory"];

function namedFile(input: JsonObject, content?: string, path?: string): NamedFile {
  return {
    path: textField(input, path === undefined ? pathNames : [path]),
    content: content === undefined ? undefined : contentOf(input, content),
  };
}

function contentOf(input: JsonObject, name: string): string | undefined {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  return typeof value === "string" ? value : undefined;
}

function filesOf(input: JsonObject, edits: string, whole: boolean): readonly NamedFile[] {
  const named = objectsField(input, edits).map((edit) => namedFile(edit));
  // An edit that was cut off may have named one more file.
  return whole ? named : [{ path: undefined }];
}

function claimPatch(use: RawUse, text: string | undefined): Reach {
  const files = text === undefined ? [] : parsePatchPaths(text);
  return files.length === 0 ? { kind: "shell", command: "" } : claim(use, files);
}

function patchText(input: JsonObject): string | undefined {
  const list = textsField(input, patchNames);
  return list === undefined ? textField(input, patchNames) : list.at(-1);
}

/** A claim on all the files; on anything when one of them has no usable name. */
function claim(use: RawUse, files: readonly NamedFile[]): Reach {
  const paths: ClaimedPath[] = [];
  for (const { path, content } of files) {
    const absolute = path === undefined ? undefined : absolutePath(stripScheme(path), use.cwd);
    if (absolute === undefined) return { kind: "shell", command: "" };
    const hash = content === undefined ? undefined : use.digest?.(encodeUtf8(content));
    paths.push(hash === undefined ? { path: absolute } : { path: absolute, hash });
  }
  const usable = paths.length > 0 && paths.length <= limits.agents.claimsMax;
  return usable ? { kind: "paths", paths } : { kind: "shell", command: "" };
}

function stripScheme(path: string): string {
  return path.startsWith("file:///") ? path.slice("file://".length) : path;
}

function decideShell(use: RawUse, input: JsonObject): Reach {
  const argv = textsField(input, commandNames);
  const command = argv === undefined ? textField(input, commandNames) : commandOf(argv);
  const own = textField(input, directoryNames);
  const cwd = own === undefined ? use.cwd : (absolutePath(own, use.cwd) ?? null);
  const reach: Reach =
    command === undefined ? { kind: "shell", command: "" } : readReach(command, cwd);
  if (reach.kind === "shell") return { kind: "shell", command: shownCommand(input) };
  return reach.kind === "paths" ? { ...reach, command: true } : reach;
}

/** The script of `["bash", "-lc", script]`, or the arguments as a shell would be given them. */
function commandOf(argv: readonly string[]): string {
  const [program = "", flag = "", script] = argv;
  const isShell = /(^|\/)(ba|da|z)?sh$/.test(program) && /^-l?c$/.test(flag);
  if (isShell && script !== undefined && argv.length === 3) return script;
  return argv.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
}

function shownCommand(input: JsonObject): string {
  const argv = textsField(input, commandNames);
  const command = argv === undefined ? textField(input, commandNames) : argv.join(" ");
  return (command ?? "").slice(0, limits.agents.commandCharsMax).toWellFormed();
}
