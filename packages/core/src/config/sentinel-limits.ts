import { minute, second } from "./units.ts";

/** How the sentinel looks after the daemon, and for how long it bears with it. */
export const sentinelLimits = {
  tickMs: 15 * second,
  /** A daemon says every 15 s, or with the second after, that it is well: one that has not may be hung. */
  beatMsMax: 17 * second,
  /** From one question over the socket to the next there are so many looks, 15 s apart. */
  quietLooksMax: 4,
  /** A loaded daemon answers in 100 ms; a stopped one still accepts the connection. */
  answerMsMax: 3 * second,
  /** Rounds without answer after which a daemon counts as hung. */
  missesMax: 2,
  /** How often it is looked whether the command that holds the daemon's lock has ended. */
  occupiedMs: second / 2,
  /** A daemon that does not answer because of work that it announced has this long for it. */
  announcedMsMax: 10 * minute,
  /** A daemon that starts opens its socket before it sweeps; a cold disk may take this long. */
  startMsMax: 30 * second,
  /** Between SIGTERM and SIGKILL of a daemon that hangs. */
  termMsMax: 5 * second,
  /** The same for a daemon that answers and is to end: twice what its drain may take. */
  drainedMsMax: 10 * second,
  /** Wait before the second start; doubles with each failure. */
  backOffMs: 1 * second,
  backOffMsMax: 300 * second,
  /** Longest wait after a daemon that said why it cannot start: it is seldom a fault of its own. */
  refusedMsMax: 30 * second,
  /** Running this long without a break makes earlier failures history. */
  healthyMs: 10 * minute,
  /** This many ends within the window are a crash loop. */
  crashesMax: 5,
  crashWindowMs: 10 * minute,
  /** A project named by this many ends is left out, so that the others are recorded. */
  projectCrashesMax: 3,
  /** It is tried again after this time; the time doubles with each trial that ends in a crash. */
  trialMs: 10 * minute,
  trialMsMax: 24 * 60 * minute,
} as const;
