import assert from "node:assert/strict";
import { test } from "node:test";
import { planMask } from "./mask.ts";
import { SecretMarks } from "./secret-marks.ts";

const mask = (line: string, path = "src/a.ts") => planMask(path, [line])(0);

// Put together, so that no scanner takes this file for a leak.
const keys: Readonly<Record<string, string>> = {
  aws: `AKIA${"IOSFODNN7EXAMPLE"}`,
  github: `ghp_${"a1B2".repeat(9)}`,
  gitlab: `glpat-${"a1B2-".repeat(4)}`,
  slack: `xoxb-${"123456789012-abcDEF"}`,
  stripe: `sk_live_${"a1B2c3D4e5F6g7H8"}`,
  "api-key": `sk-${"proj-abcDEF0123456789_xyz"}`,
  google: `AIza${"a1B2c".repeat(7)}`,
  pypi: `pypi-${"AgEIcHlwaS5vcmc".repeat(4)}`,
  "hugging-face": `hf_${"aBcDeFgHiJ".repeat(4)}`,
  digitalocean: `dop_v1_${"0a1b2c3d".repeat(8)}`,
  sendgrid: `SG.${"a1B2c3D4e5F6g7H8"}.${"a1B2c3D4".repeat(4)}`,
  shopify: `shpat_${"0a1b2c3d".repeat(4)}`,
  age: `AGE-SECRET-${"KEY"}-1${"QPZRY9X8GF".repeat(6)}`,
  npm: `npm_${"a1B2".repeat(9)}`,
  jwt: `eyJ${"hbGciOiJI"}.eyJ${"zdWIiOiIx"}.c2ln`,
};

test("a key of known shape is masked wherever it stands, and the rest of the line stays", () => {
  for (const [name, key] of Object.entries(keys)) {
    assert.equal(mask(`call("${key}", 1);`), `call("[masked:${name}]", 1);`);
    assert.equal(mask(`${key} and ${key}`), `[masked:${name}] and [masked:${name}]`);
  }
  assert.equal(mask("postgres://me:hunter2@db/x"), "postgres://me:[masked:url]@db/x");
});

test("a value beside a telling name is masked, quoted or not", () => {
  const cases: Readonly<Record<string, string>> = {
    "password=correcthorse": "password=[masked:value]",
    "  DB_PASSWORD: hunter2": "  DB_PASSWORD: [masked:value]",
    'const apiKey = "abc def";': 'const apiKey = "[masked:value]";',
    '{"client_secret": "x", "id": 1}': '{"client_secret": "[masked:value]", "id": 1}',
    "token: 'abc'": "token: '[masked:value]'",
    "aws_secret_access_key = wJalr/K7MDENG": "aws_secret_access_key = [masked:value]",
    "api-key => s3cr3t": "api-key => [masked:value]",
  };
  for (const [line, shown] of Object.entries(cases)) assert.equal(mask(line), shown);
});

test("programs that merely speak of secrets stay readable", () => {
  for (const line of [
    "function check(token: string, password?: string): boolean {",
    "const token = nextToken(input);",
    "this.password = options.password;",
    "if (token === undefined) return;",
    "const secret = process.env.SECRET;",
    "password = $PASSWORD",
    "tokens.map((token) => token.text)",
    'let password = "";',
    "import { token } from './lexer.ts';",
    "-----BEGIN PRIVATE KEY-----",
    "const digest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';",
  ]) {
    assert.equal(mask(line), line);
  }
});

test("where code is read, only what is certain is masked", () => {
  const show = (line: string, path: string) => planMask(path, [line], "certain")(0);
  assert.equal(show("password = hunter2", "a.ts"), "password = hunter2");
  assert.equal(show(`key ${keys.npm}`, "a.ts"), "key [masked:npm]");
  assert.equal(show("password = hunter2", ".env"), "password =[masked:env]");
  assert.equal(show("#OLD=hunter2\r", ".env"), "#OLD=[masked:env]");
});

test("in .env files every value is masked, comments with values and further lines too", () => {
  const lines = [
    "# the database",
    "",
    "A=1",
    "export B = 'x=y",
    "second line'",
    "#OLD=2",
    "EMPTY=",
  ];
  const shown = [
    "# the database",
    "",
    "A=[masked:env]",
    "export B =[masked:env]",
    "[masked:env]",
    "#OLD=[masked:env]",
    "EMPTY=",
  ];
  for (const path of [".env", "config/.env.local", ".envrc"]) {
    assert.deepEqual(
      lines.map((_, at) => planMask(path, lines)(at)),
      shown,
    );
  }
  assert.equal(mask("A=1", "src/env.ts"), "A=1");
});

test("a private key is masked between its two ends, and a beginning alone masks nothing", () => {
  const begin = `-----BEGIN RSA ${"PRIVATE"} KEY-----`;
  const end = `-----END RSA ${"PRIVATE"} KEY-----`;
  const all = (lines: readonly string[]) => lines.map((_, at) => planMask("a", lines)(at));
  assert.deepEqual(all(["x", begin, "MIIE", "ab==", end, "y"]), [
    "x",
    begin,
    "[masked:private-key]",
    "[masked:private-key]",
    end,
    "y",
  ]);
  assert.deepEqual(all([begin, "code();"]), [begin, "code();"]);
  const hidden = "[masked:private-key]";
  assert.deepEqual(all(["x y", "MIIE", "ab==", end, "y"]), ["x y", hidden, hidden, end, "y"]);
  assert.deepEqual(all([begin, "MIIE", "ab=="]), [begin, hidden, hidden]);
  assert.equal(
    mask(`"${begin}\\nMIIEvQIBADANBgkqh\\n${end}"`),
    `"${begin}[masked:private-key]${end}"`,
  );
  assert.equal(
    mask("MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj"),
    "[masked:private-key]",
  );
});

test("no line is long enough to take long, whatever it holds", () => {
  const hard = [
    "password:",
    "token = ",
    "https://a:",
    "eyJ",
    "-----BEGIN PRIVATE KEY-----",
    "a",
    "A",
    "sk-",
    '"',
    " ",
  ];
  for (const one of hard) {
    assert.ok(mask(one.repeat(50_000)).length > 0);
    for (const other of hard) assert.ok(mask((one.repeat(7) + other).repeat(5000)).length > 0);
  }
});

test("letters tell secrets from each other, and the same secret has one wherever it stands", () => {
  const marks = new SecretMarks();
  const lines = ["KEY=one", "KEY=two", "OLD=one", "export KEY= two ", "KEY=", "# note"];
  const mask = planMask(".env", lines, "all", marks);
  assert.deepEqual(
    lines.map((_, index) => mask(index)),
    [
      ...["KEY=[masked:env a]", "KEY=[masked:env b]", "OLD=[masked:env a]"],
      ...["export KEY=[masked:env b]", "KEY=", "# note"],
    ],
  );
  const other = planMask(
    "a.ts",
    [`f("${keys.npm}", "${keys.aws}"); password = "two"`],
    "all",
    marks,
  );
  assert.equal(other(0), 'f("[masked:npm d]", "[masked:aws c]"); password = "[masked:value b]"');
});

test("more secrets than letters are told apart as well", () => {
  const marks = new SecretMarks();
  const names = Array.from({ length: 60 }, (_, i) => marks.of(`secret ${i}`));
  assert.equal(new Set(names).size, 60);
  assert.deepEqual([names[0], names[25], names[26], names[52]], [" a", " z", " a2", " a3"]);
  assert.equal(marks.of("secret 26"), " a2");
});
