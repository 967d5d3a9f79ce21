/**
 * Reads a number of bytes: `2MiB`, `5 GiB`, `500k`, `1.5M`, `1024`. `k`, `M`, `G`, `T` and `KiB` …
 * are powers of 1024, `kB` … powers of 1000. Rounds down to whole bytes. `undefined` when it is
 * not written so or is no exact integer.
 */
export function parseSize(text: string): number | undefined {
  const match = /^(\d{1,16}(?:\.\d{1,6})?) ?([a-z]*)$/i.exec(text.trim());
  if (match === null) return undefined;
  const [, digits = "", unit = ""] = match;
  const factor = factors.get(unit.toLowerCase());
  if (factor === undefined) return undefined;
  if (factor === 1 && digits.includes(".")) return undefined;
  const bytes = Math.floor(Number(digits) * factor);
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}

/** `2MiB`, `1536KiB`, `500`: exactly the number, in the largest unit that divides it. */
export function renderSize(bytes: number): string {
  let power = 0;
  let count = bytes;
  while (count !== 0 && count % 1024 === 0 && power < 4) {
    count /= 1024;
    power += 1;
  }
  return power === 0 ? `${count}` : `${count}${names[power]}`;
}

/** `38 MiB`, `1.2 MiB`, `512 B`: about as many bytes, for reading; one decimal below 10. */
export function renderBytes(bytes: number): string {
  let power = 0;
  let count = bytes;
  // 1023.5 would be shown as 1024, so it is already 1.0 of the next unit.
  while (count >= 1023.5 && power < 4) {
    count /= 1024;
    power += 1;
  }
  if (power === 0) return `${count} B`;
  // 9.95 would be shown as 10.0.
  return `${count < 9.95 ? count.toFixed(1) : Math.round(count)} ${names[power]}`;
}

const names = ["B", "KiB", "MiB", "GiB", "TiB"] as const;

const factors: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["b", 1],
  ...["k", "m", "g", "t"].flatMap((letter, index): [string, number][] => {
    const binary = 1024 ** (index + 1);
    return [
      [letter, binary],
      [`${letter}ib`, binary],
      [`${letter}b`, 1000 ** (index + 1)],
    ];
  }),
]);
