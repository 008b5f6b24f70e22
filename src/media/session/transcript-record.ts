import type { TranscriptRecord } from "../../calls/conversations/Transcripts.ts"
import type { MachineSettings } from "../../domain/flows/MachineSettings.ts"
import type { Conversation, SpokenMessage, TurnRecord } from "../conversation/conversation.ts"
import { machineRecordOf } from "./machine-record.ts"

interface CallFacts {
  /** Undefined if it never began. */
  readonly conversation: Conversation | undefined
  /** Replies that were heard after the conversation had ended. */
  readonly lastReplies: ReadonlyArray<Omit<SpokenMessage, "role">>
  readonly heard: boolean
  readonly optedOut: boolean
  /** A defect broke off the conversation. */
  readonly crashed: boolean
  /** How the flow treats machines. */
  readonly machines: MachineSettings | null
  /** The wall time at which the line's time began, ms. */
  readonly beganAt: number
}

/** Returns the record of a conversation to store, even if it never began. */
export const transcriptRecord = (facts: CallFacts): TranscriptRecord => {
  const { beganAt, conversation, heard, lastReplies, optedOut } = facts
  const last = lastReplies.map((reply): SpokenMessage => ({ ...reply, role: "agent" }))
  const machine = machineRecordOf(conversation, facts.machines)
  return {
    transcript: [...(conversation?.transcript ?? []), ...last].map(inWholeMillis),
    turns: turnsOf(conversation, beganAt),
    heard,
    optedOut,
    failed: failureOf(facts) !== undefined,
    ...(machine !== undefined && { machine })
  }
}

/** Returns why our side had to end the conversation; undefined if it did not. */
export const failureOf = ({
  crashed,
  conversation
}: Pick<CallFacts, "crashed" | "conversation">): string | undefined => (crashed ? "a defect" : conversation?.gaveUp)

/** Returns the records of the turns; `beganAt` is the wall time at which the line's time began, ms. */
export const turnsOf = (conversation: Conversation | undefined, beganAt: number): TranscriptRecord["turns"] =>
  (conversation?.turns ?? []).map((turn) => turnOf(turn, beganAt))

const inWholeMillis = ({ endMs, interrupted, role, startMs, text }: SpokenMessage): SpokenMessage => ({
  role,
  text,
  startMs: Math.round(startMs),
  endMs: Math.round(endMs),
  interrupted
})

const turnOf = ({ atMs, ...turn }: TurnRecord, beganAt: number): TranscriptRecord["turns"][number] => ({
  ...turn,
  at: new Date(Math.round(beganAt + atMs)),
  endOfTurnMs: whole(turn.endOfTurnMs),
  finalMs: whole(turn.finalMs),
  retrievalMs: whole(turn.retrievalMs),
  firstTokenMs: whole(turn.firstTokenMs),
  firstAudioMs: whole(turn.firstAudioMs),
  totalMs: whole(turn.totalMs)
})

const whole = (millis: number | null) => (millis === null ? null : Math.round(millis))
