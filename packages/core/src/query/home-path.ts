/** The path with the user's home directory written as `~`, for reading only. */
export function shortenHome(path: string, userHome: string | undefined): string {
  if (userHome === undefined || userHome === "" || userHome === "/") return path;
  if (path === userHome) return "~";
  return path.startsWith(`${userHome}/`) ? `~${path.slice(userHome.length)}` : path;
}
