// Completes package-lock.json after `npm install` has written it. `npm run lock` runs both.
//
// Two things npm leaves out:
// 1. An optional package of another platform that the registry at hand does not carry. `npm ci`
//    then refuses the whole lock ("Missing: … from lock file"), here and on that platform.
// 2. `"gypfile": false` of better-sqlite3, which brings its binaries along. Without it npm 10 runs
//    node-gyp for every `npm ci`, and fails where there is no Python. (Later npms obey
//    "allowScripts" in package.json.)

import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";

const cpus = new Set("arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x x64".split(" "));
const libcs = { gnu: "glibc", gnueabihf: "glibc", musl: "musl", musleabihf: "musl" };

/** The entry of a platform package, as far as its name tells: `@x/cli-linux-arm64-musl`. */
function platformEntry({ name, version, dev }) {
  const [os, cpu, libc] = name
    .slice(name.lastIndexOf("/") + 1)
    .replace(/^(cli|binding)-/, "")
    .split("-");
  if (!cpus.has(cpu)) throw new Error(`${name}: its name does not tell the platform`);
  return {
    version,
    cpu: [cpu],
    ...(dev ? { dev } : {}),
    ...(libc in libcs ? { libc: [libcs[libc]] } : {}),
    optional: true,
    os: [os],
  };
}

function addMissingPlatforms(packages) {
  for (const [where, { dev, optionalDependencies = {} }] of Object.entries({ ...packages })) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const at = `node_modules/${name}`;
      if (at in packages || `${where}/${at}` in packages) continue;
      packages[at] = platformEntry({ name, version, dev });
    }
  }
}

const file = process.argv[2] ?? "package-lock.json";
const lock = JSON.parse(readFileSync(file, "utf8"));
addMissingPlatforms(lock.packages);
lock.packages["node_modules/better-sqlite3"].gypfile = false;
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en")),
);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
