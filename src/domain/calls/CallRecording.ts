import { Schema, SchemaTransformation } from "effect"
import { Timestamp } from "../calendar/time.ts"
import { RecordingConsent } from "../flows/Recording.ts"
import { described } from "../schema/described.ts"

/** The number of an attempt, as a path names it; any other text is a number that no attempt has. */
export const AttemptInPath = Schema.String.pipe(
  Schema.decodeTo(
    Schema.Int,
    SchemaTransformation.transform({
      decode: (text: string) => (/^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : 0),
      encode: (attempt: number) => String(attempt)
    })
  )
)

const peaks = Schema.Array(Schema.Int)

/** The audio of one attempt of a call. */
export const CallRecording = Schema.Struct({
  attemptNo: Schema.Int,
  beganAt: Timestamp,
  fromMs: described(Schema.Int, "The time of the call, as in the transcript, at which the recording begins"),
  durationMs: Schema.Int,
  isOver: described(Schema.Boolean, "Whether the recording is complete; false while the call lasts"),
  peaks: described(
    Schema.Struct({ person: peaks, agent: peaks }),
    "The loudest sample of each tenth of a second, from 0 to 250, for a waveform"
  )
}).annotate({ identifier: "CallRecording" })
export type CallRecording = typeof CallRecording.Type

/** The recordings of a call, and what the person said to being recorded. */
export const CallRecordings = Schema.Struct({
  recordings: described(Schema.Array(CallRecording), "Oldest first. Empty once they are deleted"),
  consents: Schema.Array(Schema.Struct({ attemptNo: Schema.Int, consent: RecordingConsent })).annotate({
    description:
      "The answer of the person in each attempt that asked. WITHDRAWN: they agreed, and took it back during the call. Only GIVEN keeps a recording"
  })
}).annotate({ identifier: "CallRecordings" })
export type CallRecordings = typeof CallRecordings.Type
