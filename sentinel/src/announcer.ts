import { spawn } from "node:child_process";
import process from "node:process";
import { type AbsPath, systemCode, UnfError } from "@unf/core/base";
import { daemonLockPath } from "@unf/core/home";
import type { Supervision, SupervisionAction } from "@unf/core/intent";
import type { Log } from "@unf/core/ports";
import { type Notice, planNotices, planWait } from "@unf/core/trouble";
import {
  clearSupervisionNote,
  readConditionNote,
  readHolder,
  readIntent,
  systemClock,
  writeSupervisionNote,
} from "@unf/system";

export interface AnnouncerPorts {
  readonly home: AbsPath;
  readonly log: Log;
}

/** Tells a person what keeps things from being recorded: commands by a note, and a desktop once an event. */
export class Announcer {
  readonly #ports: AnnouncerPorts;
  /** Keys of what goes on and was told. */
  #told: ReadonlySet<string> = new Set();
  #noted: string | undefined;

  constructor(ports: AnnouncerPorts) {
    this.#ports = ports;
  }

  /** Called after each look. Where nothing can be told, that is all that is lost. */
  look(state: Supervision, action: SupervisionAction): void {
    const now = systemClock.mono();
    try {
      for (const notice of this.#notices(state, action)) this.#notify(notice);
      const wait = planWait(state, action, { now, wall: systemClock.wall() });
      this.#note(wait === undefined ? undefined : { pid: process.pid, ...wait }, action);
    } catch (thrown) {
      if (!(thrown instanceof UnfError) && systemCode(thrown) === undefined) throw thrown;
      this.#ports.log.warn("notice.failed", { error: thrown });
    }
  }

  /** Notices that were not given yet. Whatever is over may be told again when it comes back. */
  #notices(state: Supervision, action: SupervisionAction): readonly Notice[] {
    const { home } = this.#ports;
    const chosen = readIntent(home);
    const condition = readConditionNote(home);
    const isOfDaemon = condition?.pid === readHolder(daemonLockPath(home))?.pid;
    const all = planNotices({
      state,
      action,
      now: systemClock.mono(),
      intent: chosen.kind === "known" ? chosen.intent : undefined,
      condition: isOfDaemon ? condition : undefined,
    });
    const untold = all.filter(({ key }) => !this.#told.has(key));
    this.#told = new Set(all.map(({ key }) => key));
    return untold;
  }

  #notify({ key, title, text }: Notice): void {
    this.#ports.log.warn("notice", { key, text });
    notifyDesktop(process.env, title, text);
  }

  /** One note for each wait: its end moves with the clock that counts it. */
  #note(
    note: Parameters<typeof writeSupervisionNote>[1] | undefined,
    action: SupervisionAction,
  ): void {
    const wait = note === undefined || action.kind !== "wait" ? undefined : String(action.until);
    if (wait === this.#noted) return;
    if (note === undefined) clearSupervisionNote(this.#ports.home);
    else writeSupervisionNote(this.#ports.home, note);
    this.#noted = wait;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** One that hangs is ended. Unit: ms. */
const patienceMs = 10_000;

/**
 * Shows a notice where there is a desktop, through `notify-send`. Waits for nothing and fails never: a
 * machine without either has its logs, and the next command says the same.
 */
function notifyDesktop(env: Environment, title: string, text: string): void {
  if (!hasDesktop(env)) return;
  const words = ["--app-name=unf", "--urgency=critical", "--", title, escapeMarkup(text)];
  const child = spawn("notify-send", words, { stdio: "ignore", timeout: patienceMs });
  // It may not be installed.
  child.on("error", () => undefined);
  child.unref();
}

/** Some desktops read the text as markup, and names of directories are data. */
function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A bus to send it over, or a display that has one. */
function hasDesktop(env: Environment): boolean {
  return ["DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"].some(
    (name) => (env[name] ?? "") !== "",
  );
}
