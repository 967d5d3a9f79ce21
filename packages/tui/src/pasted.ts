/** Gathers a pasted text, which a terminal puts between two signs, so that no letter of it acts as a key. */
export class Pasted {
  #text: string | undefined;

  /** Takes what the decoder tells of; true where it is part of a paste. `done` gets the whole of it. */
  take(name: string | undefined, text: string, done: (pasted: string) => void): boolean {
    if (name === "paste-start") {
      this.#text = "";
      return true;
    }
    if (this.#text === undefined) return false;
    if (name === "paste-end") {
      const whole = this.#text;
      this.#text = undefined;
      done(whole);
      return true;
    }
    // Nobody pastes this sign, and it has to work where the end of a paste was lost.
    if (text === "\u0003") {
      this.#text = undefined;
      return false;
    }
    if (this.#text.length < pastedMax) this.#text += text;
    return true;
  }
}

/** More is nothing that somebody would search for. */
const pastedMax = 1000;
