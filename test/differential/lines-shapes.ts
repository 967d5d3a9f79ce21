import { isLongForm } from "../kit/index.ts";
import { edited, type Lines } from "./lines-edits.ts";
import type { Pair } from "./lines-pairs.ts";
import type { Random } from "./lines-random.ts";

type Content = string | undefined;

const share = isLongForm("UNF_LINES") ? 1 : 3;

/** Contents that are hard in one way each, and random ones that reach every branch of the search. */
export function shapedPairs(random: Random): Pair[] {
  return [
    ...fixedPairs(random),
    ...times(250, () => randomLines(random)),
    ...times(250, () => paragraphInRepetitiveFile(random)),
    ...times(150, () => frequentAmongNew(random)),
    ...times(60, () => tangledStretches(random)),
    ...times(60, () => tangleWithCopies(random)),
    ...times(20, () => largeTangledStretches(random)),
  ];
}

/** A third of `count` in the short form. */
function times(count: number, make: () => Pair): Pair[] {
  return Array.from({ length: Math.ceil(count / share) }, make);
}

function pair(name: string, before: Content, after: Content): Pair {
  const bytes = (content: Content) => (content === undefined ? undefined : Buffer.from(content));
  return { name, before: bytes(before), after: bytes(after) };
}

function numbered(count: number, prefix = "line "): string[] {
  return Array.from({ length: count }, (_, at) => `${prefix}${at}\n`);
}

function fixedPairs(random: Random): Pair[] {
  const long = "x".repeat(1_000_000);
  const many = numbered(20_000);
  const half = many.map((line) => (random.chance(0.5) ? `new ${line}` : line));
  return [
    pair("created", undefined, "a\nb\n"),
    pair("created without final newline", undefined, "a\nb"),
    pair("created empty", undefined, ""),
    pair("deleted", "a\nb", undefined),
    pair("emptied", "a\n\n", ""),
    pair("filled", "", "\n\n\n"),
    pair("final newline added", "a\nb", "a\nb\n"),
    pair("final newline removed", "a\n\n", "a\n"),
    pair("last line appended to", "a\nb", "a\nb\nc"),
    pair("to Windows line ends", "a\nb\nc\n", "a\r\nb\r\nc\r\n"),
    pair("lone carriage returns", "a\rb\rc\n", "a\rb\rd\n"),
    pair("one huge line changed", `${long}y${long}`, `${long}z${long}`),
    pair("one huge line split", long + long, `${long}\n${long}`),
    pair("20,000 lines, half changed", many.join(""), half.join("")),
    pair("20,000 lines, every tenth moved up", many.join(""), everyTenthUp(many).join("")),
    pair("20,000 lines, all others", many.join(""), numbered(20_000, "other ").join("")),
    pair(
      "5,000 lines reversed",
      many.slice(0, 5000).join(""),
      many.slice(0, 5000).reverse().join(""),
    ),
    pair("blank lines only", "\n".repeat(5000), "\n".repeat(4000)),
    pair("braces and blank lines", "{\n}\n\n".repeat(1500), "{\n\n}\n".repeat(1400)),
  ];
}

function everyTenthUp(lines: Lines): string[] {
  return [...lines.filter((_, at) => at % 10 === 0), ...lines.filter((_, at) => at % 10 !== 0)];
}

/** Unrelated sequences over a small or large alphabet: exhausts the cost limit when long. */
function randomLines(random: Random): Pair {
  const distinct = random.pick([2, 5, 30, 200, 2000, 100_000]);
  const most = random.pick([12, 300, 300, 3000]);
  const content = () =>
    Array.from({ length: random.int(most) }, () => random.int(distinct)).join("\n") +
    random.pick(["", "\n"]);
  return pair(`random lines, ${distinct} distinct`, content(), content());
}

/** A few lines rewritten around a blank one, in a file of many: whether it counts depends on all. */
function paragraphInRepetitiveFile(random: Random): Pair {
  const size = random.pick([20, 100, 400]);
  const file = numbered(size).map((line) => (random.chance(0.5) ? "\n" : line));
  const fresh = (prefix: string) => {
    const lines = numbered(4 + random.int(8), prefix);
    return lines.toSpliced(1 + random.int(lines.length - 1), 0, "\n");
  };
  const at = random.int(size);
  const before = file.toSpliced(at, 0, ...fresh("old "));
  const after = file.toSpliced(at, 0, ...fresh("new "));
  return pair(`paragraph at ${at} of ${size}`, before.join(""), after.join(""));
}

