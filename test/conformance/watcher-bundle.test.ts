import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

// koffi is loaded at run time and never bundled: these tests run a bundle like the shipped ones,
// with koffi beside it and without.

const onLinux = { skip: process.platform === "linux" ? false : "inotify is Linux's" };
const repository = fileURLToPath(new URL("../..", import.meta.url));

const program = (wanted: string) => `
  import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
  import { tmpdir } from "node:os";
  import { join } from "node:path";
  import { chooseBackend, openBackend } from "@unf/watch";
  (async () => {
    const { backend, reason } = openBackend(chooseBackend({ platform: "linux", wanted: "${wanted}" }));
    const root = mkdtempSync(join(tmpdir(), "unf-watch-"));
    process.on("exit", () => rmSync(root, { recursive: true }));
    const watch = await backend.watch(root, { covers: () => true }, ([hint]) => {
      const loaded = Object.keys(require.cache).join(" ");
      console.log(JSON.stringify({ name: backend.name, reason, hint, loaded }));
      process.exit(0);
    });
    writeFileSync(join(root, "file"), "x");
    setTimeout(() => process.exit(1), 60_000);
  })();`;

async function runBundle(packages: readonly string[], wanted = "auto") {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "unf-bundle-")));
  try {
    await build({
      stdin: {
        contents: program(wanted),
        resolveDir: join(repository, "test"),
        sourcefile: "program.ts",
      },
      outfile: join(folder, "dist/program.cjs"),
      bundle: true,
      minify: true,
      platform: "node",
      format: "cjs",
      target: "node22.19",
      external: ["koffi", "chokidar", "@parcel/watcher"],
      supported: { "dynamic-import": false },
      define: { "import.meta.url": "importMetaUrl" },
      banner: {
        js: `const importMetaUrl = require("node:url").pathToFileURL(__filename).href;`,
      },
      logLevel: "warning",
    });
    mkdirSync(join(folder, "node_modules"));
    for (const name of packages) {
      symlinkSync(join(repository, "node_modules", name), join(folder, "node_modules", name));
    }
    const ran = spawnSync(process.execPath, [join(folder, "dist/program.cjs")], {
      encoding: "utf8",
      timeout: 120_000,
    });
    assert.equal(ran.status, 0, ran.stderr);
    return JSON.parse(ran.stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a bundle watches through inotify when koffi is installed beside it", onLinux, async () => {
  const { name, reason, hint } = await runBundle(["koffi", "@koromix"]);
  assert.deepEqual([name, reason, hint.path], ["inotify", "the default on Linux", "file"]);
});

test("a bundle without koffi watches directory by directory, and says why", onLinux, async () => {
  const { name, reason, hint } = await runBundle([]);
  assert.deepEqual([name, hint.path], ["directory", "file"]);
  assert.equal(reason, "inotify is not available: koffi could not be loaded (MODULE_NOT_FOUND)");
});

test("chokidar and parcel are loaded only where they are used", onLinux, async () => {
  const all = ["koffi", "@koromix", "chokidar", "readdirp", "@parcel"].concat([
    "picomatch",
    "is-glob",
    "is-extglob",
    "detect-libc",
  ]);
  const inotify = await runBundle(all);
  assert.doesNotMatch(inotify.loaded, /chokidar|parcel/);
  const polling = await runBundle(all, "polling");
  assert.match(polling.loaded, /chokidar/);
  const parcel = await runBundle(all, "parcel");
  assert.equal(parcel.name, "parcel");
  assert.match(parcel.loaded, /parcel/);
});

test("polling needs nothing beside the bundle", onLinux, async () => {
  const { name, hint } = await runBundle([], "polling");
  assert.deepEqual([name, hint.path], ["polling", "file"]);
});
