/**
 * Directories that a tool owns: what lies in them is downloaded, compiled or cached, and comes back
 * by running the tool. Only names nobody gives to a folder of sources; those are decided by the
 * files beside them (`directoryMakers`) or by ignore files.
 */
export const excludedDirectories: readonly string[] = [
  // Version control
  ".git",
  ".hg",
  ".svn",
  ".jj",
  ".bzr",
  ".pijul",
  ".sl",
  "CVS",
  // JavaScript
  "node_modules",
  "bower_components",
  "jspm_packages",
  ".next",
  ".nuxt",
  ".output",
  ".svelte-kit",
  ".astro",
  ".angular",
  ".docusaurus",
  ".expo",
  ".vite",
  ".vercel",
  ".netlify",
  ".wrangler",
  ".turbo",
  ".nx",
  ".parcel-cache",
  ".rpt2_cache",
  ".nyc_output",
  ".pnpm-store",
  // Python
  "__pycache__",
  ".venv",
  "venv",
  ".tox",
  ".nox",
  ".eggs",
  ".mypy_cache",
  ".pytest_cache",
  ".ruff_cache",
  ".pytype",
  ".hypothesis",
  ".ipynb_checkpoints",
  // Compiled languages and their build tools
  ".gradle",
  ".bsp",
  ".metals",
  ".bloop",
  ".stack-work",
  "dist-newstyle",
  "elm-stuff",
  ".elixir_ls",
  ".zig-cache",
  "zig-cache",
  "zig-out",
  ".dart_tool",
  ".ccls-cache",
  ".clangd",
  "CMakeFiles",
  "DerivedData",
  "Pods",
  ".build",
  ".swiftpm",
  ".vs",
  // Infrastructure and the desktop
  ".terraform",
  ".terragrunt-cache",
  ".vagrant",
  ".direnv",
  ".serverless",
  ".aws-sam",
  ".cache",
  ".sass-cache",
  ".Trash",
  ".fseventsd",
  ".Spotlight-V100",
  ".DocumentRevisions-V100",
  "$RECYCLE.BIN",
];

/**
 * Directories whose name alone says nothing, and the files that make them a tool's output when one
 * of them lies beside the directory. QEMU and OpenWrt keep sources in a `target`, Kubernetes in a
 * `build`: there no such file is near, so they are recorded.
 */
export const directoryMakers: Readonly<Record<string, readonly string[]>> = {
  target: ["Cargo.toml", "pom.xml", "build.sbt", "project.clj"],
  build: [
    "build.gradle",
    "build.gradle.kts",
    "settings.gradle",
    "settings.gradle.kts",
    "pubspec.yaml",
  ],
  _build: ["mix.exs", "rebar.config", "dune-project"],
  deps: ["mix.exs"],
};

/** All of those files. */
export const makerNames: ReadonlySet<string> = new Set(Object.values(directoryMakers).flat());
