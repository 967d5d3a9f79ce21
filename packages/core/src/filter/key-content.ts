/** A key file begins with little else: comments, or the parameters of its curve. */
const judgedBytes = 1000;

/**
 * How a file begins that begins as a private key does, whatever it is called: in the form of PEM,
 * OpenSSH or PGP, of PuTTY or of age. `undefined` for all others, also for a program or a text that
 * has a key further down.
 */
export function findKeyBegin(firstBytes: Uint8Array): string | undefined {
  // Asked of every file that is recorded; most begin otherwise.
  if (!beginsAlike(firstBytes)) return undefined;
  const head = String.fromCharCode(...firstBytes.subarray(0, judgedBytes));
  return keyBegin.exec(head)?.[1];
}

/** True where the first byte that is no white space is one with which the pattern below goes on. */
function beginsAlike(firstBytes: Uint8Array): boolean {
  for (const byte of firstBytes.subarray(0, blankMax)) {
    if (!blanks.has(byte)) return firstLetters.has(byte);
  }
  return false;
}

/** More than the pattern below skips. */
const blankMax = 128;

/** White space as a pattern has it, and the bytes of a byte order mark. */
const blanks: ReadonlySet<number> = new Set(
  [..." \t\n\v\f\r\u00a0\u00ef\u00bb\u00bf"].map((letter) => letter.charCodeAt(0)),
);

const firstLetters: ReadonlySet<number> = new Set(
  [..."-#PA"].map((letter) => letter.charCodeAt(0)),
);

const keyBegin =
  /^(?:\u00ef\u00bb\u00bf)?\s{0,99}(?:-----BEGIN EC PARAMETERS-----[^-]{0,400}-----END EC PARAMETERS-----\s{0,9})?(?:#[^\n]{0,200}\n){0,5}(-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d|AGE-SECRET-KEY-1)/;
