import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import ignore from "ignore";
import type { RelPath } from "../base/brand.ts";
import { planFilter } from "./glob.ts";

interface Globs {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly ignoreCase?: boolean;
}

function matching(
  paths: readonly string[],
  { include = [], exclude = [], ignoreCase = false }: Globs,
): string {
  const filter = planFilter({ include, exclude, ignoreCase });
  assert.ok(filter.kind === "filter");
  const { directories, alike } = filter;
  const isAlike = (path: string) => alike?.without.every((texts) => !hasInOrder(path, texts));
  for (const path of paths.filter(isAlike))
    if (alike !== undefined) assert.equal(filter.matches(path as RelPath), alike.isPath, path);
  for (const path of paths.filter((one) => filter.matches(one as RelPath)))
    assert.ok(directories?.some((one) => path.startsWith(`${one}/`)) ?? true, path);
  return paths.filter((path) => filter.matches(path as RelPath)).join(" ");
}

function hasInOrder(path: string, texts: readonly string[]): boolean {
  let from = 0;
  for (const text of texts) {
    const at = path.indexOf(text, from);
    if (at === -1) return false;
    from = at + text.length;
  }
  return true;
}

const paths = [
  "a.ts",
  "src/a.ts",
  "src/B.TS",
  "src/gen/c.ts",
  "src/d.js",
  "lib/src/e.js",
  "sub/src",
];

test("without patterns every path is wanted", () => {
  assert.equal(matching(paths, {}), paths.join(" "));
});

test("patterns mean what they mean in an ignore file", () => {
  assert.equal(matching(paths, { include: ["*.ts"] }), "a.ts src/a.ts src/gen/c.ts");
  assert.equal(matching(paths, { include: ["/*.ts"] }), "a.ts");
  assert.equal(
    matching(paths, { include: ["src"] }),
    "src/a.ts src/B.TS src/gen/c.ts src/d.js lib/src/e.js sub/src",
  );
  assert.equal(
    matching(paths, { include: ["src/"] }),
    "src/a.ts src/B.TS src/gen/c.ts src/d.js lib/src/e.js",
  );
  assert.equal(matching(paths, { include: ["/src"] }), "src/a.ts src/B.TS src/gen/c.ts src/d.js");
  assert.equal(matching(paths, { include: ["src/**/*.ts"] }), "src/a.ts src/gen/c.ts");
  assert.equal(matching(paths, { include: ["*.ts", "!c.ts"] }), "a.ts src/a.ts");
});

test("a pattern that begins with ./ is meant from the root", () => {
  assert.equal(matching(paths, { include: ["./src/*.ts"] }), "src/a.ts");
});

test("paths without the texts that the patterns name are judged without a look at each", () => {
  const table: readonly (readonly [Globs, readonly string[] | undefined])[] = [
    [{ include: ["**/file-1*.ts", "docs/**/b"] }, ["file-1 .ts", "docs b"]],
    [{ include: ["a/bb/c*dd?eee*ff*gg"] }, ["a/bb/c dd eee ff"]],
    [{ include: ["*.ts"], exclude: ["./src/a.ts", "!x"] }, [".ts", "src/a.ts"]],
    [{ include: ["file-[1\\]0-9]longer", "ab\\?longer"] }, ["file-", "ab"]],
    [{ include: ["*.ts", "?*"] }, undefined],
    [{ include: ["*.ts"], ignoreCase: true }, undefined],
  ];
  for (const [{ include = [], exclude = [], ignoreCase = false }, without] of table) {
    const filter = planFilter({ include, exclude, ignoreCase });
    assert.ok(filter.kind === "filter");
    const found = filter.alike?.without.map((texts) => texts.join(" "));
    assert.deepEqual(found, without);
  }
});

test("the directories outside of which nothing matches are known where patterns begin with them", () => {
  const directoriesOf = (...include: string[]) => {
    const filter = planFilter({ include, exclude: [], ignoreCase: false });
    return filter.kind === "filter" ? filter.directories : filter;
  };
  assert.deepEqual(directoriesOf("src/gen/**", "./lib/a.ts", "!src/gen/c.ts"), ["src/gen", "lib"]);
  assert.deepEqual(directoriesOf("a b/[cd]/x"), ["a b"]);
  for (const glob of ["src", "src/", "src/ ", "/src", "*.ts", "**/a/b", "s?c/a", "a\\ b/c", "a//b"])
    assert.equal(directoriesOf(glob), undefined, glob);
  assert.equal(directoriesOf("src/**", "*.md"), undefined);
  assert.equal(directoriesOf(), undefined);
  const anyCase = planFilter({ include: ["SRC/**"], exclude: [], ignoreCase: true });
  assert.ok(anyCase.kind === "filter" && anyCase.directories === undefined);
});

