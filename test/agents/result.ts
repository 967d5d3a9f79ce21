import type { ActVerdict, PersonsVersions } from "./judge.ts";

/** The ways back from within an agent: each leaves the files as it should, and the conversation as it was. */
export const ways = [
  "rewind",
  "oops by path",
  "oops by hunk",
  "MCP's two steps",
  "undo",
  "fork",
] as const;

export type Way = (typeof ways)[number];

/** Something else that was to be so. */
export interface Check {
  readonly claim: string;
  /** The way back that it is about, if it is about one. */
  readonly way?: Way;
  /** Why it is not so; `undefined` when it is. */
  readonly why: string | undefined;
}

/** The result of one scene with one agent. */
export interface SceneResult {
  readonly acts: readonly ActVerdict[];
  readonly person: readonly PersonsVersions[];
  readonly checks: readonly Check[];
  /** Milliseconds that each hook's process lived. */
  readonly hooks: readonly number[];
}

/** A check that compares what is with what was to be. */
export function same(claim: string, is: unknown, wanted: unknown): Check {
  const [left, right] = [JSON.stringify(is), JSON.stringify(wanted)];
  return { claim, why: left === right ? undefined : `${left}, not ${right}` };
}

export function holds(claim: string, isSo: boolean, why: string): Check {
  return { claim, why: isSo ? undefined : why };
}

/** Checks of one way back. */
export function ofWay(way: Way, ...checks: readonly Check[]): readonly Check[] {
  return checks.map((check) => ({ ...check, way }));
}
