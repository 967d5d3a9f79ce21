import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { loadPart } from "./native-parts.ts";

const digestOf = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");
const bytes = Buffer.from("native code");
const part = {
  name: "koffi",
  digest: createHash("sha256").update(bytes).digest("hex"),
  bytes: () => bytes,
};

interface Loaded {
  readonly path: string;
  readonly text: string;
}

/** A home, and where in it the part is kept. */
function makeHome(t: TestContext) {
  const home = mkdtempSync(join(tmpdir(), "unf-parts-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const directory = join(home, "cache/native");
  const kept = join(directory, `koffi-${part.digest.slice(0, 16)}.node`);
  const load = (): Loaded => {
    const read = (path: string) => ({ path, text: readFileSync(path, "utf8") });
    return loadPart(part, { digestOf, load: read }, { UNF_HOME: home }) as Loaded;
  };
  return { home, directory, kept, load };
}

test("a part is unpacked once, where only its owner can enter", (t) => {
  const { home, directory, kept, load } = makeHome(t);
  writeFileSync(join(home, "format.json"), "{}");
  assert.deepEqual(load(), { path: kept, text: "native code" });
  const { ino } = statSync(kept);
  for (const path of [directory, join(home, "cache")])
    assert.equal(statSync(path).mode & 0o777, 0o700);
  assert.equal(statSync(kept).mode & 0o777, 0o600);
  load();
  assert.equal(statSync(kept).ino, ino);
  assert.equal(readdirSync(directory).length, 1);
});

test("whatever else lies there is replaced before anything of it runs", (t) => {
  const { home, directory, kept, load } = makeHome(t);
  writeFileSync(join(home, "format.json"), "{}");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(join(home, "cache"), 0o700);
  const evil = join(home, "evil");
  writeFileSync(evil, bytes);
  const plants: readonly (() => void)[] = [
    () => writeFileSync(kept, "native c0de"),
    () => writeFileSync(kept, ""),
    () => symlinkSync(evil, kept),
    () => {
      writeFileSync(kept, bytes);
      chmodSync(kept, 0o622);
    },
  ];
  for (const plant of plants) {
    rmSync(kept, { force: true });
    plant();
    assert.deepEqual(load(), { path: kept, text: "native code" });
    assert.ok(statSync(kept).isFile() && (statSync(kept).mode & 0o777) === 0o600);
  }
});

test("without a home, or one that others can enter, nothing is kept and nothing is left", (t) => {
  const { home, directory, kept, load } = makeHome(t);
  const loadAside = () => {
    const { path, text } = load();
    assert.equal(text, "native code");
    assert.ok(!path.startsWith(home) && !existsSync(path));
  };
  loadAside();
  assert.deepEqual(readdirSync(home), []);
  writeFileSync(join(home, "format.json"), "{}");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(join(home, "cache"), 0o777);
  loadAside();
  chmodSync(join(home, "cache"), 0o755);
  chmodSync(directory, 0o777);
  loadAside();
  chmodSync(directory, 0o700);
  chmodSync(home, 0o777);
  loadAside();
  chmodSync(home, 0o755);
  assert.equal(load().path, kept);
});
