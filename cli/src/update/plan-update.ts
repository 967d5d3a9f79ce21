import { commandLine, type UpdateAnswer } from "@unf/answers";
import { version } from "@unf/core/base";

/** The files that run, and what else tells by whom they were put there. */
export interface Installation {
  /** The runtime; the executable is its own. */
  readonly node: string;
  readonly program: string;
  readonly exists: (path: string) => boolean;
}

/** How this unf is brought up to date by whoever brought it here. Asks no network whether there is a newer one. */
export function planUpdate(installation: Installation): UpdateAnswer {
  const { program } = installation;
  const found = managerOf(installation);
  return { version, program, ...found };
}

type Found = Pick<UpdateAnswer, "installed_by" | "command" | "note">;

function managerOf(installation: Installation): Found {
  const { program, node } = installation;
  if (isHomebrew(installation))
    return { installed_by: "homebrew", command: "brew upgrade unf", note: null };
  if (/\/pnpm\//.test(program))
    return { installed_by: "pnpm", command: "pnpm add --global unf@latest", note: null };
  if (/[\\/]node_modules[\\/]/.test(program))
    return { installed_by: "npm", command: "npm install --global unf@latest", note: null };
  if (node !== program) return fromSources(program);
  return systemPackage(installation) ?? bareExecutable(program);
}

function isHomebrew({ program, exists }: Installation): boolean {
  if (/\/Cellar\/|^\/opt\/homebrew\/|^\/home\/linuxbrew\//.test(program)) return true;
  return program === "/usr/local/bin/unf" && exists("/usr/local/Cellar/unf");
}

function systemPackage({ program, exists }: Installation): Found | undefined {
  if (program !== "/usr/bin/unf" && program !== "/usr/lib/unf/unf") return undefined;
  if (exists("/var/lib/dpkg/info/unf.list")) {
    const note = "unf_<version>_<cpu>.deb is the package of the new version";
    return { installed_by: "deb", command: "sudo apt install ./unf_<version>_<cpu>.deb", note };
  }
  if (!exists("/var/lib/pacman")) return undefined;
  const note = "in the directory with the PKGBUILD of the new version";
  return { installed_by: "pacman", command: "makepkg --syncdeps --install", note };
}

function bareExecutable(program: string): Found {
  const note = "unf-new is the executable of the new version; what lies beside it comes along";
  const command = commandLine(["mv", "unf-new", program]);
  return { installed_by: "executable", command, note };
}

function fromSources(program: string): Found {
  const root = program.replace(/(\/cli)?\/[^/]+\/[^/]+$/, "");
  const into = commandLine(["cd", root]);
  const command = `${into} && git pull && npm ci && npm run build`;
  return { installed_by: "sources", command, note: null };
}
