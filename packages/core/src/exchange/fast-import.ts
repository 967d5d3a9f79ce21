import type { RelPath, WallMs } from "../base/brand.ts";
import { encodePath } from "../base/path.ts";
import { encodeUtf8 } from "../base/text-codec.ts";
import { concatenate } from "../lines/apply.ts";

// The input of `git fast-import`: its manual describes the commands. Everything is written by
// length, and every path is quoted, so no content and no name can be taken for a command.

/** A file that a commit adds or changes. */
export interface ChangedFile {
  readonly path: RelPath;
  readonly mode: "120000" | "100755" | "100644";
  readonly bytes: Uint8Array;
}

export type TreeChange = ChangedFile | { readonly path: RelPath; readonly bytes: null };

export interface Signature {
  readonly name: string;
  readonly email: string;
  readonly at: WallMs;
}

/** The beginning of a commit; its changes follow. `parent`: a ref or commit that it comes after. */
export function renderCommit(commit: {
  readonly ref: string;
  readonly parent?: string;
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}): Uint8Array {
  const message = encodeUtf8(commit.message);
  const head = [
    `commit ${commit.ref}`,
    `author ${renderSignature(commit.author)}`,
    `committer ${renderSignature(commit.committer)}`,
    `data ${message.length}\n`,
  ].join("\n");
  const from = commit.parent === undefined ? "" : `from ${commit.parent}\n`;
  return concatenate([encodeUtf8(head), message, encodeUtf8(`\n${from}`)]);
}

/** One change of a commit. Deletions must come before the files that take their places. */
export function renderChange(change: TreeChange): Uint8Array {
  const path = quotePath(change.path);
  if (change.bytes === null) return encodeUtf8(`D ${path}\n`);
  const head = encodeUtf8(`M ${change.mode} inline ${path}\ndata ${change.bytes.length}\n`);
  return concatenate([head, change.bytes, encodeUtf8("\n")]);
}

function renderSignature({ name, email, at }: Signature): string {
  const plain = (text: string) => text.replace(/[<>\p{Cc}]/gu, "").trim();
  // Git takes a commit without a name for a broken one.
  return `${plain(name) || "unknown"} <${plain(email)}> ${Math.floor(at / 1000)} +0000`;
}

function quotePath(path: RelPath): string {
  let text = '"';
  for (const byte of encodePath(path)) {
    const isPlain = byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c;
    text += isPlain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, "0")}`;
  }
  return `${text}"`;
}
