import process from "node:process";

/** A state of a file: what it was, and how long it certainly was so. */
export interface StoodState {
  readonly name: string;
  /** `null`: there was no file. */
  readonly text: string | null;
  readonly from: number;
  readonly to: number;
}

/** A question that the daemon answered. */
export interface Answered {
  readonly askedAt: number;
  readonly answeredAt: number;
}

/** The same in all processes of a system. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** How much the daemon has, by its own answers, been at work in a state that must be kept. */
const workedMs = 300;

/**
 * Whether the state must be kept, as far as anybody can know who does not see the daemon's clock: the
 * daemon answered twice while it stood, and then something asked 300 ms later. A daemon that is
 * starved answers late, and a state that stood meanwhile is uncertain.
 */
export function mustBeKept({ from, to }: StoodState, answers: readonly Answered[]): boolean {
  const first = answers.find(({ askedAt }) => askedAt >= from);
  const second = answers.find(({ askedAt }) => askedAt >= (first?.answeredAt ?? to));
  const begin = second?.answeredAt ?? to;
  const last = answers.find(({ askedAt }) => askedAt >= begin + workedMs);
  return last !== undefined && last.answeredAt <= to;
}

/**
 * The states that must be kept and are not among the recorded ones, in order. `recorded`: of one file,
 * oldest first; a state that is what was recorded last needs no row of its own.
 */
export function findMissing(
  states: readonly (StoodState & { readonly isCertain: boolean })[],
  recorded: readonly (string | null)[],
): StoodState[] {
  const shown = [null, ...recorded];
  let at = 0;
  return states.filter(({ text, isCertain }) => {
    const next = shown.indexOf(text, at);
    if (next >= 0 && (isCertain || text)) at = next;
    return isCertain && next < 0;
  });
}
