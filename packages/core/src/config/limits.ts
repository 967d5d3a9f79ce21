import { agentLimits } from "./agent-limits.ts";
import { collectLimits } from "./collect-limits.ts";
import { daemonLimits } from "./daemon-limits.ts";
import { exchangeLimits } from "./exchange-limits.ts";
import { lifeLimits } from "./life-limits.ts";
import { packLimits } from "./pack-limits.ts";
import { probeLimits } from "./probe-limits.ts";
import { recordingLimits } from "./recording-limits.ts";
import { retentionLimits } from "./retention-limits.ts";
import { roomLimits } from "./room-limits.ts";
import { sentinelLimits } from "./sentinel-limits.ts";
import { day, KiB, MiB, minute, second } from "./units.ts";

/**
 * Every bound of the program: value, unit (the end of the name: `Ms`, `Bytes`, else a count) and
 * reason. What a person may change is a setting (`settings.ts`); nothing here is.
 */
export const limits = {
  ...recordingLimits,
  ...retentionLimits,
  ...roomLimits,
  ...agentLimits,

  exchange: exchangeLimits,
  ...collectLimits,

  timeline: {
    /** Silence after which a timeline gives back its memory, about 1 MiB, and its descriptors. */
    idleMs: 5 * minute,
  },

  /** The disk of the home. */
  disk: {
    /** `unf status` warns below it: days of work for most, minutes for a runaway log. */
    lowBytes: 1024 * MiB,
    /** Default of the setting `store.min_free`: recording stops before the disk is really full. */
    shortBytes: 64 * MiB,
    /** A smaller reserve than what one commit and its objects take is none. */
    shortBytesMin: 256 * KiB,
    shortBytesMax: 1024 * 1024 * MiB,
    /** Inodes count the same; a baseline of a large project takes a hundred thousand. */
    lowInodes: 8192,
    shortInodes: 1024,
    /** Given back to a full disk, so that the transaction under way and the gap can be written. */
    ballastBytes: 16 * MiB,
  },

  pack: packLimits,

  /** Orders to forget. */
  forget: {
    /** A reader that looks at an older state keeps the write-ahead log; most are gone by then. */
    busyMsMax: 10 * second,
    busyRetryMs: 100,
    /** Between two attempts of the daemon, each of which closes the project for a moment. */
    againMs: 10 * minute,
    /** Beside each other in one command. */
    patternsMax: 1000,
    /** How often a reader that held an order up is looked at; that costs a call. */
    heldMs: 1 * second,
    /** Contents read for what to look for; more are looked for by their digests only. */
    needleContentsMax: 2000,
    /** Lines by which parts of contents are recognised; each takes some 300 bytes of memory. */
    linesMax: 50_000,
    /** Payloads and texts, and files, that an answer names; beyond, they are counted. */
    namedMax: 1000,
    /** Of files that stay, read to tell their lines from those that are forgotten. */
    keptBytesMax: 64 * MiB,
  },

  /** A project whose store cannot be written. */
  suspension: {
    /** A person frees space in minutes; every try costs a few calls and no flush. */
    retryMs: 10 * second,
    /** The same when somebody asks for it by `unf flush`: more often would be a loop. */
    askedMs: 1 * second,
  },

  daemon: daemonLimits,

  /** The control socket: what one client, however broken, can cost. */
  socket: {
    lineBytesMax: 1 * MiB,
    /** The largest payload of a checkpoint, in base64. Longer than `lineBytesMax`: one at a time. */
    longLineBytesMax: 24 * MiB,
    connectionsMax: 32,
    /** A client that has not said hello by then is cut off. */
    helloMsMax: 5 * second,
    /** Replies a client does not read; beyond this it is cut off. */
    unreadBytesMax: 4 * MiB,
    /** Requests of one connection that are carried out at a time; the others wait unread. */
    inFlightMax: 16,
    /** A client that was told why it is cut off has this long to read it. */
    lingerMs: 1 * second,
    /** A reply lists every file of a restore: 100,000 with long names fit. */
    replyBytesMax: 64 * MiB,
    /** Longest id that a client may give a request: a UUID and more. Unit: UTF-16 units. */
    idCharsMax: 128,
    /** Longest part of a client's own words that an error repeats. Unit: UTF-16 units. */
    quotedCharsMax: 64,
  },

  /** Texts and payload of a checkpoint. Lengths of texts in UTF-16 units. */
  checkpoint: {
    /** A name that is typed again, and stands in one line of a list. */
    labelCharsMax: 200,
    /** A long prompt, which fits into one request beside the largest payload. */
    messageCharsMax: 256 * 1024,
    /** The same where no request carries it: a prompt with whole files in it. SQLite keeps it off its row's page. */
    treeMessageCharsMax: 16 * MiB,
    /** The messages of a long conversation take some 100 KiB. */
    payloadBytesMax: 16 * MiB,
  },

  /** Sizes of a restore, an undo or an oops, whose plans are held in memory. */
  plans: {
    /** 900 bytes each, as reckoned, while they are carried out; the daemon may have 384 MB (decision 0035). */
    changesMax: 250_000,
    /** Files that stay, each with why: some 200 bytes each. */
    keptMax: 1_000_000,
  },

  /** `unf hook run`, which an agent waits for. Times count from the start of the process. */
  hook: {
    /** A payload holds at most the file that a tool is about to write; the rest of it is not needed. */
    inputBytesMax: 1 * MiB,
    /** Of the transcript of a session that starts: its first lines, of which one may hold a long prompt. */
    transcriptBytesMax: 256 * KiB,
    /** Of the transcript of one that was forked: its last lines, for what it holds. */
    heldBytesMax: 4 * MiB,
    /** Agents write the payload as soon as the process is there. */
    inputMsMax: 60,
    /** An agent on a loaded machine may be that late; it cannot go on before it has written it either. */
    lateInputMsMax: 2 * second,
    /**
     * One that is well greets within a few milliseconds; what it does not take is spooled. Beside it
     * stand some 12 ms on an idle machine: before Node reads the clock, for the spool, and to end.
     */
    answerMsMax: 60,
    /** However late the process was started, for the greeting; and once more for each event. */
    answerMsMin: 15,
    /** For the greeting where no agent waits, as of `unf exec`. */
    commandMsMax: 200,
    /** Of their log: hooks come many times a minute, and what it says lasts. */
    logEveryMs: 1 * minute,
    logBytesMax: 256 * KiB,
    /** Of the list of payloads that came late or were lost, some 600 lines. Each is read by `unf hook status`. */
    payloadLogBytesMax: 64 * KiB,
    /** Older ones are not counted: whatever was the matter then, somebody has seen it. */
    payloadsCountedMs: 7 * day,
  },

  /** Events of agents on disk, while no daemon takes them. */
  spool: {
    /** Hours of an agent that works without a break; listing and weighing them takes some 10 ms. */
    filesMax: 2000,
    bytesMax: 16 * MiB,
    /** One event: a thousand long paths. A larger file is none of ours. */
    fileBytesMax: 8 * MiB,
    /** An agent's work of a week ago explains no file that is found changed today. */
    keptMs: 7 * 24 * 60 * minute,
    /** Events that were taken are remembered, so that one which was spooled as well is taken once. */
    rememberedMax: 1000,
    /** For projects that are closed for a while, in memory: what an agent tells in some minutes. */
    heldMax: 500,
    /** A daemon has them heard before its first sweep, and before it ends, but waits no longer. */
    waitMsMax: 1 * second,
  },

  sentinel: sentinelLimits,

  /** Looks of `unf doctor`: bounded, so that one page is there within a few seconds. */
  doctor: {
    /** Recorded files of a project that are compared with the disk; 2,000 take about 20 ms. */
    headsMax: 2000,
    /** For the files of all timelines together; SQLite reads some 300 MB a second. */
    timelineMsMax: 1500,
    /** One larger than this would take the budget by itself. */
    timelineBytesMax: 256 * MiB,
    /** A change that is not recorded by then was missed: twice what the longest burst takes. */
    unrecordedMs: 30 * second,
    /** Less free space than this, and a restore may not find room. */
    freeBytesWarned: 1024 * MiB,
    freeBytesMin: 64 * MiB,
    /** Share of the watch limit from which on it is named. */
    watchShareWarned: 0.8,
    /** A recorder that starts on a loaded machine and has not recorded a file by then does not work. */
    canaryMsMax: 20 * second,
    /** Earlier than this the clock was never right: unf did not exist. */
    clockMin: Date.UTC(2025, 0, 1),
  },

  /** Sessions, turns and calls, as agents tell of them. */
  sessions: {
    /** A session or turn that is not heard of for this long was left without a word. */
    idleMs: 360 * minute,
    /** A person who changes nothing for this long does something else: `unf log --sessions`. */
    gapMs: 30 * minute,
    /** A pause longer than this parts one run of changes from the next: `unf oops --burst`. */
    burstPauseMs: 5 * minute,
    /** One line of a terminal, beside the columns of `unf turns`. */
    labelCharsMax: 80,
    /** A prompt that begins with more blank than this has no label. */
    labelSearchCharsMax: 4096,
    /** The kernel's time stamps are up to 10 ms old, and a hook's time is cut to whole ms. */
    clockSlackMs: 15,
    /** Entries that wait while the store cannot be written; each takes some 500 bytes. */
    owedMax: 1000,
    /** Two hooks that one event calls end within this: agents wait for each of them for 5 s. */
    duplicateMs: 5 * second,
    /** Events of a session among which one that was told before is looked for. */
    recentMax: 32,
    /** Ended tool calls of a session whose second or late events are still recognised. */
    doneCallsMax: 64,
    /** Tool calls that ended and may still explain what is recorded late. */
    endedCallsMax: 1024,
    /** Files that are read at once when a tool call begins or ends. */
    lookedPathsMax: 100,
    /** Rows that a late hook may still explain. */
    judgedRowsMax: 8192,
    /** Processes of one session whose descendants' work is its own: commands that run at once. */
    processesMax: 8,
    /** Nobody has more processes above one. */
    generationsMax: 64,
    /** Looking for the processes that write. */
    probe: probeLimits,
    /** Whether processes of a command live: looked at while it is open. */
    life: lifeLimits,
    /** A hook that comes later than this after what it tells of changes nothing. */
    lateHookMs: minute,
    /** A tool that edits may write more than once, as where a formatter follows: so long before the last. */
    toolWritesMs: 1000,
    /** Sessions of a project that are remembered, ended ones included. */
    knownMax: 256,
  },

  log: {
    fileBytesMax: 5 * MiB,
    /** Files kept, the current one included. */
    filesMax: 3,
  },

  config: {
    /** A settings file beyond this is not one. */
    fileBytesMax: 1 * MiB,
    /** Names in one list. */
    namesMax: 1000,
    /** Longest name a file system stores; also of a text setting's characters, times four. */
    nameCharsMax: 255,
  },

  intent: {
    /** 100,000 projects with long paths take 30 MB. */
    fileBytesMax: 64 * MiB,
    /** No program takes this long between writing a small file and putting it in place. */
    temporaryMs: 60 * minute,
  },

  /** Costs of `unf search`. */
  search: {
    /** Hits without `-n`: two screens. */
    hits: 50,
    /** Contents that are searched in one go, and what they take: keeping the time costs a thread. */
    batch: 64,
    batchBytesMax: 8 * MiB,
    /** For one such go of a regular expression; an ordinary one takes milliseconds. */
    batchMsMax: 2 * second,
    /** For the lines that match: beyond it the question is too wide, and no one reads the answer. */
    linesBytesMax: 128 * MiB,
    /** Contents whose answer is remembered, and lines of those that have matches: some 40 MB. */
    rememberedMax: 200_000,
  },

  query: {
    /** Rows of `unf log` without `-n`: two screens. */
    rows: 50,
    /** Patterns in one query, and their length; longer ones are a mistake or an attack. */
    globsMax: 100,
    globCharsMax: 1000,
    /** Buckets of a histogram; no screen shows more. */
    bucketsMax: 1000,
    /** A cursor is about 100 characters. */
    cursorCharsMax: 500,
  },

  /** Questions to git for `unf recap`. */
  git: {
    /** A status of a large tree takes a second; a cold one is done without. */
    answerMsMax: 3 * second,
    answerBytesMax: 8 * MiB,
    /** Uncommitted files that are named; of more only the number is said. */
    filesMax: 200,
  },
} as const;
