import { statSync } from "node:fs";
import { systemCode } from "@unf/core/base";
import type { SessionReader, SnapshotReader, TimelineFacts, TimelineReader } from "@unf/core/ports";
import { nonsense, parseCount, parseId } from "../file/cell.ts";
import type { Connection } from "../file/driver.ts";
import { listBursts } from "../rows/burst-marks.ts";
import { listCandidates } from "../rows/candidates.ts";
import { listCheckpoints, newestCheckpoint, readPayload } from "../rows/checkpoints.ts";
import { listModes, readOwnMode } from "../rows/directories.ts";
import { listForgettings } from "../rows/forgettings.ts";
import { listHandovers } from "../rows/handovers.ts";
import { listHorizons } from "../rows/horizons.ts";
import { listImports } from "../rows/imports.ts";
import { readInboxed } from "../rows/inbox.ts";
import { listOperations, listUnfinished, readOperation } from "../rows/operations.ts";
import { findTwice } from "../rows/point.ts";
import { listPruned } from "../rows/pruned.ts";
import { listGaps, readMeta } from "../rows/record.ts";
import { listPrunings, readRecordedBy, readRetentionRows } from "../rows/retention.ts";
import { parseInstant } from "../rows/row.ts";
import { findTexts, listTexts } from "../rows/scrub.ts";
import { listSessions, listUnended, readAgentSession, readSession } from "../rows/sessions.ts";
import { listJournals, listSteps } from "../rows/steps.ts";
import { listOpenCalls, listToolCalls, readToolCall } from "../rows/tool-calls.ts";
import { listTurns, readNewestTurn, readTurn, readTurnOfPrompt } from "../rows/turns.ts";
import { countDensity } from "./density.ts";
import { findInSteps, findSnapshots } from "./find.ts";
import { listHeads, readHead } from "./heads.ts";
import { openNames } from "./names.ts";
import { isReached, readNearestKept, readPathsAt } from "./past-state.ts";
import { readState, readStateInSteps } from "./state-at.ts";
import { listPairs } from "./state-pairs.ts";
import { readUsage } from "./usage.ts";
import {
  isKnown,
  readContentRow,
  readFirst,
  readPrevious,
  readRenameOf,
  readSnapshot,
} from "./version.ts";

/** Every question a timeline answers, over one connection. */
export function createReader(connection: Connection): TimelineReader {
  return {
    stateAt: (point, within) => readState(connection, point, within),
    stateInSteps: (point, within) => readStateInSteps(connection, point, within),
    pairsAt: (point, span) => listPairs(connection, point, span),
    pathAt: (path, point) => readPathsAt(connection, point)(path),
    pathsAt: (point) => readPathsAt(connection, point),
    nearestKept: (path, point) => readNearestKept(connection, path, point),
    reaches: (point) => isReached(connection, point),
    shownTwice: (at) => findTwice(connection, at),
    horizons: () => listHorizons(connection),
    firstOf: (path) => readFirst(connection, path),
    snapshot: (id) => readSnapshot(connection, id),
    previous: (id, settledOnly) => readPrevious(connection, id, settledOnly),
    renameOf: (departure) => readRenameOf(connection, departure),
    forgettings: () => listForgettings(connection),
    texts: () => listTexts(connection),
    findTexts: (needles) => findTexts(connection, needles),
    find: (query) => findSnapshots(connection, query),
    findInSteps: (query) => findInSteps(connection, query),
    knows: (path) => isKnown(connection, path),
    density: (query, boundaries) => countDensity(connection, query, boundaries),
    head: (path) => readHead(connection, path),
    heads: (within, after, limit) => listHeads(connection, within, after, limit),
    gaps: (since) => listGaps(connection, since),
    bursts: (since) => listBursts(connection, since),
    operations: (limit, before) => listOperations(connection, limit, before),
    operation: (id) => readOperation(connection, id),
    steps: (operation, from, limit) => listSteps(connection, operation, from, limit),
    journals: () => listJournals(connection),
    unfinishedOperations: () => listUnfinished(connection),
    checkpoints: () => listCheckpoints(connection),
    newestCheckpoint: () => newestCheckpoint(connection),
    checkpointPayload: (id) => readPayload(connection, id),
    ...openNames(connection),
    ...createSessionReader(connection),
    contentRow: (hash) => readContentRow(connection, hash),
    retentionRows: (after, limit) => readRetentionRows(connection, after, limit),
    pruned: (since) => listPruned(connection, since),
    recordedBy: (now) => readRecordedBy(connection, now),
    prunings: (since) => listPrunings(connection, since),
    imports: () => listImports(connection),
    handovers: () => listHandovers(connection),
    ownDirectoryMode: (path, point) => readOwnMode(connection, path, point),
    directoryModes: () => listModes(connection),
    facts: () => readFacts(connection),
    usage: (by, within) => readUsage(connection, by, within),
    meta: (key) => readMeta(connection, key),
    inboxed: (hash) => readInboxed(connection, hash),
    [Symbol.dispose]: () => connection[Symbol.dispose](),
  };
}

/** The questions on who wrote the rows. */
function createSessionReader(
  connection: Connection,
): SessionReader & Pick<SnapshotReader, "candidates"> {
  return {
    sessions: (query) => listSessions(connection, query),
    session: (id) => readSession(connection, id),
    agentSession: (agent, own) => readAgentSession(connection, agent, own),
    turns: (query) => listTurns(connection, query),
    turn: (id) => readTurn(connection, id),
    turnOfPrompt: (session, promptId) => readTurnOfPrompt(connection, session, promptId),
    toolCalls: (of) => listToolCalls(connection, of),
    toolCall: (id) => readToolCall(connection, id),
    openSessions: () =>
      listUnended(connection).map((session) => ({
        session,
        turn: readNewestTurn(connection, session.id),
        toolCalls: listOpenCalls(connection, session.id),
      })),
    candidates: (snapshot) => listCandidates(connection, snapshot),
  };
}

/** Sums kept by every commit and the two ends of the timeline: the cost does not grow with its rows. */
function readFacts(connection: Connection): TimelineFacts {
  const sums = connection.statement(totals).get();
  if (sums === undefined) throw nonsense("totals", null);
  const first = connection.statement(oldestRow).get();
  const last = connection.statement(newestRow).get();
  return {
    snapshots: parseCount(sums[0], "snapshots"),
    settled: parseCount(sums[1], "settled"),
    files: parseCount(sums[2], "files"),
    contentBytes: parseCount(sums[3], "content_bytes"),
    firstAt: first === undefined ? null : parseInstant(first[0], first[1]).at,
    lastAt: last === undefined ? null : parseInstant(last[0], last[1]).at,
    lastId: last === undefined ? null : parseId(last[2]),
    timelineBytes: sizeOf(connection.path) + sizeOf(`${connection.path}-wal`),
  };
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch (thrown) {
    if (systemCode(thrown) === "ENOENT") return 0;
    throw thrown;
  }
}

const totals = `SELECT snapshots, settled, files, content_bytes FROM totals`;
const oldestRow = `SELECT stamp, clock_skew_ms FROM versions ORDER BY id LIMIT 1`;
const newestRow = `SELECT stamp, clock_skew_ms, id FROM versions ORDER BY id DESC LIMIT 1`;
