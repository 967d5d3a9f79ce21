/** The lines of what stands at a path, without its mode; none of a link or of what is no text. */
export function linesIn(standing: string | undefined): string[] {
  if (standing === undefined || standing.startsWith("->") || standing.includes("\0")) return [];
  return standing
    .slice(5)
    .split("\n")
    .filter((line) => line !== "");
}
