import { Effect, Layer } from "effect"
import { CallTools, type ToolsOfCall } from "../../../src/media/tools/CallTools.ts"
import { Handovers } from "../../../src/media/transfer/Handovers.ts"

/** The tools of a flow that has none. */
export const noTools: ToolsOfCall = {
  offered: [],
  offeredToStrangers: [],
  offeredToMachines: [],
  isIdentified: () => true,
  identifiedIn: () => undefined,
  identify: () => Effect.void,
  withdrawIdentity: Effect.void,
  forgetIdentity: Effect.void,
  recall: (messages) => messages,
  takeKeys: () => "",
  rounds: () => 0,
  run: () => Effect.void,
  isTransferAsked: () => false,
  beginTransfer: () => undefined,
  transferFailed: Effect.void,
  withdrawTransfer: Effect.void,
  waitingText: () => null
}

export const withoutTools = Layer.merge(Layer.succeed(CallTools, { begin: () => noTools }), Layer.mock(Handovers, {}))
