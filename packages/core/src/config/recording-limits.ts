import { KiB, MiB, minute, second } from "./units.ts";

/** The bounds of recording: what `limits` says of seeing, reading and pairing files. */
export const recordingLimits = {
  /** When a changing file is read, and when it counts as still. */
  burst: {
    /** An editor's write calls for one save lie closer together than this. */
    quietMs: 25,
    /** A file that never falls quiet is read this often at first: no more than this is lost. */
    waitMsMax: 250,
    /** Twice the pace at which a person can follow; a log file costs no more than ten rows. */
    hotGapMs: 100,
    /** The gap doubles up to the settle time: beyond it every read would be a settled one. */
    hotGapMsMax: 3 * second,
    /** Half of what is promised: the rest is for events that come late and reads that wait. */
    stoodMs: 150,
    /** The promise: whoever saves and looks at the result has had this state. */
    missedMs: 300,
    /** A person's pause between two saves that are two thoughts. Visible in `unf log`. */
    settleMs: 3 * second,
    /** A file written without end still settles, so that `unf log` shows it is alive. */
    burstMsMax: 15 * second,
    /** Programs that truncate and then write take this long at most between the two. */
    emptyHoldMs: 200,
  },

  /** Costs of a path beyond which only the growing gap applies to it. */
  pace: {
    /** Long enough for a person's hurry, short enough that a fault does not fill the disk. */
    windowMs: 1 * minute,
    /** How exactly it is known when something was spent; a window is 12 of them. */
    slotMs: 5 * second,
    /** 60 MB in a minute; the largest files by default 30 times. */
    bytesPerSecondMax: 1_000_000,
    /** Of one core: the other half is left to whoever writes. */
    cpuShareMax: 0.5,
    /** The processor time of one sweep or one commit says nothing yet. */
    cpuWindowMs: 10 * second,
    /** About 1 kB each. Paths recorded lately; the cost of others is forgotten. */
    pathsMax: 1000,
  },

  /** How captured rows share a flush. */
  commit: {
    /** An fsync costs 1 to 10 ms; waiting a few of them halves the number under load. */
    gatherMs: 50,
    /** Above either, contents written as files and one `syncfs` are cheaper than the inbox. */
    inboxBlobsMax: 256,
    inboxBytesMax: 4 * MiB,
    /** Keeps the write-ahead log, and the time a reader waits, small during a baseline. */
    bulkRowsMax: 4096,
    /** By then the kernel has mostly written an object by itself, so its fsync is nearly free. */
    inboxMs: 60 * second,
  },

  capture: {
    /** Default of the setting `record.max_file_size`. Sources are smaller, data files are not. */
    fileBytes: 2 * MiB,
    /** Below this hardly a source file would be recorded. */
    fileBytesMin: 1 * KiB,
    /** A file is held in memory whole, more than once while it is counted and stored. */
    fileBytesMax: 64 * MiB,
    /** Of larger files that are not recorded not even the digest is: a tenth of a second for each look. */
    digestedBytesMax: 64 * MiB,
    /** Binary and too large files that have rows, of one project; a build may make any number of them. */
    unrecordableMax: 2000,
    /** Files that stood there before an agent came, by path; about 100 B each. */
    standingMax: 20_000,
    /** Work on one snapshot's line counts; longer, and the daemon would miss events. */
    countMsMax: 250,
    /** About 1 kB each. As many as the kernel queues events; beyond it a sweep takes over. */
    openBurstsMax: 16_384,
  },

  /** Many files changed at once: they are swept instead of followed one by one, and marked. */
  mass: {
    /** Distinct paths within `windowMs`: beyond a person's "save all", below a small checkout. */
    pathsMin: 250,
    windowMs: 1 * second,
    /** Programs that change many files pause less than this; a person needs longer. */
    pauseMs: 250,
    /** Fewer paths than this before a pause are saves that happened to come just before. */
    partPathsMin: 8,
    /** `burst.settleMs`: what follows sooner is the same thought, and has the same state before it. */
    resumeMs: 3 * second,
    /** A program under load stalls for less, with a file or two between two stalls; a hand needs longer. */
    partMs: 500,
    /** Hints of what an operation of unf wrote come within this time after it, also from a slow poll. */
    ownMs: 60 * second,
    /** Silence after which it is swept. */
    quietMs: 250,
    /** Longest what was touched stays unread while it goes on. */
    sweepEveryMs: 1 * second,
  },

  /** A sweep misses so many files that it asks the disk twice before it believes it. */
  vanish: {
    /** Fewer than this are an ordinary clean-up. */
    pathsMin: 100,
    /** Share of the recorded files; less than this is one directory among several. */
    share: 0.3,
    /** A remount, a network disk that reconnects or a `clone` over a deleted tree is done by then. */
    waitMs: 10 * second,
  },

  /** The recorder stood still, or the clock did not tell the truth. */
  lapse: {
    /** How often both clocks are compared. */
    beatMs: 1 * second,
    /** A shorter stall may hide a state that stood; a sweep for each would cost more than it finds. */
    lateMs: 3 * second,
    /** Corrections of a running clock are smaller; a sleep of the machine is longer. */
    jumpMs: 5 * second,
  },

  /** When a file that vanished and one that appeared may be one. */
  renames: {
    /** For the same inode: a large tree takes a sweep this long, and the number is given out anew. */
    windowMs: 60 * second,
    /** For what only looks alike: the longest burst and the time until it is known to be over. */
    momentMs: 18 * second,
    /** How long what only looks alike waits for others that look alike too: as long as a burst. */
    stillMs: 3 * second,
    /** Bursts of one moment settle in several slices of work. */
    gatherMs: 250,
    /** Departures, and arrivals, remembered; about 700 B each. As many as bursts may be open. */
    entriesMax: 16_384,
    /** Larger files are told by inode and content only. */
    similarBytesMax: 256 * KiB,
    /** Bytes compared at a time: a tenth of a second in which the daemon does nothing else. */
    comparedBytesMax: 8 * MiB,
  },

  /** An ignore file beyond any of these is set aside: none of its rules count. */
  filter: {
    ignoreFileBytesMax: 8 * MiB,
    /** Generators write many; these take 13 MB, and 0.1 s when they are read. */
    rulesMax: 60_000,
    /** Steps that one path of the greatest length may take: some 2,000 ordinary globs. */
    workMax: 16 * MiB,
    /** The same of all ignore files that count in one directory, and their rules. */
    scopeWorkMax: 32 * MiB,
    scopeRulesMax: 75_000,
    /** Ignore files set aside that are named; a person looks at one after the other. */
    setAsideNamedMax: 20,
    /** Ignore files of agents that are held at once; the rules of those beyond count for all. */
    heldFilesMax: 1000,
  },

  sweep: {
    /** Bounds how long a change that no event told of stays unrecorded. */
    everyMs: 15 * minute,
    /** The same where a directory cannot be watched; 100,000 files cost 0.4 s each time. */
    degradedEveryMs: 30 * second,
    /** Linux writes changed pages back after 35 s at most; what is older survives a power cut. */
    writeBackMs: 1 * minute,
    /** Binary and too large files remembered, so as not to be read again; about 300 B each. */
    skippedMax: 20_000,
    /** Directories remembered, so as not to look up what is recorded in them; about 300 B each. */
    knownDirectoriesMax: 20_000,
    /** Half of the kernel's default queue of 16,384 events: one drain that large may follow a loss. */
    suspectEvents: 8192,
    /** A loop late by this much has left the queue alone for as long. */
    suspectLagMs: 1 * second,
    /** How often a root's device and inode are looked at while things happen below it. */
    rootCheckMs: 1 * second,
  },

  watch: {
    /** How long a flush waits for the watcher to hand over what it has seen; its sweep relies on nothing. */
    barrierMs: 1 * second,
    /** Polling of a small tree: a person who saves expects to be recorded soon. */
    pollMs: 2 * second,
    /** Of a large one; design limit, so that no tree is polled less often than this. */
    pollMsMax: 5 * second,
    /** Entries whose stats are compared. Sweeps on a timer, which keep nothing, poll larger trees. */
    pollEntriesMax: 2000,
    /** A second opinion of a tree that is polled; a sweep of 2,000 files costs 10 ms. */
    pollSweepMs: 30 * second,
    /** It loses final states on Linux, and nobody knows how many elsewhere. */
    parcelSweepMs: 60 * second,
    /** Directories that it is told to leave out; it compares every event with each of them. */
    parcelIgnoresMax: 200,
    /** Another walk of a new directory, after what was being made in it was made. */
    echoMs: 1 * second,
    /** 100,000 files take parcel 2 s; a hung file server takes for ever. */
    subscribeMsMax: 30 * second,
    /** Wait before a watcher that failed is started again; doubles with each failure. */
    restartMs: 1 * second,
    restartMsMax: 30 * second,
    /** How often directories that were refused are tried again; beyond the system's limit, one of them. */
    retryMs: 10 * second,
    /** Refused directories that are known by name, some 200 B each; a large tree has all but a few. */
    refusedMax: 1000,
    /** Timed sweeps may take this share of the time, whatever else was asked for. */
    sweepShareMax: 0.1,
    /** How often recorded files with several links are looked at: a write elsewhere gives no event. */
    hardLinkMs: 5 * second,
    /** Such files remembered, about 200 B each; more are left to the sweeps. */
    hardLinksMax: 1000,
  },
} as const;
