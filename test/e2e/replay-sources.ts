import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { type Entry, readTree, type Tree } from "./replay-tree.ts";

/** One state of a project that others published: what it holds, and how it gets onto the disk. */
export interface Step {
  readonly label: string;
  /** The truth, read from git or from the tarball and never from the project. */
  readonly truth: Tree;
  /** Puts this state into the project directory the way its own tool does. */
  readonly materialise: (project: string) => void;
}

export type Source =
  | { readonly kind: "steps"; readonly steps: readonly Step[] }
  /** `why`: one line for the person who reads the test's output. */
  | { readonly kind: "absent"; readonly why: string };

const repository = fileURLToPath(new URL("../..", import.meta.url));
const cache = join(repository, "node_modules", ".cache", "replay");

/**
 * The last commits of this repository, oldest first; fewer where the clone has fewer. As at a
 * checkout, only what differs from the commit before is removed and written.
 */
export function readCommits(most: number): Source {
  const listed = git("log", "--first-parent", `-n${most}`, "--reverse", "--format=%H");
  if (listed === undefined)
    return { kind: "absent", why: "this is no git clone, or git is missing" };
  const revisions = listed.toString("utf8").split("\n").filter(Boolean);
  const truths = readRevisions(revisions);
  return {
    kind: "steps",
    steps: revisions.map((revision, index) => {
      const truth = truths[index] ?? new Map();
      const before: Tree = truths[index - 1] ?? new Map();
      const materialise = (project: string) => checkOut({ project, revision, before, truth });
      return { label: revision.slice(0, 12), truth, materialise };
    }),
  };
}

function checkOut(step: {
  readonly project: string;
  readonly revision: string;
  readonly before: Tree;
  readonly truth: Tree;
}): void {
  const { project, revision, before, truth } = step;
  for (const path of before.keys()) if (!truth.has(path)) rmSync(join(project, path));
  const changed = [...truth].filter(([path, now]) => {
    const old = before.get(path);
    return old === undefined || old.kind !== now.kind || !old.bytes.equals(now.bytes);
  });
  if (changed.length === 0) return;
  const paths = changed.map(([path]) => path);
  const archive = git("--literal-pathspecs", "archive", "--format=tar", revision, "--", ...paths);
  execFileSync("tar", ["-x", "-C", project], { input: archive ?? Buffer.alloc(0) });
}

/** Versions of an npm package, in the order given. Each replaces all of the one before it, as npm does. */
export function readReleases(name: string, versions: readonly string[]): Source {
  const directory = join(cache, name);
  mkdirSync(directory, { recursive: true });
  const tarball = (version: string): string => join(directory, `${name}-${version}.tgz`);
  const missing = versions.filter((version) => !existsSync(tarball(version)));
  if (missing.length > 0) {
    const why = pack(
      missing.map((version) => `${name}@${version}`),
      directory,
    );
    if (why !== undefined) return { kind: "absent", why: `npm pack did not get ${name}: ${why}` };
  }
  return {
    kind: "steps",
    steps: versions.map((version) => readRelease(version, tarball(version), directory)),
  };
}

/** Fetches the tarballs; gives back why that failed. */
function pack(packages: readonly string[], into: string): string | undefined {
  const patience = ["--fetch-retries=0", "--fetch-timeout=15000"];
  const args = ["pack", "--silent", ...patience, "--pack-destination", into, ...packages];
  const packed = spawnSync("npm", args, { cwd: into, encoding: "utf8", timeout: 30_000 });
  if (packed.status === 0) return undefined;
  return packed.error?.message ?? `exit ${packed.status} ${packed.stderr.trim().slice(-300)}`;
}

function readRelease(version: string, tarball: string, directory: string): Step {
  const pristine = join(directory, `pristine-${process.pid}`);
  mkdirSync(pristine);
  try {
    extract(tarball, pristine);
    return {
      label: version,
      truth: readTree(pristine),
      materialise: (project) => {
        for (const path of readTree(project).keys()) rmSync(join(project, path));
        extract(tarball, project);
      },
    };
  } finally {
    rmSync(pristine, { recursive: true });
  }
}

function extract(tarball: string, into: string): void {
  // Old tarballs hold files without permission for their owner's group; ownership is not wanted.
  execFileSync("tar", ["-xzf", tarball, "-C", into, "--strip-components=1", "--no-same-owner"]);
}

/** The trees of the commits, as git's own object database has them. */
function readRevisions(revisions: readonly string[]): readonly Tree[] {
  const listings = revisions.map(listRevision);
  const blobs = readBlobs([...new Set(listings.flat().map(({ hash }) => hash))]);
  const entryOf = ({ path, kind, hash }: Listed): [string, Entry] => [
    path,
    { kind, bytes: blobs.get(hash) ?? Buffer.alloc(0) },
  ];
  return listings.map((listing) => new Map(listing.map(entryOf)));
}

interface Listed {
  readonly kind: Entry["kind"];
  readonly hash: string;
  readonly path: string;
}

function listRevision(revision: string): Listed[] {
  const listed = git("ls-tree", "-r", "-z", revision) ?? Buffer.alloc(0);
  const lines = listed.toString("utf8").split("\0").filter(Boolean);
  return lines.flatMap((line) => {
    const [, mode, type, hash, path] = /^(\d+) (\w+) (\w+)\t(.*)$/s.exec(line) ?? [];
    if (type !== "blob" || hash === undefined || path === undefined) return [];
    return [{ kind: kindOfGitMode(mode), hash, path }];
  });
}

function kindOfGitMode(mode: string | undefined): Entry["kind"] {
  if (mode === "120000") return "link";
  return mode === "100755" ? "executable" : "file";
}

/** Contents of blobs by hash; one git for all of them. */
function readBlobs(hashes: readonly string[]): ReadonlyMap<string, Buffer> {
  const out = git("cat-file", "--batch", { input: `${hashes.join("\n")}\n` }) ?? Buffer.alloc(0);
  const blobs = new Map<string, Buffer>();
  for (let at = 0; at < out.length; ) {
    const end = out.indexOf("\n", at);
    const [hash = "", , size = ""] = out.toString("utf8", at, end).split(" ");
    blobs.set(hash, out.subarray(end + 1, end + 1 + Number(size)));
    at = end + 1 + Number(size) + 1;
  }
  return blobs;
}

/** Output of git in this repository; `undefined` when it fails. */
function git(...words: readonly (string | { readonly input: string })[]): Buffer | undefined {
  const args = words.filter((word) => typeof word === "string");
  const input = words.find((word) => typeof word !== "string")?.input;
  const env = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  const done = spawnSync("git", ["-c", "safe.directory=*", ...args], {
    cwd: repository,
    env: Object.fromEntries(env),
    maxBuffer: 2 ** 28,
    ...(input === undefined ? {} : { input }),
  });
  return done.status === 0 ? done.stdout : undefined;
}
