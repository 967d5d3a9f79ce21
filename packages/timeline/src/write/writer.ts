import type { Timeline } from "@unf/core/ports";
import type { Connection } from "../file/driver.ts";
import { keepSomeOutlines } from "../outline/outlines.ts";
import { countUnrecordable } from "../read/heads.ts";
import { createReader } from "../read/reader.ts";
import { listUnsettledTails } from "../read/unsettled.ts";
import { insertBurst, updateBurst } from "../rows/burst-marks.ts";
import { deleteCheckpoint, insertCheckpoint, updatePin } from "../rows/checkpoints.ts";
import { dropEmptyDirectories } from "../rows/directories.ts";
import { endForgetting, insertForgettings, updateForgetting } from "../rows/forgettings.ts";
import { insertHandover, updateHandover } from "../rows/handovers.ts";
import { deleteInboxed, listInbox } from "../rows/inbox.ts";
import {
  commitOperation,
  extendOperation,
  insertOperation,
  updateOperation,
} from "../rows/operations.ts";
import { extendGap, insertGap, putMissed, updateGap, writeMeta } from "../rows/record.ts";
import { scrub } from "../rows/scrub.ts";
import { forkSession, insertSession, reopenSession, updateSession } from "../rows/sessions.ts";
import { dropJournal } from "../rows/steps.ts";
import { insertToolCall, updateToolCall } from "../rows/tool-calls.ts";
import { deleteTraces, startAt } from "../rows/traces.ts";
import { insertTurn, namePrompt, updateTurn } from "../rows/turns.ts";
import { createCommit } from "./commit-batch.ts";
import { createDeletion } from "./delete-rows.ts";

/** A reader that also writes. At most one is open on a timeline: the lock of the home sees to that. */
export function createWriter(connection: Connection): Timeline {
  return {
    ...createReader(connection),
    ...createDeletion(connection),
    commit: createCommit(connection),
    openGap: (gap) => insertGap(connection, gap),
    extendGap: (id, to) => extendGap(connection, id, to),
    closeGap: (id, closed) => updateGap(connection, id, closed),
    noteMissed: (missed) => putMissed(connection, missed),
    markBurst: (mark) => insertBurst(connection, mark),
    extendBurst: (id, to) => updateBurst(connection, id, to),
    startOperation: (operation, steps) => insertOperation(connection, operation, steps),
    addSteps: (id, steps) => extendOperation(connection, id, steps),
    commitOperation: (id, copies) => commitOperation(connection, id, copies),
    finishOperation: (id, end) => updateOperation(connection, id, end),
    dropJournal: (operation) => dropJournal(connection, operation),
    openSession: (session) => insertSession(connection, session),
    endSession: (id, end) => updateSession(connection, id, end),
    setFork: (id, fork) => forkSession(connection, id, fork),
    reopenSession: (id, at) => reopenSession(connection, id, at),
    openTurn: (turn) => insertTurn(connection, turn),
    nameTurn: (id, promptId) => namePrompt(connection, id, promptId),
    endTurn: (id, end) => updateTurn(connection, id, end),
    openToolCall: (call) => insertToolCall(connection, call),
    endToolCall: (id, end) => updateToolCall(connection, id, end),
    beginHandover: (handover) => insertHandover(connection, handover),
    endHandover: (id, to) => updateHandover(connection, id, to, 0),
    addCheckpoint: (checkpoint) => insertCheckpoint(connection, checkpoint),
    deleteCheckpoint: (id) => deleteCheckpoint(connection, id),
    pinCheckpoint: (id, pinned) => updatePin(connection, id, pinned),
    addForgettings: (orders) => insertForgettings(connection, orders),
    finishForgetting: (id, snapshots) => updateForgetting(connection, id, snapshots),
    endForgetting: (id) => endForgetting(connection, id),
    startAt: (point, known) => startAt(connection, point, known),
    deleteTraces: (isMeant) => deleteTraces(connection, isMeant),
    dropEmptyDirectories: () => dropEmptyDirectories(connection),
    scrub: (needles) => scrub(connection, needles),
    compact: () => compact(connection),
    unrecordableHeads: () => countUnrecordable(connection),
    setMeta: (key, value) => writeMeta(connection, key, value),
    unsettledTails: (spanMs) => listUnsettledTails(connection, spanMs),
    inboxHashes: (before) => listInbox(connection, before),
    dropFromInbox: (hashes) => {
      if (hashes.length === 0) return;
      connection.transaction("IMMEDIATE", () => deleteInboxed(connection, hashes));
    },
    isInPlace: () => connection.isInPlace(),
    outline: () => keepSomeOutlines(connection),
    relax: () => relax(connection),
  };
}

/** Pages given back per call: 8 MB, some 20 ms. */
const pagesGivenBack = 2000;

function compact(connection: Connection): "more" | "busy" | "done" {
  if (Number(connection.pragma("freelist_count")) > 0) {
    connection.script(`PRAGMA incremental_vacuum(${pagesGivenBack})`);
    return "more";
  }
  // The caller waits by itself, so that a process that serves others goes on meanwhile.
  const waitMs = Number(connection.pragma("busy_timeout"));
  connection.pragma("busy_timeout = 0");
  try {
    return connection.pragma("wal_checkpoint(TRUNCATE)") === 0 ? "done" : "busy";
  } finally {
    connection.pragma(`busy_timeout = ${waitMs}`);
  }
}

function relax(connection: Connection): void {
  connection.script(`PRAGMA incremental_vacuum(${pagesGivenBack})`);
  // Busy while someone reads an older state; then the next commit's checkpoint does it.
  connection.pragma("wal_checkpoint(TRUNCATE)");
  connection.pragma("shrink_memory");
}
