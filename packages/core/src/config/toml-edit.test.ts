import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parse } from "smol-toml";
import { setInToml, type TomlEdit, unsetInToml } from "./toml-edit.ts";

function textOf(edit: TomlEdit): string {
  assert.ok(edit.kind === "edited", edit.kind === "refused" ? edit.why : "");
  return edit.text;
}

const set = (text: string, value = '"4MiB"'): string =>
  textOf(setInToml(text, "record.size", value));
const unset = (text: string): string => textOf(unsetInToml(text, "record.size"));

test("a value is replaced in place and the rest of its line stays", () => {
  assert.equal(
    set('# top\n[record] # here\n\tsize   =  "2MiB"   # why\nother = 1\n'),
    '# top\n[record] # here\n\tsize   =  "4MiB"   # why\nother = 1\n',
  );
  assert.equal(
    set("[record]\nsize = [ 1, # one ]\n 2,\n] # end\n"),
    '[record]\nsize = "4MiB" # end\n',
  );
  assert.equal(set("record.size = 1"), 'record.size = "4MiB"');
  assert.equal(set("[ 'record' ]\r\n\"size\" = 1\r\n"), '[ \'record\' ]\r\n"size" = "4MiB"\r\n');
  assert.equal(set('[record]\n"\\u0073ize" = 1\n'), '[record]\n"\\u0073ize" = "4MiB"\n');
});

test("a new entry goes after the last one of its section", () => {
  assert.equal(
    set("[record]\na = 1\n\n# about log\n[log]\nlevel = 2\n"),
    '[record]\na = 1\nsize = "4MiB"\n\n# about log\n[log]\nlevel = 2\n',
  );
  assert.equal(set("[record]\n# nothing yet\n"), '[record]\nsize = "4MiB"\n# nothing yet\n');
  assert.equal(set("[record]"), '[record]\nsize = "4MiB"\n');
  assert.equal(set("record.a = 1\n[log]\n"), 'record.a = 1\nrecord.size = "4MiB"\n[log]\n');
  assert.equal(
    set('[record]\na = """\n[log]\nsize = 1\n"""\n'),
    '[record]\na = """\n[log]\nsize = 1\n"""\nsize = "4MiB"\n',
  );
});

test("a new section goes to the end, in the line ends of the file", () => {
  assert.equal(set(""), '[record]\nsize = "4MiB"\n');
  assert.equal(
    set("[log]\r\nlevel = 1"),
    '[log]\r\nlevel = 1\r\n\r\n[record]\r\nsize = "4MiB"\r\n',
  );
  assert.equal(set("[record.sub]\nx = 1\n"), '[record.sub]\nx = 1\n\n[record]\nsize = "4MiB"\n');
  assert.equal(set("\ufeff"), '\ufeff[record]\nsize = "4MiB"\n');
});

test("removing a setting removes its lines and nothing else", () => {
  assert.equal(unset("[record]\na = 1\n size = [1,\n2] # why\nb = 2"), "[record]\na = 1\nb = 2");
  assert.equal(unset("[log]\nsize = 1\n"), "[log]\nsize = 1\n");
  assert.equal(unset(""), "");
});

test("a section that has no place for a line is refused, not broken", () => {
  const texts = [
    "record = { size = 1 }\n",
    "record = 5\n",
    "[[record]]\nsize = 1\n",
    "[record.size]\nx = 1\n",
    "record.size.x = 1\n",
    "[record]\nsize.x = 1\n",
    "[record]\nsize = 1\nsize = 2\n",
  ];
  for (const text of texts) {
    assert.equal(setInToml(text, "record.size", "1").kind, "refused", text);
    assert.equal(unsetInToml(text, "record.size").kind, "refused", text);
  }
});

test("what is not TOML is refused, not edited", () => {
  const texts = [
    "[record",
    "size",
    "size =",
    "= 1",
    'a = "x',
    "a = '''x",
    "a = [1",
    'a = 1 "',
    "[a] b",
    'a = "x" y',
    "\0",
    "{}",
    "a\n= 1",
  ];
  for (const text of texts) assert.equal(setInToml(text, "record.size", "1").kind, "refused", text);
});

