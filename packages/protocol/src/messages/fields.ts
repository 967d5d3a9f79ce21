import type { JsonObject } from "@unf/core/base";
import { limits } from "@unf/core/config";
import {
  BadField,
  flag,
  hexDigits,
  listOf,
  optional,
  orNull,
  required,
  text,
  whole,
} from "../wire/field.ts";
import { rootPath } from "../wire/paths.ts";

// Fields that several requests have.

/** Restores name files one by one at most as often as a shell expands a pattern to. */
export const pathsMax = 100_000;

const { globsMax, globCharsMax } = limits.query;
export const globs = listOf(text(globCharsMax), globsMax);

/** Operations and checkpoints count up from 1. */
export const number = whole(1, Number.MAX_SAFE_INTEGER);
export const natural = whole(0, Number.MAX_SAFE_INTEGER);

export const projectId = hexDigits(16);
export const blobId = hexDigits(64);

/** The command's words, kept with what it did. */
export const argv = listOf(text(limits.socket.lineBytesMax), pathsMax);

/** A plan that was seen: the order is carried out only if the plan is still this one. */
export const planOrNull = orNull(text(64));

export function parseRoot(raw: JsonObject): string {
  return required(raw, "params.root", rootPath);
}

export function parseNothing(): Record<string, never> {
  return {};
}

/** Without a root, all of them are meant. */
export function parseAnyRoot(raw: JsonObject): { readonly root?: string } {
  return optional(raw, "root", rootPath, "params.");
}

/** `brief`: leave out of the reply what was done as planned, as whoever names the plan has it. */
export function parseBrief(raw: JsonObject, plan: string | null): { readonly brief?: true } {
  const { brief = false } = optional(raw, "brief", flag, "params.");
  if (brief && plan === null) throw new BadField("params.plan", "must be given with brief");
  return brief ? { brief } : {};
}
