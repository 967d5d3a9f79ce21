import type { CompleteAnswer } from "@unf/answers";

/**
 * The words behind the program's name on a line of PowerShell up to the cursor, without their quoting; the last
 * one is empty where none is begun.
 */
export function wordsOfLine(base64: string): string[] {
  const line = Buffer.from(base64, "base64").toString("utf8");
  const words = [""];
  // The operator that calls what a name stands for is no word.
  for (const part of line.replace(/^[&.]\s+/, "").matchAll(parts)) {
    if (part.groups?.space !== undefined) words.push("");
    else words[words.length - 1] += spelledOut(part.groups ?? {});
  }
  return words.slice(1);
}

/** PowerShell takes the quotes of a text program for quotes, too. */
const parts =
  /(?<space>(?:\s|`\r?\n)+)|['‘’‚‛](?<single>(?:[^'‘’‚‛]|['‘’‚‛]{2})*)['‘’‚‛]?|["“”„](?<double>(?:`.|["“”„]{2}|[^"“”„`])*)`?["“”„]?|`(?<escaped>.?)|(?<bare>[^\s'‘’‚‛"“”„`]+)/gsu;

type Part = Readonly<Record<string, string | undefined>>;

function spelledOut({ single, double, escaped, bare }: Part): string {
  if (single !== undefined) return single.replaceAll(/(['‘’‚‛]){2}/gu, "$1");
  if (double === undefined) return escaped ?? bare ?? "";
  return double.replaceAll(/`(.)|(["“”„]){2}/gsu, (_, sign, quote) => sign ?? quote);
}

/**
 * The answer that the script reads: a line for what the shell adds, then one for each candidate as it is typed, as it is
 * shown, and a few words on it. Base64, as a code page of Windows loses what is no ASCII.
 */
export function renderForPowerShell({ shell_adds, candidates }: CompleteAnswer): string {
  const rows = candidates.map(({ value, about }) =>
    // It takes no candidate on which nothing is said.
    [typedAs(value), value, about === "" ? value : about].join("\t"),
  );
  return Buffer.from([shell_adds, ...rows].join("\n")).toString("base64");
}

/**
 * Between single quotes nothing is carried out. A comma would make two words of one, and so would a colon behind
 * a dash where a script starts unf, as npm installs one.
 */
function typedAs(value: string): string {
  if (/^[\p{L}\p{N}_./\\-][\p{L}\p{N}_./\\=+-]*$/u.test(value)) return value;
  return `'${value.replaceAll(/['‘’‚‛]/gu, "$&$&")}'`;
}
