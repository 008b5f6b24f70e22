import { Schema } from "effect"
import { Timestamp } from "../calendar/time.ts"
import { TransferKind } from "../flows/FlowTransfer.ts"
import { described } from "../schema/described.ts"

/** How a try to transfer a call went. */
export const TransferStatus = Schema.Literals([
  "RINGING",
  "BRIEFING",
  "ACCEPTED",
  "CONNECTED",
  "BUSY",
  "NO_ANSWER",
  "REFUSED",
  "FAILED",
  "PERSON_LEFT"
])
export type TransferStatus = typeof TransferStatus.Type

/** A try to transfer a call to a target, as the record of the call shows it. */
export const TransferTry = Schema.Struct({
  attemptNo: Schema.Int,
  kind: TransferKind,
  target: described(Schema.String, "Name of the target"),
  status: described(
    TransferStatus,
    "RINGING: the target is called. BRIEFING: it hears what the call is about. ACCEPTED: it takes the call. CONNECTED: the person and the target talk, or " +
      "have talked. BUSY, NO_ANSWER, REFUSED: the target did not take the call. FAILED: the carrier did not connect it. " +
      "PERSON_LEFT: the person hung up before"
  ),
  startedAt: described(Timestamp, "When the target was called"),
  connectedAt: described(
    Schema.NullOr(Timestamp),
    "When the target was connected with the person; null if it never was"
  ),
  endedAt: described(Schema.NullOr(Timestamp), "Null while the try, or the conversation after it, is under way"),
  legSeconds: described(
    Schema.NullOr(Schema.Int),
    "Seconds from the target's answer to its end, as the carrier reports it; null before, and if the target did not answer"
  )
}).annotate({ identifier: "TransferTry" })
export type TransferTry = typeof TransferTry.Type
