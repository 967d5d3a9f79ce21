import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { resolvePath } from "@unf/answers";
import { encodePath, systemCode, UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { FlagTable } from "../frame/argv/flag.ts";
import type { Call } from "../frame/call/command.ts";

const { payloadBytesMax } = limits.checkpoint;

/** The bytes of a file, or of stdin for `-`, as they are. Throws `usage` when they are too many. */
export function readPayload({ world }: Call<FlagTable>, word: string): Uint8Array {
  const bytes =
    word === "-" ? world.readInput(payloadBytesMax + 1) : readFile(resolvePath(world.cwd(), word));
  if (bytes.length > payloadBytesMax) throw tooLarge();
  return bytes;
}

function readFile(path: string): Uint8Array {
  const fd = openFile(path);
  try {
    const stat = fstatSync(fd);
    if (stat.isDirectory()) throw new UnfError("usage", `${path} is a directory`);
    if (stat.size > payloadBytesMax) throw tooLarge();
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

function openFile(path: string): number {
  try {
    return openSync(Buffer.from(encodePath(path)), "r");
  } catch (thrown) {
    if (systemCode(thrown) !== "ENOENT") throw thrown;
    throw new UnfError("not_found", `there is no file ${path}`, { cause: thrown });
  }
}

function tooLarge(): UnfError {
  return new UnfError("usage", `a payload has at most ${payloadBytesMax} bytes`);
}
