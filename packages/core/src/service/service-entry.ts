import { renderCrontabLines } from "./crontab-lines.ts";
import { renderLaunchAgent } from "./launch-agent.ts";
import { renderLogonTask } from "./logon-task.ts";
import type { ServiceFacts, ServiceManager } from "./service-manager.ts";
import {
  checkServiceProgram,
  type ServiceProgram,
  serviceMark,
  startWords,
} from "./service-program.ts";
import { renderSystemdUnit } from "./systemd-unit.ts";

/** The entry that makes a manager start unf. */
export type ServiceEntry =
  | {
      readonly kind: "file";
      readonly manager: "systemd-user" | "launchd" | "xdg-autostart";
      readonly name: string;
      readonly path: string;
      readonly text: string;
      /** A link that has the manager start it. */
      readonly link: string | undefined;
    }
  /** `text`: lines of a crontab, or the description of a task. */
  | {
      readonly kind: "crontab";
      readonly manager: "cron";
      readonly name: string;
      readonly text: string;
    }
  | {
      readonly kind: "task";
      readonly manager: "task-scheduler";
      readonly name: string;
      readonly text: string;
    };

/** Where the settings of the user's programs are. */
type Places = Pick<ServiceFacts, "user" | "userHome" | "configHome" | "systemd">;

/** Plans the entry by which `manager` starts the program. Throws `refused` where it cannot be. */
export function planServiceEntry(
  manager: ServiceManager,
  service: ServiceProgram,
  places: Places,
): ServiceEntry {
  checkServiceProgram(service);
  const { name } = service;
  switch (manager) {
    case "systemd-user": {
      const units = `${places.systemd?.configHome ?? places.configHome}/systemd/user`;
      const unit = `${name}.service`;
      return {
        ...{ kind: "file", manager, name, path: `${units}/${unit}` },
        text: renderSystemdUnit(service),
        link: `${units}/default.target.wants/${unit}`,
      };
    }
    case "launchd": {
      const path = `${places.userHome}/Library/LaunchAgents/${name}.plist`;
      return {
        ...{ kind: "file", manager, name, path },
        ...{ text: renderLaunchAgent(service), link: undefined },
      };
    }
    case "xdg-autostart": {
      const path = `${places.configHome}/autostart/${name}.desktop`;
      return {
        ...{ kind: "file", manager, name, path },
        ...{ text: renderAutostartEntry(service), link: undefined },
      };
    }
    case "cron":
      return { kind: "crontab", manager, name, text: renderCrontabLines(service) };
    case "task-scheduler":
      return { kind: "task", manager, name, text: renderLogonTask(service, places.user) };
  }
}

/** Compares what ought to start unf with what was written when. */
export function isSameEntry(a: ServiceEntry, b: ServiceEntry): boolean {
  const path = (entry: ServiceEntry) => (entry.kind === "file" ? entry.path : "");
  return a.manager === b.manager && a.text === b.text && path(a) === path(b);
}

/** An entry of desktops for what starts with a session (freedesktop.org, Desktop Application Autostart). */
function renderAutostartEntry(service: ServiceProgram): string {
  return [
    "[Desktop Entry]",
    `# Written by "${serviceMark}"; "unf service disable" takes it away.`,
    "Type=Application",
    "Name=unf",
    "Comment=Records the directories that unf watches",
    `Exec=${escapeValue(startWords(service).map(quote).join(" "))}`,
    "Terminal=false",
    "NoDisplay=true",
    "",
  ].join("\n");
}

/** A word of a command line, as the Desktop Entry Specification quotes it. */
function quote(word: string): string {
  return `"${word.replaceAll("%", "%%").replace(/["`$\\]/g, "\\$&")}"`;
}

/** Values of the file have backslashes of their own around that. */
function escapeValue(text: string): string {
  return text.replaceAll("\\", "\\\\");
}
