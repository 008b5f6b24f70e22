import type { TranscriptRecord } from "../../calls/conversations/Transcripts.ts"
import type { Conversation, SpokenMessage, TurnRecord } from "../conversation/conversation.ts"

interface CallFacts {
  /** Undefined if it never began. */
  readonly conversation: Conversation | undefined
  /** Replies that were heard after the conversation had ended. */
  readonly lastReplies: ReadonlyArray<Omit<SpokenMessage, "role">>
  readonly heard: boolean
  readonly optedOut: boolean
  /** Words of the model were heard. */
  readonly answered: boolean
  /** A defect broke off the conversation. */
  readonly crashed: boolean
  /** The wall time at which the line's time began, ms. */
  readonly beganAt: number
}

/** Returns the record of a conversation to store, even if it never began. */
export const transcriptRecord = (facts: CallFacts): TranscriptRecord => {
  const { beganAt, conversation, heard, lastReplies, optedOut } = facts
  const last = lastReplies.map((reply): SpokenMessage => ({ ...reply, role: "agent" }))
  return {
    transcript: [...(conversation?.transcript ?? []), ...last].map(inWholeMillis),
    turns: (conversation?.turns ?? []).map((turn) => turnOf(turn, beganAt)),
    heard,
    optedOut,
    failed: failureOf(facts) !== undefined
  }
}

/**
 * Returns why the conversation failed on our side; undefined if the person got an answer, or the
 * line was lost.
 */
export const failureOf = ({
  answered,
  crashed,
  conversation
}: Pick<CallFacts, "answered" | "crashed" | "conversation">): string | undefined => {
  if (answered) return undefined
  return crashed ? "a defect" : conversation?.gaveUp
}

/** Whether the heard text of a generated reply has more than the filler. */
export const isAnswer = (text: string, filler: string): boolean => text.trim() !== "" && !filler.startsWith(text.trim())

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
