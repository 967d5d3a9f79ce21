import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { version } from "@unf/core/base";
import { bundleOf, onBundles, runUnf, tempHome, until } from "../kit/index.ts";

const repository = join(import.meta.dirname, "../..");

/** Puts the built programs into the directory, as npm lays them out, under another version. */
function layOut(directory: string, as: string): string {
  bundleOf("unf");
  const own = join(directory, "unf");
  const fresh = `${own}.new`;
  for (const name of ["bin", "dist", "package.json"]) {
    const isPart = (path: string) => !path.endsWith("/package");
    cpSync(join(repository, "cli", name), join(fresh, name), { recursive: true, filter: isPart });
  }
  for (const name of readdirSync(join(fresh, "dist")).filter((one) => one.endsWith(".cjs"))) {
    const file = join(fresh, "dist", name);
    const text = readFileSync(file, "latin1").replaceAll(`"${version}"`, `"${as}"`);
    // Compiled code is kept under the digest that a file begins with.
    const digest = createHash("md5").update(text).digest("hex");
    writeFileSync(file, text.replace(/^\/\*[0-9a-f]{32}\*\//, `/*${digest}*/`), "latin1");
  }
  rmSync(own, { recursive: true, force: true });
  renameSync(fresh, own);
  return join(own, "bin/unf.js");
}

interface Holder {
  readonly pid: number;
  readonly version: string;
}

test(
  "an upgrade is taken up by the next command, without a loss, and never back",
  onBundles,
  async () => {
    await using home = tempHome();
    // In the repository, above which its packages are found.
    const place = join(repository, "node_modules/.cache/upgrade", String(process.pid));
    home.onDispose(() => rmSync(place, { recursive: true, force: true }));
    const first = layOut(join(place, "a"), "0.9.1");
    const unfOf = (program: string) => async (argv: string) => {
      const { code, stdout, stderr } = await runUnf(argv.split(" "), {
        home,
        program: [process.execPath, program],
      });
      assert.equal(code, 0, `unf ${argv}\n${stdout}${stderr}`);
      return stdout;
    };
    const holder = (name: string): Holder | undefined => {
      try {
        return JSON.parse(readFileSync(join(home.unfHome, `run/${name}.lock.json`), "utf8"));
      } catch {
        return undefined;
      }
    };
    const versions = () => [holder("sentinel")?.version, holder("daemon")?.version];
    const unf = unfOf(first);
    writeFileSync(join(home.project, "a.txt"), "1\n");
    await unf("watch . --scratch-home");
    await until("both are of 0.9.1", () => versions().join() === "0.9.1,0.9.1");
    const [sentinel, daemon] = [holder("sentinel"), holder("daemon")];

    // The same place, as an upgrade by npm leaves it; the file is written before anybody starts it.
    layOut(join(place, "a"), "0.10.0");
    writeFileSync(join(home.project, "a.txt"), "2\n");
    await unf("log");
    writeFileSync(join(home.project, "b.txt"), "meanwhile\n");
    await until("both are of 0.10.0", () => versions().join() === "0.10.0,0.10.0");
    assert.notEqual(holder("sentinel")?.pid, sentinel?.pid);
    assert.notEqual(holder("daemon")?.pid, daemon?.pid);
    await unf("flush");
    assert.equal(await unf("cat a.txt"), "2\n");
    assert.equal(await unf("cat b.txt"), "meanwhile\n");
    assert.doesNotMatch(await unf("status"), /crash|safe mode/i);

    // An older installation elsewhere leaves them alone.
    const now = [holder("sentinel"), holder("daemon")];
    const old = unfOf(layOut(join(place, "b"), "0.9.2"));
    await old("log");
    await old("flush");
    assert.deepEqual([holder("sentinel"), holder("daemon")], now);
    await unf("stop");
  },
);
