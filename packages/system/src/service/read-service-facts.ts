import { existsSync, readdirSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import type { ServiceFacts } from "@unf/core/service";
import { readStat } from "../process/process-facts.ts";
import { readCrontab } from "./user-crontab.ts";
import { readSystemdVariables } from "./user-systemd.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads how programs are started here. Asks programs of the system; changes nothing. */
export function readServiceFacts(env: Environment): ServiceFacts {
  const { platform } = process;
  const userHome = env.HOME || homedir();
  const configHome = configHomeOf(env, userHome);
  const isUnix = platform !== "darwin" && platform !== "win32";
  return {
    platform,
    user: readUser(env),
    userHome,
    configHome,
    systemd: isUnix ? readSystemd(userHome, configHome) : undefined,
    isDesktop: desktopVariables.some((name) => (env[name] ?? "") !== ""),
    hasAutostart: existsSync(`${configHome}/autostart`),
    crontab: isUnix ? readCron() : { kind: "absent" },
  };
}

const desktopVariables = ["XDG_CURRENT_DESKTOP", "DESKTOP_SESSION", "WAYLAND_DISPLAY"];

/** Relative paths count as unset (XDG Base Directory Specification). */
function configHomeOf({ XDG_CONFIG_HOME: own = "" }: Environment, userHome: string): string {
  return own.startsWith("/") ? own.replace(/(?<=.)\/+$/, "") : `${userHome}/.config`;
}

function readSystemd(userHome: string, configHome: string): ServiceFacts["systemd"] {
  const variables = readSystemdVariables();
  if (variables === undefined) return undefined;
  const own = Object.fromEntries(variables);
  const home = own.HOME ?? userHome;
  const isLingering = existsSync(`/var/lib/systemd/linger/${userInfo().username}`);
  // Of its own variables, and not of this shell's: that is where it looks.
  return { configHome: variables.size === 0 ? configHome : configHomeOf(own, home), isLingering };
}

function readCron(): ServiceFacts["crontab"] {
  const found = readCrontab();
  return found.kind === "usable" ? { ...found, isRunning: isCronRunning() } : found;
}

const cronNames = new Set(["cron", "crond", "fcron", "dcron"]);

/** Where that cannot be seen, it is taken for granted. */
function isCronRunning(): boolean {
  if (process.platform !== "linux") return true;
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.some((pid) => cronNames.has(readStat(Number(pid))?.name ?? ""));
}

function readUser({ USERDOMAIN, USERNAME }: Environment): string {
  if (process.platform === "win32" && USERNAME !== undefined)
    return USERDOMAIN === undefined ? USERNAME : `${USERDOMAIN}\\${USERNAME}`;
  return userInfo().username;
}
