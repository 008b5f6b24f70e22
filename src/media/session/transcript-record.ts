import type { TranscriptRecord } from "../../calls/conversations/Transcripts.ts"
import type { Conversation, SpokenMessage, TurnRecord } from "../conversation/conversation.ts"

interface CallFacts {
  /** Undefined when it never began. */
  readonly conversation: Conversation | undefined
  /** What the conversation was not told of. */
  readonly lastReplies: ReadonlyArray<Omit<SpokenMessage, "role">>
  readonly heard: boolean
  readonly optedOut: boolean
  /** Something was heard that the model said. */
  readonly answered: boolean
  /** The talk broke off by a defect. */
  readonly crashed: boolean
  /** When the line's time began, by the wall's. */
  readonly beganAt: number
}

/** What is kept of a conversation, however far it came. */
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

/** By what of ours the talk failed, if the person was answered nothing before. One whose line is gone has not failed. */
export const failureOf = ({
  answered,
  crashed,
  conversation
}: Pick<CallFacts, "answered" | "crashed" | "conversation">): string | undefined => {
  if (answered) return undefined
  return crashed ? "a defect" : conversation?.gaveUp
}

/** Whether this was heard of a reply of the model, and not only what filled the wait for it. */
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