/** Large rewritten parts in which frequent lines are rare, common, or in long runs. */
function frequentAmongNew(random: Random): Pair {
  const share = random.pick([0.02, 0.15, 0.2, 0.24, 0.3, 0.6]);
  const content = (prefix: string) => {
    const lines = numbered(random.pick([50, 300, 1500]), prefix);
    return lines.map((line) => (random.chance(share) ? random.pick(["\n", "}\n"]) : line));
  };
  // Long runs of frequent lines push the unmatched ones out of the neighbourhood.
  const run = Array.from({ length: 90 + random.int(30) }, () => "\n");
  const [before, after] = [content("old "), content("new ")].map((lines) =>
    random.chance(0.5) ? lines.toSpliced(random.int(lines.length), 0, ...run) : lines,
  );
  const tail = numbered(random.int(200)).flatMap((line) => [line, "\n", "}\n"]);
  return pair(
    `frequent lines, share ${share}`,
    [...(before ?? []), ...tail].join(""),
    [...(after ?? []), ...tail].join(""),
  );
}

/** Stretches whose order changed between equal ones: what is cut early depends on small things. */
function tangledStretches(random: Random): Pair {
  const count = 1 + random.int(5);
  const equalLengths = [15, 19, 20, 21, 22, 30, 200, 2500];
  const stretches = Array.from({ length: count }, (_, at) =>
    stretch(at, random.int(900), random.pick(equalLengths), random),
  );
  return joined(`${count} tangled stretches`, stretches);
}

/**
 * The same so large that a search may cost more than 256 edits: only from 65,536 lines on both
 * sides together on does the short cut along long runs of equal lines come before the cost limit.
 */
function largeTangledStretches(random: Random): Pair {
  const stretches = Array.from({ length: 12 }, (_, at) =>
    stretch(at, 150 + random.int(500), random.pick([20, 21, 25, 900, 1100, 1500, 9000]), random),
  );
  const padding = stretch(stretches.length, 300, 35_000, random);
  return joined("large tangled stretches", [...stretches, padding, stretch(99, 400, 0, random)]);
}

interface Stretch {
  readonly before: Lines;
  readonly after: Lines;
}

function stretch(at: number, tangledLines: number, equalLines: number, random: Random): Stretch {
  const tangle = numbered(tangledLines, `${at} `);
  const tangled = random.chance(0.7) ? shuffled(tangle, random) : tangle.toReversed();
  const equal = numbered(equalLines, `${at} equal `);
  const every = random.pick([19, 20, 21, 22, Number.POSITIVE_INFINITY]);
  const changed = random.chance(0.5)
    ? edited(equal, random.int(3), random, tangle)
    : interrupted(equal, tangle[0] ?? "\n", every);
  return { before: [...tangle, ...equal], after: [...tangled, ...changed] };
}

/** Puts `line` between every `every` lines: the equal runs get exactly that long. */
function interrupted(lines: Lines, line: string, every: number): Lines {
  return lines.flatMap((own, at) => (at > 0 && at % every === 0 ? [line, own] : [own]));
}

/** New lines that the search can drop or not, depending on copies in the common beginning. */
function tangleWithCopies(random: Random): Pair {
  const tangle = numbered(400 + random.int(500));
  const copies = numbered(1 + random.int(6), "copy ");
  let after: Lines = shuffled(tangle, random);
  for (const copy of copies) after = after.toSpliced(random.int(after.length), 0, copy);
  const head = copies.join("");
  return pair("tangle with copies", head + tangle.join(""), head + after.join(""));
}

function joined(name: string, stretches: readonly Stretch[]): Pair {
  const before = stretches.flatMap((one) => one.before).join("");
  const after = stretches.flatMap((one) => one.after).join("");
  return pair(name, before, after);
}

function shuffled(lines: Lines, random: Random): string[] {
  return lines
    .map((line) => ({ line, order: random.int(2 ** 31) }))
    .sort((one, other) => one.order - other.order)
    .map(({ line }) => line);
}
