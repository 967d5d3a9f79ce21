// A reporter of Node's test runner for programs: one line of JSON for each test that ended.

// biome-ignore lint/style/noDefaultExport: Node asks for it.
export default async function* report(events) {
  const names = [];
  for await (const { type, data } of events) {
    if (type === "test:start") names[data.nesting] = data.name;
    const outcome = outcomeOf(type, data);
    if (outcome === undefined) continue;
    const title = [...names.slice(0, data.nesting), data.name].join(" › ");
    yield `${JSON.stringify({ title, outcome })}\n`;
  }
}

/** Nothing for suites, nor for what failed only because a test in it did: that one is told. */
function outcomeOf(type, { details, skip, todo }) {
  if (type === "test:fail") {
    return details.error?.failureType === "subtestsFailed" ? undefined : "failed";
  }
  if (type !== "test:pass" || details.type === "suite") return undefined;
  return [skip, todo].some((reason) => reason !== undefined && reason !== false)
    ? "skipped"
    : "passed";
}
