// Builds the page of `unf ui` into a directory of files: `index.html` and its assets, named by their content.
// The page of sources that were built before is copied and not built anew.

import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join, relative } from "node:path";
import process from "node:process";

/** Packages whose sources the page may hold. */
const sources = ["packages/web", "packages/view/src", "packages/core/src"];

/** Puts the page to `out`; gives its files, or `undefined` where the tools for it are not installed. */
export async function buildPage(root, out) {
  const tools = await import("../packages/web/build.mjs").catch((thrown) => {
    if (thrown.code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw thrown;
  });
  if (tools === undefined) return undefined;
  const built = join(root, "node_modules/.cache/page", digestOf(root));
  if (!existsSync(built)) await buildAside(tools, root, built);
  mkdirSync(join(out, "assets"), { recursive: true });
  // The assets first: whoever reads the new page finds them. Then those of the old one go.
  const assets = readdirSync(join(built, "assets"));
  for (const file of assets) place(join(built, "assets", file), join(out, "assets", file));
  place(join(built, "index.html"), join(out, "index.html"));
  for (const file of readdirSync(join(out, "assets"))) {
    if (!assets.includes(file)) rmSync(join(out, "assets", file), { force: true });
  }
  return [join(out, "index.html"), ...assets.map((file) => join(out, "assets", file))];
}

/** Renamed when it is complete: another build may make the same. */
async function buildAside(tools, root, built) {
  const unfinished = `${built}.${process.pid}.new`;
  await tools.runVite(join(root, "packages/web"), unfinished);
  rmSync(built, { recursive: true, force: true });
  renameSync(unfinished, built);
  const caches = readdirSync(join(built, "..")).map((name) => join(built, "..", name));
  const byAge = caches.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of byAge.slice(4)) rmSync(old, { recursive: true, force: true });
}

function place(from, to) {
  const unfinished = `${to}.${process.pid}.new`;
  cpSync(from, unfinished);
  renameSync(unfinished, to);
}

/** Of everything that the page is made of; the lock file stands for the npm packages. */
function digestOf(root) {
  const own = [".config/web.mjs", "package-lock.json"];
  const files = sources.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith(".test.ts"))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .filter((path) => !path.includes("node_modules")),
  );
  const digest = createHash("sha256").update(process.version);
  for (const path of [...own, ...files.sort()]) {
    digest.update(`\0${path}\0`).update(readFileSync(join(root, path)));
  }
  return digest.digest("hex").slice(0, 24);
}
