import { createHash, timingSafeEqual } from "node:crypto";

/** Keys of one run of the server: addresses that open it once each, and the cookie they become. */
export class Keys {
  readonly #draw: () => string;
  readonly #openingsMax: number;
  readonly #openings = new Set<string>();
  readonly #cookie: string;

  constructor(draw: () => string, openingsMax: number) {
    this.#draw = draw;
    this.#openingsMax = openingsMax;
    this.#cookie = draw();
  }

  /** A token for one opening; the oldest that nobody used goes when there are too many. */
  drawToken(): string {
    const token = this.#draw();
    this.#openings.add(digestOf(token));
    const [oldest] = this.#openings;
    if (this.#openings.size > this.#openingsMax && oldest !== undefined)
      this.#openings.delete(oldest);
    return token;
  }

  /** The value of the cookie for a token that was not used before. */
  redeem(token: string): string | undefined {
    // Looked up by its digest, so that the time it takes says nothing about the token.
    return this.#openings.delete(digestOf(token)) ? this.#cookie : undefined;
  }

  isCookie(value: string | undefined): boolean {
    if (value === undefined) return false;
    return timingSafeEqual(
      createHash("sha256").update(value).digest(),
      createHash("sha256").update(this.#cookie).digest(),
    );
  }
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
