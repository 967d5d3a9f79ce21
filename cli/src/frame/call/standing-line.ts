/** How the line that moves on a stream now is wiped away; none where none stands. */
const wipes = new WeakMap<object, () => void>();

/** Says that a line stands on this stream; without `wipe` that it is gone. */
export function setStandingLine(stream: object, wipe: (() => void) | undefined): void {
  if (wipe === undefined) wipes.delete(stream);
  else wipes.set(stream, wipe);
}

/** Makes room for a line that stays. The one that moved is drawn again below it. */
export function wipeStandingLine(stream: object): void {
  wipes.get(stream)?.();
}
