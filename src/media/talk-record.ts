import type { TalkRecord } from "../calls/Talks.ts"
import type { Conversation, SpokenMessage, TurnRecord } from "./conversation.ts"

interface Given {
  /** Undefined when it never began. */
  readonly conversation: Conversation | undefined
  /** What the conversation was not told of. */
  readonly lastSaid: ReadonlyArray<Omit<SpokenMessage, "role">>
  readonly heard: boolean
  readonly optedOut: boolean
  /** When the line's time began, by the wall's. */
  readonly beganAt: number
}

/** What is kept of a conversation, however far it came. */
export const talkRecord = ({ beganAt, conversation, heard, lastSaid, optedOut }: Given): TalkRecord => {
  const last = lastSaid.map((said): SpokenMessage => ({ ...said, role: "agent" }))
  return {
    transcript: [...(conversation?.transcript ?? []), ...last].map(inWholeMillis),
    turns: (conversation?.turns ?? []).map((turn) => turnOf(turn, beganAt)),
    heard,
    optedOut
  }
}

const inWholeMillis = ({ endMs, interrupted, role, startMs, text }: SpokenMessage): SpokenMessage => ({
  role,
  text,
  startMs: Math.round(startMs),
  endMs: Math.round(endMs),
  interrupted
})

const turnOf = ({ atMs, ...turn }: TurnRecord, beganAt: number): TalkRecord["turns"][number] => ({
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
