import type { Refused } from "../base/host.ts";

/** A refusal for whoever has typed the address: says how a page is opened. */
export function refusalPage({ message }: Pick<Refused, "message">): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>unf</title>
<h1>This page is not open here</h1>
<p>${escapeHtml(message)}.</p>
<p>In a terminal, <code>unf ui</code> opens it; <code>unf ui --no-open</code> prints an address, which opens it once.</p>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
