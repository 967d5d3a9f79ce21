import type { RelPath, WallMs } from "@unf/core/base";
import {
  type Charges,
  chargePaths,
  type PathShare,
  type PrunePlan,
  type RetentionPolicy,
  type SizeOf,
  shareOfPath,
} from "@unf/core/retention";
import type { Excess } from "@unf/core/storage";
import { readAgedPaths } from "../../base/read-paths.ts";
import type { Site } from "../../site/site.ts";
import { pruneProject } from "../retention/prune-project.ts";
import { readProtection } from "../retention/read-protection.ts";
import { type PruneRequest, readPrunePlan } from "../retention/read-prune-plan.ts";

export interface ReliefPorts {
  /** Does the work for one project after the other. */
  readonly eachProject: (work: (site: Site) => Promise<void>) => Promise<void>;
  /** From when ages are counted. */
  readonly now: () => WallMs;
}

export interface ReliefOrder {
  readonly excess: Excess;
  /** The mildest first; none: nothing may go. */
  readonly policies: readonly RetentionPolicy[];
  readonly sizeOf: SizeOf;
}

/** The history that is to go, before any does. */
export interface Relief {
  /** Paths that take most, the largest first, whether or not anything of them may go. */
  readonly culprits: readonly PathShare[];
  /** `undefined`: what may go cannot cover the excess, and nothing is to go. */
  readonly plan: ReliefPlan | undefined;
}

export interface ReliefPlan {
  readonly versions: number;
  /** Space that it gives back. Unit: bytes. */
  readonly freedBytes: number;
  /** Paths that pay for it, the one that pays most first. */
  readonly charged: readonly (PathShare & { readonly chargedBytes: number })[];
  readonly requests: ReadonlyMap<string, PruneRequest>;
}

/** How many paths a person is told. */
const namedMax = 5;
/** Paths that are looked at for paying; those beyond them take the least. */
const sharesMax = 10_000;

/** Finds out what takes the room, who is to pay, and whether that covers it; changes nothing. */
export async function planRelief(ports: ReliefPorts, order: ReliefOrder): Promise<Relief> {
  const shares = await readShares(ports, order);
  const culprits = [...shares].sort((a, b) => b.bytes - a.bytes).slice(0, namedMax);
  const charges = chargePaths(shares, order.excess);
  if (charges === undefined || charges.size === 0) return { culprits, plan: undefined };
  const plan = await planCharges(ports, order, charges);
  return { culprits, plan: plan.freedBytes < order.excess.leastBytes ? undefined : plan };
}

/** Has it go, and gives how many versions went; what an operation came to need meanwhile stays. */
export async function carryOutRelief(
  ports: ReliefPorts,
  { requests }: ReliefPlan,
): Promise<number> {
  let deleted = 0;
  await ports.eachProject(async (project) => {
    const request = requests.get(project.ports.root);
    if (request === undefined) return;
    const order = { request, planId: undefined, cause: "cap", argv: [] } as const;
    const report = await pruneProject(project, order);
    deleted += report.deleted;
  });
  return deleted;
}

async function readShares(ports: ReliefPorts, order: ReliefOrder): Promise<PathShare[]> {
  const { policies, sizeOf } = order;
  let shares: PathShare[] = [];
  await ports.eachProject(async ({ ports: { timeline, root, clock } }) => {
    const now = ports.now();
    const protection = readProtection(timeline, now, policies[0]);
    const context = { now, protection, policies, sizeOf, root };
    for await (const [first, ...more] of readAgedPaths(timeline, now, () => clock.breathe()))
      if (first !== undefined) shares.push(shareOfPath([first, ...more], context));
    if (shares.length > sharesMax) shares = largest(shares);
  });
  return shares;
}

function largest(shares: readonly PathShare[]): PathShare[] {
  return [...shares].sort((a, b) => b.bytes - a.bytes).slice(0, sharesMax);
}

async function planCharges(
  ports: ReliefPorts,
  { policies, sizeOf }: ReliefOrder,
  charges: ReadonlyMap<PathShare, number>,
): Promise<ReliefPlan> {
  const requests = new Map<string, PruneRequest>();
  let versions = 0;
  let freedBytes = 0;
  await ports.eachProject(async (project) => {
    const { root, timeline, clock } = project.ports;
    const own = [...charges].filter(([share]) => share.root === root);
    const { lastId } = timeline.facts();
    const [policy] = policies;
    if (own.length === 0 || lastId === null || policy === undefined) return;
    const byPath = new Map<RelPath, number>(own.map(([{ path }, bytes]) => [path, bytes]));
    const request = requestOf(
      { policy, now: ports.now(), upTo: lastId },
      { policies, byPath, sizeOf },
    );
    const breathe = () => clock.breathe();
    const plan: PrunePlan = await readPrunePlan({ ...project.ports, breathe }, request, false);
    if (plan.ids.size === 0) return;
    versions += plan.ids.size;
    freedBytes += plan.freedBytes;
    requests.set(root, request);
  });
  const charged = [...charges].map(([share, chargedBytes]) => ({ ...share, chargedBytes }));
  charged.sort((a, b) => b.chargedBytes - a.chargedBytes);
  return { versions, freedBytes, charged: charged.slice(0, namedMax), requests };
}

function requestOf(
  basis: Pick<PruneRequest, "policy" | "now" | "upTo">,
  charges: Charges,
): PruneRequest {
  return { ...basis, include: [], exclude: [], maxBytes: null, charges };
}
