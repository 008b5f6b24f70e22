import { Effect, Layer } from "effect"
import { CallTools, type ToolsOfCall } from "../../../src/media/tools/CallTools.ts"

/** The tools of a flow that has none. */
export const noTools: ToolsOfCall = {
  offered: [],
  recall: (messages) => messages,
  takeKeys: () => "",
  rounds: () => 0,
  run: () => Effect.void,
  waitingText: () => null
}

export const withoutTools = Layer.succeed(CallTools, { begin: () => noTools })
