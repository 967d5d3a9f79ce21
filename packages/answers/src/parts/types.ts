import type * as z from "zod";
import type * as shapes from "./shapes.ts";

// The parts of answers as types, each inferred from its one declaration.

type Fields<S extends z.ZodRawShape> = z.infer<z.ZodObject<S, z.core.$strict>>;

export type TimeAnswer = z.infer<typeof shapes.time>;
export type MomentAnswer = z.infer<typeof shapes.moment>;
export type ThinnedFields = Fields<typeof shapes.thinnedShape>;
export type AuthorFields = Fields<typeof shapes.authorShape>;
export type SnapshotFields = Fields<typeof shapes.snapshotShape>;
export type HunkAnswer = z.infer<typeof shapes.hunk>;
export type GapAnswer = z.infer<typeof shapes.gap>;
export type BurstAnswer = z.infer<typeof shapes.burst>;
export type CheckpointFields = Fields<typeof shapes.checkpointShape>;
export type ForgetSearchAnswer = z.infer<typeof shapes.forgetSearch>;
export type HandoverAnswer = z.infer<typeof shapes.handover>;
export type SpanFields = Fields<typeof shapes.spanShape>;
export type TakenBackAnswer = z.infer<typeof shapes.takenBack>;
export type SumFields = Fields<typeof shapes.sumShape>;
export type TouchedAnswer = z.infer<typeof shapes.touchedFile>;
export type TurnFields = Fields<typeof shapes.turnShape>;
export type SessionFields = Fields<typeof shapes.sessionShape>;