test("a large file is edited without exhausting the stack", () => {
  const text = `a = """${"x\n".repeat(250_000)}"""\nb = [${"1, ".repeat(100_000)}]\n`;
  assert.equal(set(text), `${text}\n[record]\nsize = "4MiB"\n`);
});

const values = [
  "1",
  "-1.5e3",
  "true",
  "1979-05-27 07:32:00",
  '"a # b"',
  '"q\\"[x]\\\\"',
  "'c:\\'",
  '"""\n[record]\nsize = 1 # no\n\\""""',
  "'''\n# no\n''''",
  '"""x # no"""""',
  "[]",
  "[ 1, [ 2 ], # ]\n  { a = [ 3 ] },\n]",
  '{ size = 1, b = "}" }',
  '""',
  "''",
];

const blanks = fc.constantFrom("", " ", "\t", "  ");
const value = fc.constantFrom(...values);

/** Texts of TOML in many layouts, each comment numbered so that a lost one is missed. */
const documents = fc
  .record({
    tables: fc.uniqueArray(
      fc.record({
        name: fc.constantFrom("", "record", "log", "record.sub", " record . 'x.y' ", "z", "[list]"),
        keys: fc.uniqueArray(fc.constantFrom("size", "b", '"c d"', "'size '", "e.f", "record.g"), {
          maxLength: 4,
        }),
        value,
        pad: blanks,
        comments: fc.array(fc.constantFrom("", "# %\n", "\n", " # [record]%\n", "# size = %\n"), {
          maxLength: 3,
        }),
      }),
      { selector: (table) => table.name, maxLength: 5 },
    ),
    newline: fc.constantFrom("\n", "\r\n"),
    closed: fc.boolean(),
  })
  .map(({ tables, newline, closed }) => {
    const ordered = [...tables].sort((a, b) => Number(a.name !== "") - Number(b.name !== ""));
    const lines = ordered.flatMap(({ name, keys, value, pad, comments }) => [
      name === "" ? "" : `${pad}[${name}]${pad}\n`,
      ...comments,
      ...keys.map((key) => `${pad}${key}${pad}=${pad}${value} # %\n`),
    ]);
    const parts = lines.join("").split("%");
    const text = parts.map((part, index) => (index === 0 ? part : `c${index}.${part}`)).join("");
    return (closed ? text : text.replace(/\n$/, "")).replaceAll("\n", newline);
  })
  .filter((text) => {
    try {
      parse(text);
      return true;
    } catch {
      return false;
    }
  });

/** The section; an empty one and none are the same. */
const recordOf = (text: string): Record<string, unknown> => ({ ...(parse(text).record as object) });

const sizeOf = (text: string): unknown => recordOf(text).size;

test("in any layout the set value is read back and everything else is as before", () => {
  let editedCount = 0;
  let refusedCount = 0;
  fc.assert(
    fc.property(documents, value, (text, wanted) => {
      const edit = setInToml(text, "record.size", wanted);
      if (edit.kind === "refused") {
        refusedCount += 1;
        return;
      }
      editedCount += 1;
      assert.deepEqual(sizeOf(edit.text), parse(`x = ${wanted}`).x);
      assert.deepEqual(recordOf(unset(edit.text)), recordOf(unset(text)));
      const before = structuredClone(parse(text)) as Record<string, unknown>;
      const after = structuredClone(parse(edit.text)) as Record<string, unknown>;
      delete before.record;
      delete after.record;
      assert.deepEqual(after, before);
      const comments = (toml: string): string[] => toml.match(/c\d+\./g) ?? [];
      assert.deepEqual(comments(edit.text), comments(text));
      assert.equal(textOf(setInToml(edit.text, "record.size", wanted)), edit.text);
      if (text.includes("\r\n")) assert.ok(!/[^\r]\n/.test(edit.text.replaceAll(wanted, "")));
    }),
    { numRuns: 500 },
  );
  assert.ok(editedCount > 300, `${editedCount} edited, ${refusedCount} refused`);
});
