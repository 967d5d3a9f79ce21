import {
  type AbsPath,
  type BlobId,
  type ProjectId,
  type Steps,
  UnfError,
  type WallMs,
} from "@unf/core/base";
import type { ObjectStore, TimelineCheck } from "@unf/core/ports";
import { checkObjects } from "@unf/engine/check-objects";
import type { HomePorts } from "../home/home.ts";
import { listProjects, timelineIds } from "../home/projects.ts";
import type {
  ConcernedVersion,
  ExamineDepth,
  Examined,
  ObjectError,
  PackError,
  TimelineError,
  VerifyOrder,
  VerifyReport,
} from "./report.ts";

/** A temporary that nobody has written to for so long belongs to nobody. Unit: ms. */
const leftoverMs = 60_000;

/**
 * Examines the home; changes nothing, and lets the recorder go on, as others may after each object.
 * `isThere`: there is one.
 */
export function* verifyHome(
  home: Omit<HomePorts, "fs" | "unique">,
  isThere: boolean,
  order: VerifyOrder,
): Steps<VerifyReport> {
  const ids = isThere ? listIds(home).filter((id) => (order.project ?? id) === id) : [];
  using opened = openChecks(home, ids, order);
  yield;
  const { checks } = opened;
  const store = home.openStore();
  const packs = yield* checkPacks(store, order.readData);
  const checked = yield* checkObjects({
    store,
    digest: home.digest,
    readInPacks: packs.sound,
    timelines: checks.map(({ check }) => check),
    readData: order.readData,
    onProgress: order.onProgress,
  });
  const all = nameVersions(checks, checked.faults);
  const isKnown = lostOf(checks);
  const before = (home.clock.wall() - leftoverMs) as WallMs;
  const isWhole = order.project === undefined && opened.errors.length === 0;
  return {
    versions: checks.reduce((sum, { check }) => sum + check.versions, 0),
    objects: checked.objects,
    unreferenced: isWhole ? checked.unreferenced : undefined,
    trash: sumOf(store.trashed()),
    leftovers: isThere ? store.leftovers(before, "count") : 0,
    errors: [...opened.errors, ...packs.errors, ...all.filter((one) => !isKnown(one))],
    lost: all.filter(isKnown),
  };
}

function sumOf(some: readonly { readonly bytes: number }[]): VerifyReport["trash"] {
  return { objects: some.length, bytes: some.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** Finds faults of packs, and every content that was read in one. */
function* checkPacks(
  store: ObjectStore,
  readData: boolean,
): Steps<{ readonly errors: readonly PackError[]; readonly sound: ReadonlySet<BlobId> }> {
  const errors: PackError[] = [];
  const sound = new Set<BlobId>();
  for (const { name, fault, damaged } of store.checkPacks(readData)) {
    yield;
    const some = damaged.length === 1 ? "a content" : `${damaged.length} contents`;
    const message = fault ?? (damaged.length > 0 ? `${some} in it cannot be read` : undefined);
    if (message !== undefined) errors.push({ kind: "pack", name, message });
    if (fault !== undefined || !readData) continue;
    for (const { hash } of store.packedHashes(name)) sound.add(hash);
    for (const hash of damaged) sound.delete(hash);
  }
  return { errors, sound };
}

/** Looks at the file as a whole, and then at what its tables say of each other. */
export function examineTimeline(
  check: Pick<TimelineCheck, "faults" | "disagreements">,
  how: ExamineDepth = "full",
): Examined {
  const faults = check.faults(how);
  const isBroken = faults.length > 0;
  const isEnough = isBroken || how === "quick";
  return { wrong: isEnough ? faults : check.disagreements(), isBroken };
}

interface OpenCheck {
  readonly id: ProjectId;
  readonly root: AbsPath | undefined;
  readonly check: TimelineCheck;
}

/** Opens the timelines that can be, and says what is wrong with each. */
function openChecks(
  home: Pick<HomePorts, "home" | "files" | "intents" | "timelines">,
  ids: readonly ProjectId[],
  { examined }: Pick<VerifyOrder, "examined">,
) {
  const roots = new Map(listProjects(home).map(({ id, root }) => [id, root]));
  const checks: OpenCheck[] = [];
  const errors: TimelineError[] = [];
  for (const id of ids) {
    const root = roots.get(id);
    const fail = (message: string) => errors.push({ kind: "timeline", project: id, root, message });
    try {
      const check = home.timelines.check(id);
      const { wrong, isBroken } = examined?.get(id) ?? examineTimeline(check);
      // Several lines of one timeline are one thing to repair.
      if (wrong.length > 0) fail(sayAll(wrong));
      if (isBroken) check[Symbol.dispose]();
      else checks.push({ id, root, check });
    } catch (thrown) {
      if (!(thrown instanceof UnfError) || thrown.code === "newer_store") throw thrown;
      if (thrown.code !== "not_found") fail(thrown.message);
    }
  }
  return {
    checks,
    errors,
    [Symbol.dispose]: () => {
      for (const { check } of checks) check[Symbol.dispose]();
    },
  };
}

function sayAll(lines: readonly string[]): string {
  const [first = "", ...more] = lines;
  return more.length === 0 ? first : `${first}, and ${more.length} more`;
}

/** Every project that has a timeline or ought to have one. */
function listIds(home: Pick<HomePorts, "home" | "files" | "intents">): ProjectId[] {
  const intent = home.intents.read();
  const intended = intent.kind === "known" ? intent.intent.projects.map(({ id }) => id) : [];
  return [...new Set([...intended, ...timelineIds(home)])].sort();
}

function nameVersions(
  checks: readonly OpenCheck[],
  faults: readonly { readonly hash: BlobId; readonly fault: ObjectError["fault"] }[],
): ObjectError[] {
  const hashes = new Set(faults.map(({ hash }) => hash));
  const versions = new Map<BlobId, ConcernedVersion[]>();
  for (const { id: project, root, check } of checks) {
    for (const { hash, id, path } of check.versionsOf(hashes)) {
      versions.set(hash, [...(versions.get(hash) ?? []), { project, root, id, path }]);
    }
  }
  return faults.map(({ hash, fault }) => ({
    kind: "object",
    fault,
    hash,
    versions: versions.get(hash) ?? [],
  }));
}

/** True for what is missing and marked so. What stands there damaged is news even then. */
function lostOf(checks: readonly OpenCheck[]): (error: ObjectError) => boolean {
  const lost = new Set<BlobId>();
  for (const { check } of checks) for (const hash of check.knownLost()) lost.add(hash);
  return ({ fault, hash }) => fault === "missing" && lost.has(hash);
}
