import { UnfError } from "../base/error.ts";

/** Managers that can start a program at login or at boot. */
export const serviceManagers = [
  "systemd-user",
  "launchd",
  "task-scheduler",
  "xdg-autostart",
  "cron",
] as const;

export type ServiceManager = (typeof serviceManagers)[number];

/** Facts of the system about how programs are started in it. */
export interface ServiceFacts {
  readonly platform: string;
  /** Name of the user, as the system writes it. */
  readonly user: string;
  readonly userHome: string;
  /** Where the user's settings are: `$XDG_CONFIG_HOME`, or `.config`. */
  readonly configHome: string;
  /** The user's systemd, where one answers: where it looks for settings, and whether it begins at boot. */
  readonly systemd: { readonly configHome: string; readonly isLingering: boolean } | undefined;
  /** This runs within a desktop's session. */
  readonly isDesktop: boolean;
  /** A desktop has its directory of programs to start here. */
  readonly hasAutostart: boolean;
  /** `text`: the user's own, `undefined` where there is none. `refused`: why the program will not. */
  readonly crontab:
    | { readonly kind: "absent" }
    | { readonly kind: "refused"; readonly why: string }
    | { readonly kind: "usable"; readonly text: string | undefined; readonly isRunning: boolean };
}

/**
 * Chooses who is to start unf: the first that works here, or the one that is wanted. Throws `refused`
 * when there is none.
 */
export function chooseManager(facts: ServiceFacts, wanted?: ServiceManager): ServiceManager {
  const fitting = fittingManagers(facts);
  const isFitting = wanted !== undefined && (fitting.includes(wanted) || worksLater(facts, wanted));
  const chosen = wanted === undefined ? fitting[0] : isFitting ? wanted : undefined;
  if (chosen !== undefined) return chosen;
  const what = wanted ?? "nothing";
  const found = wanted === undefined ? "could start unf at boot" : "cannot start unf";
  throw new UnfError("refused", `${what} ${found} here (${whyNot(facts)})`, {
    hint: "unf watch --foreground records in a terminal or a container; see docs/guide/always-on.md",
  });
}

function fittingManagers(facts: ServiceFacts): ServiceManager[] {
  if (facts.platform === "darwin") return ["launchd"];
  if (facts.platform === "win32") return ["task-scheduler"];
  const found: readonly (readonly [ServiceManager, boolean])[] = [
    ["systemd-user", facts.systemd !== undefined],
    ["xdg-autostart", facts.isDesktop],
    ["cron", facts.crontab.kind === "usable"],
    ["xdg-autostart", facts.hasAutostart],
  ];
  return found.filter(([, fits]) => fits).map(([manager]) => manager);
}

/** A desktop may be used later than now. */
function worksLater({ platform }: ServiceFacts, wanted: ServiceManager): boolean {
  return wanted === "xdg-autostart" && platform !== "darwin" && platform !== "win32";
}

function whyNot({ platform, crontab }: ServiceFacts): string {
  if (platform === "darwin" || platform === "win32") return `this is ${platform}`;
  const cron = crontab.kind === "refused" ? `crontab refuses: ${crontab.why}` : "no crontab";
  return `no systemd of this user answers, no desktop, ${cron}`;
}
