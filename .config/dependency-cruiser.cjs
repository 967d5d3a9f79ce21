"use strict";

// The only copy of the table of imports. `npm run imports` enforces it and
// test/tidy shows that each rule fails on a planted offence.

const { existsSync, readFileSync } = require("node:fs");
const { join } = require("node:path");

/** Part → the parts it may import. A part that is not listed here may not exist. */
const allowed = {
  // Pure: no Node, no DOM, no clock, no randomness. Effects only through the ports of core.
  "packages/core": [],
  "packages/engine": ["packages/core"],
  "packages/store": ["packages/core"],
  "packages/protocol": ["packages/core"],
  "packages/agents": ["packages/core"],
  // A listing as any screen shows it.
  "packages/view": ["packages/core"],
  "packages/maintenance": ["packages/core", "packages/engine", "packages/protocol"],
  // Every question and order of the faces, as one plain value each.
  "packages/answers": [
    "packages/core",
    "packages/engine",
    "packages/maintenance",
    "packages/protocol",
    "packages/view",
  ],
  // Edges: the only places that touch the operating system and native code.
  "packages/timeline": ["packages/core"],
  "packages/watch": ["packages/core"],
  "packages/system": ["packages/core"],
  // Where ports meet their implementations.
  "packages/wiring": [
    "packages/answers",
    "packages/core",
    "packages/engine",
    "packages/store",
    "packages/protocol",
    "packages/maintenance",
    "packages/timeline",
    "packages/watch",
    "packages/system",
  ],
  // The library of the published package.
  "packages/client": [
    "packages/answers",
    "packages/core",
    "packages/engine",
    "packages/protocol",
    "packages/wiring",
  ],
  // Offers tools to agents; the program hands in its answers, of which it has the types, and its commands.
  "packages/mcp": ["packages/answers", "packages/core"],
  // Serves the page in the browser; the program hands in its answers, of which it has the types.
  "packages/ui": ["packages/answers", "packages/core"],
  // Draws the screen of `unf tui` and hears its keys.
  "packages/tui": ["packages/view"],
  // Runs in pi's process, as one text that unf puts there.
  "packages/pi": [],
  // The page in the browser; what it shows is decided in view.
  "packages/web": ["packages/core", "packages/view"],
  // Programs.
  daemon: [
    "packages/core",
    "packages/engine",
    "packages/protocol",
    "packages/agents",
    "packages/wiring",
    "packages/system",
  ],
  sentinel: ["packages/core", "packages/protocol", "packages/system"],
  cli: [
    "packages/answers",
    "packages/core",
    "packages/engine",
    "packages/mcp",
    "packages/protocol",
    "packages/agents",
    "packages/ui",
    "packages/tui",
    "packages/view",
    "packages/wiring",
    "packages/system",
  ],
};

const pure = [
  "packages/core",
  "packages/engine",
  "packages/store",
  "packages/protocol",
  "packages/agents",
  "packages/answers",
  "packages/maintenance",
  "packages/view",
];

/** npm packages that a pure package may import because they are pure themselves. */
const purePackages = ["ignore", "jsonc-parser", "zod"];

/** npm packages with native code, and the only files that may import them. */
const native = [
  { name: "better-sqlite3", at: "packages/timeline/src/file/driver.ts" },
  { name: "koffi", at: "packages/(watch/src/inotify|system/src/disk/base)/libc.ts" },
  { name: "@parcel/watcher", at: "packages/watch/src/parcel/[^/]+.ts" },
];

const parts = Object.keys(allowed);
const isTest = "\\.test\\.ts$";
const literally = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const inPackage = (name) => `node_modules/(@types/)?${literally(name)}(/|$)`;

/**
 * Files that a part's package.json names in "exports": its front doors. What the published package
 * offers under conditions is a bundle, and nobody here imports it.
 */
function frontDoors(part) {
  const manifest = join(__dirname, "..", part, "package.json");
  if (!existsSync(manifest)) return [];
  const { exports = {} } = JSON.parse(readFileSync(manifest, "utf8"));
  return Object.values(exports)
    .filter((file) => typeof file === "string")
    .map((file) => `^${literally(join(part, file))}$`);
}

