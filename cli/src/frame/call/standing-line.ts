/** How the line that moves on a stream now is wiped away; none where none stands. */
const wipes = new WeakMap<object, () => void>();

/** The places of lines that are open on a stream, the innermost last. */
const places = new WeakMap<object, object[]>();

/** The place of a line that moves. Of several that are open at once only the innermost is drawn. */
export interface LinePlace extends Disposable {
  readonly isInnermost: boolean;
}

/** Takes the line of a stream; whichever stands there is wiped away. */
export function takeLine(stream: object): LinePlace {
  wipeStandingLine(stream);
  const open = places.get(stream) ?? [];
  places.set(stream, open);
  const place = {
    get isInnermost() {
      return open.at(-1) === place;
    },
    [Symbol.dispose]: () => {
      const at = open.indexOf(place);
      if (at >= 0) open.splice(at, 1);
    },
  };
  open.push(place);
  return place;
}

/** Says that a line stands on this stream; without `wipe` that it is gone. */
export function setStandingLine(stream: object, wipe: (() => void) | undefined): void {
  if (wipe === undefined) wipes.delete(stream);
  else wipes.set(stream, wipe);
}

/** Makes room for a line that stays. The one that moved is drawn again below it. */
export function wipeStandingLine(stream: object): void {
  wipes.get(stream)?.();
}
