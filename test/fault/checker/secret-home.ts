import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AbsPath, type BlobId, decodeUtf8, type RelPath } from "@unf/core/base";
import { projectDirectory, rescueDirectory, spoolDirectory, timelinePath } from "@unf/core/home";
import type { Log } from "@unf/core/ports";
import { setCheckpoint } from "@unf/engine";
import { openFileSystem } from "@unf/system";
import { digest } from "@unf/system/digest";
import { openTimeline, openTimelineReader } from "@unf/timeline";
import { openStore, projectId } from "@unf/wiring/recorder";
import { always } from "../../kit/always.ts";
import { type Place, Recording } from "../program/recording.ts";

/** Put together, so that it stands nowhere else. */
export const secrets = ["one", "two", "three"].map((word) => `hunter-${word}-${"x9Q".repeat(6)}`);

/** The file that held them. */
export const secretPath = "config/.env" as RelPath;

export const silent: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Three versions of each of two files. */
const plantedRows = 6;

const textOf = (secret: string): string => `TOKEN=${secret}\n`;

/**
 * Makes a home that holds secrets wherever a home can hold one: in the history of a file, as an object,
 * in a pack, in the trash, in the inbox, in a payload and a label, and among what was moved aside.
 */
export async function plantSecrets(place: Place): Promise<void> {
  const [first = "", second = "", third = ""] = secrets;
  const recording = await Recording.open(place, () => undefined);
  recording.write("a.txt", "kept 1\n");
  recording.write(secretPath, textOf(first));
  await recording.start();
  for (const secret of [second, third]) {
    recording.write(secretPath, textOf(secret));
    recording.write("a.txt", `kept ${secret.length}${secret[7]}\n`);
    recording.hint();
    await recording.flush();
  }
  await setCheckpoint(recording.project, {
    label: `before ${first}`,
    message: null,
    payload: Buffer.from(`{"chat":"the token is ${second}"}`),
    pinned: false,
  });
  await recording.close();
  const home = place.home as AbsPath;
  await hideInStore(home, place);
  hideBeside(home, projectId(place.root as AbsPath), first);
}

/** One content in a pack, two in the trash, one in the inbox again. */
async function hideInStore(home: AbsPath, { root }: Place): Promise<void> {
  const store = openStore(home, openFileSystem());
  const blob = (text: string) => ({ hash: digest(Buffer.from(text)), bytes: Buffer.from(text) });
  const [first, second, third] = secrets.map((secret) => blob(textOf(secret)));
  if (first === undefined || second === undefined || third === undefined) throw new Error("few");
  const kept = blob("kept 1\n");
  await store.writePack([[first, kept]], async () => undefined);
  store.discard([first.hash, kept.hash]);
  store.trash(second.hash);
  // One that was captured again since: its object hides the copy in the trash.
  store.trash(third.hash);
  store.put(third);
  using timeline = openTimeline(timelinePath(home, projectId(root as AbsPath)), always);
  timeline.commit({ inbox: [third], recordings: [], restats: [], settlements: [] });
}

function hideBeside(home: AbsPath, id: ReturnType<typeof projectId>, secret: string): void {
  const text = textOf(secret);
  const hide = (directory: string, name: string) => {
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, name), text);
  };
  hide(join(rescueDirectory(home, id, 7), "config"), ".env");
  hide(join(home, "lost+found/objects"), `${digest(Buffer.from(text))}.0123`);
  hide(join(home, "lost+found/timelines", `${id}.0123`), "timeline.db");
  hide(join(home, "lost+found/packs"), "0123.pack.4567");
  hide(join(projectDirectory(home, id), "backup"), "timeline-v5-x.db");
  hide(join(home, "objects/tmp"), "0123456789abcdef0123");
  hide(spoolDirectory(home), "1-0123.json");
}

/** Files of the home in which a secret stands, or that a raw scan cannot see into. */
export function findSecrets(home: string): string[] {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => secrets.some((secret) => readFileSync(path).includes(secret)))
    .map((path) => path.slice(home.length + 1));
}

/** Checks what an order to forget must not have touched, or must have done; empty when all is well. */
export function checkForgotten({ home, root }: Place): string[] {
  const wrong: string[] = [];
  const store = openStore(home as AbsPath, openFileSystem());
  using timeline = openTimelineReader(timelinePath(home as AbsPath, projectId(root as AbsPath)));
  for (const secret of secrets) {
    const hash: BlobId = digest(Buffer.from(textOf(secret)));
    if (store.get(hash).kind !== "missing") wrong.push(`the store still gives ${secret}`);
  }
  const rows = [...timeline.find({ within: [], interim: true, order: "oldest" })];
  wrong.push(...rows.filter(({ path }) => path === secretPath).map(({ id }) => `row v${id}`));
  const kept = rows.filter(({ path }) => path === "a.txt");
  if (kept.length !== 3) wrong.push(`${kept.length} of 3 other versions`);
  for (const { id, hash } of kept) {
    const found = hash === null ? undefined : store.get(hash);
    const text = found?.kind === "found" ? decodeUtf8(found.bytes) : undefined;
    if (text?.startsWith("kept ") !== true) wrong.push(`content of v${id} is lost`);
  }
  return wrong;
}

/** Where nothing was ordered: rows that are gone, or have lost their content; empty when none is. */
export function checkUntouched({ home, root }: Place): string[] {
  const store = openStore(home as AbsPath, openFileSystem());
  using timeline = openTimelineReader(timelinePath(home as AbsPath, projectId(root as AbsPath)));
  const rows = [...timeline.find({ within: [], interim: true, order: "oldest" })];
  const bare = rows.filter(
    ({ hash }) =>
      hash !== null && timeline.inboxed(hash) === undefined && store.get(hash).kind === "missing",
  );
  return [
    ...(rows.length === plantedRows ? [] : [`${rows.length} of ${plantedRows} versions`]),
    ...bare.map(({ id }) => `the content of v${id} is lost`),
  ];
}

/** Remains of a project that was to be forgotten as a whole; empty when nothing is left. */
export function checkGone({ home, root }: Place): string[] {
  const store = openStore(home as AbsPath, openFileSystem());
  const left = secrets.filter(
    (secret) => store.get(digest(Buffer.from(textOf(secret)))).kind !== "missing",
  );
  const directory = projectDirectory(home as AbsPath, projectId(root as AbsPath));
  return [
    ...left.map((secret) => `the store still gives ${secret}`),
    // A kill right after the timeline went leaves an empty directory, which is nobody's project.
    ...(existsSync(directory)
      ? readdirSync(directory).map((name) => `${name} is still there`)
      : []),
  ];
}
