import type { ExplainedCall } from "../../../../../../src/domain/calls/Call.ts"

type Sent = (typeof ExplainedCall)["Encoded"]

/** A line of a transcript, and how a turn was answered, as the service sends them. */
export type Line = Sent["transcript"][number]
export type Turn = Sent["turns"][number]
