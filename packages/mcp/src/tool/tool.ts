import type { ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import type * as z from "zod";
import type { Host } from "../base/host.ts";
import { readArguments } from "../input/arguments.ts";
import type { CarriedOut } from "./own-operations.ts";
import type { Plans } from "./plans.ts";

/** One tool: what it is called, what it takes, and what it answers. Its texts never change. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly input: z.ZodObject;
  /** Absent where the person has switched restores off. */
  readonly isRestore: boolean;
  /** `given` is what came, not yet looked at. Resolves with a document for the agent. */
  readonly call: (scene: Scene, given: unknown) => Promise<object>;
}

/** The host, the plans, and what was carried out here, that every tool works with. */
export interface Scene {
  readonly host: Host;
  readonly plans: Plans;
  readonly carriedOut: CarriedOut;
}

interface Spec<I extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly input: I;
  readonly isRestore?: boolean;
  readonly run: (scene: Scene, args: z.infer<I>) => Promise<object>;
}

/** Ties a tool's arguments to the function that reads them. */
export function defineTool<I extends z.ZodObject>({
  run,
  isRestore = false,
  ...spec
}: Spec<I>): Tool {
  return {
    ...spec,
    isRestore,
    call: (scene, given) => run(scene, readArguments(spec.input, given)),
  };
}
