import assert from "node:assert/strict";
import {
  closeSync,
  existsSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { Story } from "./story.ts";

/** One version as `unf log --json` shows it; only what these tests read. */
export interface Version {
  readonly id: string;
  readonly path: string;
  readonly hash: string | null;
  readonly lost?: boolean;
}

/** The answer of `unf verify --json`. */
export interface Verified {
  readonly versions: number;
  readonly objects: number;
  readonly unreferenced: number | null;
  readonly leftovers: number;
  readonly errors: readonly {
    readonly kind: "object" | "timeline" | "pack";
    readonly fault?: string;
    readonly root?: string | null;
    readonly message?: string;
    readonly versions?: readonly { readonly id: string; readonly path: string }[];
  }[];
  readonly lost: readonly { readonly versions: readonly { readonly id: string }[] }[];
  readonly repairs?: readonly {
    readonly outcome: string;
    readonly root: string | null;
    readonly kept_in: string | null;
    readonly rows: number | null;
    readonly versions: readonly { readonly id: string; readonly path: string }[];
  }[];
}

/** Runs `unf verify --json` and requires this exit code. */
export async function verify(story: Story, code: number, ...args: string[]): Promise<Verified> {
  const finished = await story.tryUnf(["verify", "--json", ...args]);
  assert.equal(finished.code, code, finished.stdout + finished.stderr);
  return JSON.parse(finished.stdout) as Verified;
}

/** `fault path` of every version concerned, sorted. */
export function faultsOf({ errors }: Verified): string[] {
  return errors
    .flatMap(({ fault, versions }) => (versions ?? []).map(({ path }) => `${fault} ${path}`))
    .sort();
}

export async function versionsOf(story: Story, path: string): Promise<Version[]> {
  const finished = await story.unf("log", "--all", "--json", path);
  return (JSON.parse(finished.stdout) as { entries: Version[] }).entries;
}

/** Where the object of a version lies. */
export function objectOf(story: Story, { hash }: Version): string {
  const digest = hash?.replace("b3:", "") ?? "";
  return join(story.home.unfHome, "objects", digest.slice(0, 2), digest.slice(2));
}

/** The newest object of a file. */
export async function objectAt(story: Story, path: string): Promise<string> {
  const [newest] = await versionsOf(story, path);
  assert.ok(newest !== undefined);
  return objectOf(story, newest);
}

/** Each way in which a file of the store may be damaged. */
export const damages = {
  empty: (path: string) => truncateSync(path, 0),
  cut: (path: string) => truncateSync(path, Math.floor(lstatSync(path).size / 2)),
  flipped: (path: string) => {
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 0x10;
    overwrite(path, bytes);
  },
  zeroed: (path: string) => overwrite(path, Buffer.alloc(lstatSync(path).size)),
  garbage: (path: string) => overwrite(path, Buffer.alloc(lstatSync(path).size, 0xa5)),
  gone: (path: string) => rmSync(path),
  directory: (path: string) => {
    rmSync(path);
    mkdirSync(path);
  },
} as const;

function overwrite(path: string, bytes: Uint8Array): void {
  const file = openSync(path, "r+");
  try {
    writeSync(file, bytes, 0, bytes.length, 0);
    ftruncateSync(file, bytes.length);
  } finally {
    closeSync(file);
  }
}

/** Plants what a crash leaves among the temporaries. */
export function plantLeftover(story: Story): string {
  const path = join(story.home.unfHome, "objects/tmp/0123456789abcdef0123");
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, "half an obj");
  utimesSync(path, 0, 0);
  return path;
}

/** Names of everything that is kept in `lost+found`, below `room`. */
export function lostAndFound(story: Story, room: "objects" | "timelines"): string[] {
  const directory = join(story.home.unfHome, "lost+found", room);
  return existsSync(directory) ? readdirSync(directory).map((name) => join(directory, name)) : [];
}
