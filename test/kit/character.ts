import fc from "fast-check";

/**
 * Any character, halves of pairs included, as `unit` of a text. The unit `binary` is the same, but first
 * makes a table of the million there are: a second of processor time, in each process.
 */
export const character = fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code));
