import type { ActVerdict, PersonsVersions } from "./judge.ts";

/** Something else that was to be so. */
export interface Check {
  readonly claim: string;
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
