import type { Questions } from "@unf/answers";
import type { AbsPath } from "@unf/core/base";
import { ToolFailure } from "../base/failure.ts";
import type { Host } from "../base/host.ts";

/** The answer to a question, and as a field what is said beside it. */
export interface Told<T> {
  readonly value: T;
  /** No member where nothing is said. */
  readonly warned: { readonly warnings?: readonly string[] };
}

/** Asks about the project at `root`. Throws `ToolFailure` where there is no answer. */
export async function ask<N extends keyof Questions>(
  host: Host,
  name: N,
  root: AbsPath | undefined,
  asked: Questions[N]["asked"],
): Promise<Told<Questions[N]["answer"]>> {
  const answered = await host.answer(name, root, asked);
  if (answered.kind === "failed") {
    throw new ToolFailure(answered.code, answered.message, answered.hint);
  }
  const { value, warnings } = answered;
  return { value, warned: warnings.length === 0 ? {} : { warnings } };
}
