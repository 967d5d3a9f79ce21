type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that say who and where the user is. */
const allowed = new Set([
  "HOME",
  "USER",
  "LOGNAME",
  "LANG",
  "TZ",
  "TMPDIR",
  "PATH",
  // Where the user's desktop is: what goes wrong is shown there.
  "DBUS_SESSION_BUS_ADDRESS",
  "DISPLAY",
  "WAYLAND_DISPLAY",
  // Windows
  "USERPROFILE",
  "APPDATA",
  "LOCALAPPDATA",
  "TEMP",
  "TMP",
  "SystemRoot",
]);
const allowedPrefixes = ["LC_", "XDG_", "UNF_"];

/**
 * The environment of a program that outlives the command that started it. It must not inherit what
 * a project's shell set up: `NODE_OPTIONS` and `LD_PRELOAD` load code, `npm_config_*` and the like
 * change behaviour, and anything may hold a secret.
 */
export function cleanEnvironment(env: Environment): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue;
    const isAllowed =
      allowed.has(name) || allowedPrefixes.some((prefix) => name.startsWith(prefix));
    if (isAllowed) kept[name] = value;
  }
  return kept;
}
