import process from "node:process";

/**
 * Has the programs of a test live where it is noon now, whatever the zone of the machine: what they show
 * depends on it, and no day ends while the test runs.
 */
export function liveAtNoon(): void {
  const ahead = 12 - new Date().getUTCHours();
  // The names of these zones count westwards.
  process.env.TZ = `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
}
