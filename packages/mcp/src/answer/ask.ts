import type { Orders, Questions } from "@unf/answers";
import type { AbsPath } from "@unf/core/base";
import { ToolFailure } from "../base/failure.ts";
import type { AgentTerms, Answered, Host } from "../base/host.ts";

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
  return tell(await host.answer(name, root, asked));
}

/** Has an order planned. Throws `ToolFailure` where there is no plan. */
export async function plan<N extends keyof Orders>(
  host: Host,
  name: N,
  root: AbsPath,
  asked: Orders[N]["asked"],
): Promise<Told<Orders[N]["plan"]>> {
  return tell(await host.plan(name, root, asked));
}

/** Has an order carried out. Throws `ToolFailure` where it was not. */
export async function carryOut<N extends keyof Orders>(
  host: Host,
  name: N,
  { root, asked }: Ordered<N>,
  terms: AgentTerms,
): Promise<Told<Orders[N]["outcome"]>> {
  return tell(await host.carryOut(name, root, asked, terms));
}

/** An order, and the project that it is about. */
export interface Ordered<N extends keyof Orders> {
  readonly root: AbsPath;
  readonly asked: Orders[N]["asked"];
}

function tell<T>(answered: Answered<T>): Told<T> {
  if (answered.kind === "failed") {
    throw new ToolFailure(answered.code, answered.message, answered.hint);
  }
  const { value, warnings } = answered;
  return { value, warned: warnings.length === 0 ? {} : { warnings } };
}