test("exclusion wins over inclusion", () => {
  assert.equal(
    matching(paths, { include: ["src"], exclude: ["gen", "*.js"] }),
    "src/a.ts src/B.TS sub/src",
  );
});

test("case is ignored only when asked", () => {
  assert.equal(matching(paths, { include: ["B.ts"] }), "");
  assert.equal(matching(paths, { include: ["b.ts"], ignoreCase: true }), "src/B.TS");
  assert.equal(
    matching(paths, { include: ["*.ts"], ignoreCase: true }),
    "a.ts src/a.ts src/B.TS src/gen/c.ts",
  );
});

test("patterns mean what they mean to the package that reads ignore files", () => {
  const segment = fc.constantFrom(
    "a",
    "b",
    "ab",
    "*",
    "**",
    "a*",
    "*b*",
    "?",
    "[ab]",
    "c\u00e9",
    "c?",
  );
  const glob = fc
    .tuple(
      fc.constantFrom("", "", "!", "/", "**/"),
      fc.array(segment, { minLength: 1, maxLength: 4 }),
      fc.constantFrom("", "", "/"),
    )
    .map(([start, names, end]) => start + names.join("/") + end);
  const path = fc
    .array(fc.constantFrom("a", "b", "ab", "c\u00e9", "A"), { minLength: 1, maxLength: 5 })
    .map((names) => names.join("/"));
  fc.assert(
    fc.property(
      fc.array(glob, { minLength: 1, maxLength: 4 }),
      fc.array(path, { minLength: 5, maxLength: 20 }),
      fc.boolean(),
      (include, asked, ignoreCase) => {
        const whole = ignore({ ignorecase: ignoreCase }).add([...include]);
        const expected = asked.filter((one) => whole.ignores(one)).join(" ");
        assert.equal(matching(asked, { include, ignoreCase }), expected);
      },
    ),
    { numRuns: 500 },
  );
});

test("a pattern with many wildcards is done with a deep path", () => {
  // As one regular expression this takes longer than anybody waits.
  const deep = "b/".repeat(400);
  const include = [`/**/*b*/**/*b*/**/*c*`, "*b*".repeat(300), `${"**/b/".repeat(150)}x`];
  assert.equal(matching([`${deep}c`, `${deep}d`], { include }), `${deep}c`);
});

test("unusual names are matched like any other", () => {
  const odd = ["...", "-n", "a\\b.ts", "a\nb.ts", "\udce9.ts", " x.ts", "#a", "c:x"];
  assert.equal(
    matching(odd, { include: ["*.ts"] }),
    ["a\\b.ts", "a\nb.ts", "\udce9.ts", " x.ts"].join(" "),
  );
  assert.equal(matching(odd, { include: ["\\#a", "-n", "..."] }), "... -n #a");
  assert.equal(matching(odd, {}), odd.join(" "));
});

test("a pattern that would match nothing in silence is refused", () => {
  const table: readonly (readonly [string, RegExp])[] = [
    ["", /empty/],
    [" ", /empty/],
    ["#a", /comment/],
    ["[", /"\["/],
    ["src/[a-", /"\["/],
    ["a\nb", /line end/],
    ["a\0b", /NUL/],
    ["!", /names no path/],
    ["/", /names no path/],
    [".", /names no path/],
    ["../", /names no path/],
    ["*".repeat(10_000), /longer than 1000/],
  ];
  for (const [glob, why] of table) {
    for (const globs of [
      { include: ["a", glob], exclude: [] },
      { include: [], exclude: [glob] },
    ]) {
      const filter = planFilter({ ...globs, ignoreCase: false });
      assert.ok(filter.kind === "invalid", glob);
      assert.match(filter.why, why);
    }
  }
  const many = Array.from({ length: 101 }, () => "a");
  assert.equal(planFilter({ include: many, exclude: [], ignoreCase: false }).kind, "invalid");
  assert.equal(matching(["a[b", "ab"], { include: ["a\\[b"] }), "a[b");
});
