import { spawn } from "node:child_process";

type Environment = Readonly<Record<string, string | undefined>>;

/** One that hangs is ended. Unit: ms. */
const patienceMs = 10_000;

/**
 * Shows a notice where there is a desktop, through `notify-send`. Waits for nothing and fails never: a
 * machine without either has its logs, and the next command says the same.
 */
export function notifyDesktop(env: Environment, title: string, text: string): void {
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
