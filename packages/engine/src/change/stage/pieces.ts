/** So many looks at the disk take some milliseconds; then everything else has its turn. */
const pieceLength = 64;

/** The same in pieces, between which others are to have their turn. */
export function* pieces<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += pieceLength)
    yield all.slice(from, from + pieceLength);
}
