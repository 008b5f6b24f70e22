import { Context, type Effect } from "effect"
import type { ExplainedCall } from "../domain/Call.ts"
import type { StreamedAttempt } from "./Attempts.ts"

/** What was said in a call, and how each turn was answered. */
export interface TalkRecord {
  readonly transcript: ExplainedCall["transcript"]
  readonly turns: ExplainedCall["turns"]
  readonly heard: boolean
  readonly optedOut: boolean
}

type Talk = Pick<StreamedAttempt, "id" | "organizationId" | "callId">

/** Keeps what is said in calls: sealed at rest, and forgotten when the organization no longer keeps it. */
export class Talks extends Context.Service<
  Talks,
  {
    /** The person has said a word; kept at once, since the call may break off. */
    readonly noteHeard: (talk: Talk) => Effect.Effect<void>
    /** The person does not want to be called again; kept at once. */
    readonly noteOptOut: (talk: Talk) => Effect.Effect<void>
    /** The conversation is over: keeps it whole. Told before the carrier is told to hang up, or after the line is gone. */
    readonly end: (talk: Talk, record: TalkRecord) => Effect.Effect<void>
    /** Of the last talk of a call; empty when there was none. */
    readonly of: (organizationId: number, callId: string) => Effect.Effect<Pick<TalkRecord, "transcript" | "turns">>
  }
>()("carillon/calls/Talks") {}
