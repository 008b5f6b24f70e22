import type { StoredPart, TranscriptRecord } from "../../calls/conversations/Transcripts.ts"

/** The part of a conversation before a transfer that no target took, in the time of the present media stream. */
export interface ConversationSoFar extends Omit<StoredPart, "sinceMillis"> {
  /** When the present stream began, in the time of the first one, ms. */
  readonly offsetMillis: number
}

/** Moves a stored part to the time of the present stream, which begins after it. */
export const earlierPart = ({ sinceMillis, transcript, ...part }: StoredPart): ConversationSoFar => {
  const offsetMillis = Math.ceil(Math.max(sinceMillis, ...transcript.map(({ endMs }) => endMs)))
  return { ...part, transcript: moved(transcript, -offsetMillis), offsetMillis }
}

/** Returns the record of the whole conversation, in the time of its first stream. */
export const afterEarlierPart = (record: TranscriptRecord, before: ConversationSoFar | undefined): TranscriptRecord =>
  before === undefined
    ? record
    : {
        ...record,
        transcript: moved(record.transcript, before.offsetMillis),
        turns: [...before.turns, ...record.turns]
      }

const moved = (transcript: TranscriptRecord["transcript"], millis: number): TranscriptRecord["transcript"] =>
  transcript.map((line) => ({ ...line, startMs: line.startMs + millis, endMs: line.endMs + millis }))
