/** The command that does what an order of a page or a screen does: its operation is listed by it. */
export function commandOf(name: string, asked: unknown): string {
  // Of an undo `asked` says whether it takes back or does again.
  if (name === "undo" && isKind(asked)) return asked.kind;
  return name === "bringBack" || name === "restorePart" ? "restore" : name;
}

function isKind(asked: unknown): asked is { readonly kind: string } {
  return typeof asked === "object" && asked !== null && "kind" in asked;
}
