/**
 * Letters that tell masked secrets from each other: the same secret has the same one. They count in the
 * order in which secrets are found, and say nothing of what one is, as a digest of it would.
 */
export class SecretMarks {
  readonly #known = new Map<string, string>();

  /** ` a` for the first secret, ` b` for the next, and ` a2` after ` z`. */
  of(secret: string): string {
    const known = this.#known.get(secret);
    if (known !== undefined) return known;
    const count = this.#known.size;
    const round = Math.floor(count / letters.length) + 1;
    const mark = ` ${letters[count % letters.length]}${round === 1 ? "" : round}`;
    this.#known.set(secret, mark);
    return mark;
  }
}

const letters = "abcdefghijklmnopqrstuvwxyz";
