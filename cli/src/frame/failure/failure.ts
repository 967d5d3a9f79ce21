import { type ErrorCode, exitCodes, UnfError } from "@unf/core/base";
import { Interrupted } from "./interrupted.ts";

/** A command's failure, as a person or a script is told it. */
export interface Failure {
  /** `bug` is the one code that `exitCodes` does not have: nothing inside the program throws it on purpose. */
  readonly code: ErrorCode | "bug";
  readonly exit: number;
  /** One line without the trailing full stop. */
  readonly message: string;
  readonly hint: string | undefined;
}

/** Exit code of a broken invariant. */
export const bugExit = 70;

/** Says what was thrown as a failure: foreseen, refused by the system, or a bug. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof UnfError) {
    return {
      code: thrown.code,
      exit: thrown instanceof Interrupted ? thrown.exit : exitCodes[thrown.code],
      message: thrown.message,
      hint: thrown.hint,
    };
  }
  const code = systemFailure(thrown);
  if (code !== undefined) {
    return { code, exit: exitCodes[code], message: textOf(thrown), hint: hintFor(code) };
  }
  return {
    code: "bug",
    exit: bugExit,
    message: `a bug in unf: ${textOf(thrown)}`,
    hint: reportHint,
  };
}

const reportHint =
  "run it again with UNF_DEBUG=1 and report what it prints, without file contents, where you got unf from";

/** Call errors of the operating system and of SQLite are the world's; any other error is ours. */
function systemFailure(thrown: unknown): ErrorCode | undefined {
  if (!(thrown instanceof Error) || !("code" in thrown)) return undefined;
  const code = String(thrown.code);
  if (/^(ENOSPC|EDQUOT|SQLITE_FULL)$/.test(code)) return "no_space";
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return "store_damaged";
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return "lock_held";
  const isSystem =
    "syscall" in thrown || code.startsWith("SQLITE_") || code === "ERR_DLOPEN_FAILED";
  return isSystem ? "failed" : undefined;
}

function hintFor(code: ErrorCode): string | undefined {
  switch (code) {
    case "no_space":
      return "free some space and run the command again";
    case "store_damaged":
      return "unf status -v";
    case "lock_held":
      return "another unf is writing; run the command again in a moment";
    default:
      return undefined;
  }
}

function textOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return text.split("\n")[0]?.trim() || "no message";
}
