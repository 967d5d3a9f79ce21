import assert from "node:assert/strict";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { type AbsPath, systemCode } from "@unf/core/base";
import { timelinePath } from "@unf/core/home";
import { type RunOptions, runUnf, tempHome } from "../kit/index.ts";
import { type FrozenVersion, frozenProject } from "./thaw.ts";

// `npx node test/frozen/freeze.ts 13` makes `timeline-13` with the program of today, whose timelines have
// that format. It takes a quarter of a minute, and records in a place whose path is the same every time:
// the id of a project follows from it.

const root = "/tmp/unf-frozen/shop";
const here = dirname(fileURLToPath(import.meta.url));

const write = (path: string, content: string | Uint8Array): void => {
  fs.mkdirSync(dirname(join(root, path)), { recursive: true });
  fs.writeFileSync(join(root, path), content);
};

/** One thing after the other is done and recorded: words for unf, or what a person does. */
const story: readonly (readonly string[] | (() => void))[] = [
  () => write("src/cart.ts", cart("sum(items) - coupon(items)")),
  () => fs.rmSync(join(root, "gone.txt")),
  () => fs.renameSync(join(root, "src/vat.ts"), join(root, "src/tax.ts")),
  () =>
    write(
      "logo.dat",
      Uint8Array.from({ length: 300 }, (_, at) => at % 256),
    ),
  ["checkpoint", "before", "-m", "before it"],
  ["checkpoint", "--pin", "before"],
  () => write("src/x.ts", "export const x = 1;\n"),
  ["exec", "--agent", "codex", "--", "sh", "-c", "printf 'export const y = 2;\\n' > src/y.ts"],
  () => write("src/x.ts", "export const x = 3;\n"),
  ["restore", "src", "--at", "v8", "--yes"],
  ["undo", "--yes"],
  ["forget", "private/notes.md", "--yes"],
];

const cart = (total: string): string => `export function total(items) {\n  return ${total};\n}\n`;

function begin(): void {
  write("README.md", "# Shop\n");
  write("gone.txt", "old\n");
  write("logo.dat", "text once\n");
  write("private/notes.md", "for nobody\n");
  write("src/cart.ts", cart("sum(items)"));
  write("src/vat.ts", "export const vat = 0.19;\n");
  fs.symlinkSync("src/cart.ts", join(root, "link"));
}

/** Throws when something stands there already: two at once would record one another's files. */
function takeRoot(): Disposable {
  fs.mkdirSync(dirname(root));
  fs.mkdirSync(root);
  return { [Symbol.dispose]: () => fs.rmSync(dirname(root), { recursive: true }) };
}

async function run(words: readonly string[], options: RunOptions): Promise<Buffer> {
  const { code, stderr, stdoutBytes } = await runUnf(words, options);
  assert.equal(code, 0, `unf ${words.join(" ")}: ${stderr}`);
  return stdoutBytes;
}

/** Plays the story, and leaves home and answers in `to`. */
async function freeze(to: string): Promise<void> {
  await using home = tempHome();
  using _ = takeRoot();
  const options = { home, cwd: root, isLasting: true };
  begin();
  await run(["watch", ".", "--yes"], options);
  await run(["flush"], options);
  for (const step of story) {
    if (typeof step === "function") step();
    else await run(step, options);
    await run(["flush"], options);
  }
  const versions = await askVersions(options);
  await run(["stop"], options);
  copyHome(home.unfHome as AbsPath, to);
  const text = JSON.stringify({ versions }, undefined, 1);
  fs.writeFileSync(join(to, "expected.json"), `${text}\n`);
}

/** Every version as this program says it, oldest first. */
async function askVersions(options: RunOptions): Promise<FrozenVersion[]> {
  const words = ["log", "--all", "--reverse", "--limit", "1000", "--json"];
  const { entries } = JSON.parse(String(await run(words, options))) as {
    readonly entries: readonly (Omit<FrozenVersion, "id"> & { readonly id: string })[];
  };
  const all: FrozenVersion[] = [];
  for (const { id, kind, at, path } of entries) {
    // Of a deletion there is no content, nor of what was binary.
    const { code, stdout } = await runUnf(["cat", id], options);
    const version = { id: Number(id.slice(1)), kind, at, path };
    all.push(code === 0 ? { ...version, content: stdout } : version);
  }
  return all;
}

function copyHome(home: AbsPath, to: string): void {
  fs.mkdirSync(to);
  for (const name of ["format.json", "intent.json", "objects"]) {
    const filter = (path: string) => !path.endsWith("/objects/tmp");
    fs.cpSync(join(home, name), join(to, name), { recursive: true, filter });
  }
  const timeline = fs.readFileSync(timelinePath(home, frozenProject));
  fs.writeFileSync(join(to, "timeline.db.gz"), gzipSync(timeline, { level: 9 }));
}

const version = process.argv[2] ?? "";
assert.match(version, /^\d+$/, "which format do the timelines have that it writes?");
try {
  await freeze(join(here, `timeline-${version}`));
} catch (thrown) {
  if (systemCode(thrown) === "EEXIST") console.error(`${String(thrown)}: move it away first`);
  throw thrown;
}
