export { commandBehind, parseReflog, type ReflogEntry } from "./git/reflog.ts";
export type { ItemFacts, RowFacts } from "./story/facts.ts";
export type { Happening } from "./story/happening.ts";
export { LineBudget } from "./story/line-budget.ts";
export { type StoryScope, tellStory } from "./story/tell-story.ts";
