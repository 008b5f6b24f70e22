import { Effect } from "effect"
import type { StreamedAttempt } from "../../calls/attempts/Attempts.ts"
import type { Brief } from "../brief/Briefs.ts"
import type { ConversationEvent } from "../conversation/conversation.ts"
import type { FixedLine } from "../fixed-lines/fixed-lines.ts"
import type { ToolsOfCall } from "../tools/CallTools.ts"
import type { Handovers } from "../transfer/Handovers.ts"

/**
 * Transfers the call when the model has asked for it, while the transfer is wanted. A successful transfer interrupts this;
 * if no target takes the call, the conversation continues.
 */
export const handOver = Effect.fnUntraced(function* (
  { run }: Handovers["Service"],
  call: { readonly attempt: StreamedAttempt; readonly brief: Brief; readonly tools: ToolsOfCall },
  tell: (event: Extract<ConversationEvent, { kind: "handoverFailed" }>) => void,
  now: () => number,
  isWanted: () => boolean
) {
  const { attempt, brief, tools } = call
  const asked = tools.beginTransfer()
  if (asked === undefined) return
  yield* run(attempt, brief, asked, isWanted).pipe(
    Effect.catchCause((cause) =>
      Effect.logError(`Could not transfer the call of attempt ${attempt.id}; the conversation goes on`, cause)
    )
  )
  yield* tools.transferFailed
  tell({ kind: "handoverFailed", at: now(), line: transferFailedLine(brief) })
})

/** Returns the line that says that no target takes the call. Only a flow with callbacks offers one. */
export const transferFailedLine = ({ callbackZone }: Brief): FixedLine =>
  callbackZone === null ? "nobody there" : "nobody there, callback"