const direction = parts.map((part) => ({
  name: `direction: ${part}`,
  comment: `${part} may import only: ${allowed[part].join(", ") || "nothing"}`,
  severity: "error",
  from: { path: `^${part}/`, pathNot: isTest },
  to: { path: `^(${parts.filter((p) => p !== part && !allowed[part].includes(p)).join("|")})/` },
}));

const nativeCode = native.map(({ name, at }) => ({
  name: `native code: ${name}`,
  comment: `Only ${at} may import ${name}`,
  severity: "error",
  from: { path: "^(packages|daemon|sentinel|cli)/", pathNot: [`^${at}$`, isTest] },
  to: { path: inPackage(name) },
}));

module.exports = {
  forbidden: [
    ...direction,
    ...nativeCode,
    {
      name: "part is in the table",
      comment: "Add a new package to the table above before its first import",
      severity: "error",
      from: { path: "^packages/", pathNot: `^(${parts.join("|")})/` },
      to: {},
    },
    {
      name: "pure packages import no node builtins and no npm packages",
      severity: "error",
      from: { path: `^(${pure.join("|")})/`, pathNot: isTest },
      to: {
        dependencyTypes: [
          "core",
          "npm",
          "npm-dev",
          "npm-optional",
          "npm-peer",
          "npm-no-pkg",
          "npm-unknown",
        ],
        pathNot: [...parts.map((part) => `^${part}/`), ...purePackages.map(inPackage)],
      },
    },
    {
      name: "the sentinel reaches no native code",
      comment: "It must start when everything else is broken",
      severity: "error",
      from: { path: "^sentinel/", pathNot: isTest },
      to: { path: native.map(({ name }) => inPackage(name)), reachable: true },
    },
    {
      name: "front doors only",
      comment: 'Import a package by its name; what it offers is in "exports" of its package.json',
      severity: "error",
      from: { path: "^(packages/[^/]+|daemon|sentinel|cli|test)/" },
      to: {
        path: "^(packages/[^/]+|daemon|sentinel|cli)/",
        pathNot: ["^$1/", ...parts.flatMap(frontDoors)],
      },
    },
    {
      name: "no cycles",
      comment: "Types count; an import that only runs when it is reached (`await import`) does not",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["dynamic-import"] } },
    },
    {
      name: "the frame of the cli knows no room",
      severity: "error",
      from: { path: "^cli/src/frame/", pathNot: isTest },
      to: { path: "^cli/src/", pathNot: "^cli/src/frame/" },
    },
    {
      name: "the scope of the cli knows the frame and no room",
      severity: "error",
      from: { path: "^cli/src/scope/", pathNot: isTest },
      to: { path: "^cli/src/", pathNot: "^cli/src/(frame|scope)/" },
    },
    {
      name: "shapes of answers are types",
      comment: "zod takes longer to load than most questions: only what describes answers may",
      severity: "error",
      from: { pathNot: `(^packages/answers/src/(schemas|.*/shapes?)\\.ts$|${isTest})` },
      to: {
        path: "^packages/answers/src/.*/shapes?\\.ts$",
        dependencyTypesNot: ["type-only", "type-import"],
      },
    },
    {
      name: "tools of agents take types of answers",
      comment:
        "mcp.cjs would hold a second copy of all that answers, whose failures unf.cjs knew not",
      severity: "error",
      from: { path: "^packages/mcp/src/", pathNot: isTest },
      to: {
        path: "^packages/answers/",
        dependencyTypesNot: ["type-only", "type-import"],
      },
    },
    {
      name: "nothing imports tests",
      severity: "error",
      from: { pathNot: `(^test/|${isTest})` },
      to: { path: `(^test/|${isTest})` },
    },
    { name: "unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
    {
      name: "undeclared npm package",
      comment: "Declare it in the package.json of the part that imports it",
      severity: "error",
      from: { pathNot: `(^test/|${isTest})` },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // packages/watch/bench measures ways that were not taken; run by hand, part of no program.
    exclude: { path: "^(cli/dist|packages/watch/bench|test/.*fixtures)/" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
      extensions: [".ts", ".js", ".mjs", ".cjs"],
    },
  },
};
