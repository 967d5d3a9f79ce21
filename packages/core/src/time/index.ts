export { instantBefore, parseDuration, renderDuration } from "./duration.ts";
export { parseTime } from "./parse-time.ts";
export type { Edge, ParsedTime, TimeFacts, TimePurpose } from "./parsed-time.ts";
export { renderAge, renderAgo, renderAgoInWords, renderSpan } from "./render-age.ts";
export {
  renderClock,
  renderDayHeading,
  renderLocalDate,
  renderLocalIso,
  renderResolved,
  type Viewer,
} from "./render-local.ts";
export { isPromptName, parseSessionWord, parseTurnWord, type TurnWord } from "./session-word.ts";
export { parseSize, renderBytes, renderSize } from "./size.ts";
export { formatUtc, parseUtc } from "./utc.ts";
export { namedZone, utcZone, type Zone } from "./zone.ts";
