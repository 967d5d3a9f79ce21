/** A path as questions and orders take it: the server does not stand in the project. */
export function pathIn(root: string, path: string): string {
  return `${root.replace(/\/$/, "")}/${path}`;
}
