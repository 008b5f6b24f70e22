import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema, Stream } from "effect"
import { CallRecording, type CallRecordings } from "../../domain/calls/CallRecording.ts"
import { RecordingConsent } from "../../domain/flows/Recording.ts"
import { BlobStore } from "../../platform/files/BlobStore.ts"
import { newDataKey, openFile, sealFile } from "../../platform/secrets/data-key.ts"
import { Secrets } from "../../platform/secrets/Secrets.ts"
import { sealedColumn } from "../../platform/secrets/sealed-column.ts"
import { rowsOf } from "../../platform/sql/decode-rows.ts"
import type { StreamedAttempt } from "../attempts/Attempts.ts"
import { CallNotFound } from "../views/CallRecords.ts"
import { bytesOfRecording, partKey, samplesOfPart, samplesPerMilli } from "./recording-parts.ts"
import { removeRecordingFiles } from "./removed-recordings.ts"
import { makeAddParts } from "./stored-parts.ts"
import { makeWritingQueue } from "./writing-queue.ts"

/** The call has no recording of this attempt, or it was deleted. */
export class RecordingNotFound extends Schema.TaggedError<RecordingNotFound>()("RecordingNotFound", {}) {}

type Attempt = Pick<StreamedAttempt, "id" | "organizationId">

/** A part of a recording: four seconds, or less at the end. */
interface Part {
  readonly fromMillis: number
  /** μ-law samples, alternately of the person and of the agent. */
  readonly audio: Uint8Array
  readonly peaks: Uint8Array
}

/** Writes the recording of one call. The functions do not block. */
interface RecordingWriter {
  readonly add: (part: Part) => void
  /** Notes what the person said to being recorded. */
  readonly noteConsent: (consent: RecordingConsent) => void
  /** Deletes what was recorded, and records no more. */
  readonly discard: () => void
  readonly end: () => void
  /** Stores the recording part by part. Completes after `end`. */
  readonly run: Effect.Effect<void>
}

/** The audio of a recording. */
export interface RecordedAudio {
  readonly callId: string
  readonly attemptNo: number
  /** Number of samples of each side. */
  readonly samples: number
  /** Returns the bytes from one place up to another of the samples, which are alternately of the person and the agent. */
  readonly bytes: (from: number, to: number) => Stream.Stream<Uint8Array>
}

/**
 * Recordings of calls. The parts are files, encrypted with a key of the recording, which is sealed in its row: without
 * the row nothing can be heard.
 */
export class Recordings extends Context.Service<
  Recordings,
  {
    readonly write: (attempt: Attempt) => RecordingWriter
    readonly of: (organizationId: number, callId: string) => Effect.Effect<CallRecordings, CallNotFound>
    /** Returns the audio of an attempt of a call. */
    readonly audio: (
      organizationId: number,
      of: { readonly callId: string; readonly attemptNo: number } | { readonly attemptId: string }
    ) => Effect.Effect<RecordedAudio, RecordingNotFound>
  }
>()("carillon/calls/Recordings") {
  static readonly layer = Layer.effect(
    Recordings,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const blobs = yield* BlobStore
      const secrets = yield* Secrets
      const addPart = yield* makeAddParts(sql)

      const write: Recordings["Service"]["write"] = (attempt) => {
        const queue = makeWritingQueue()
        const { id, organizationId } = attempt
        const ofAttempt = sql`organization_id = ${organizationId} and attempt_id = ${id}`
        let dataKey: string | undefined
        let firstMillis = 0
        let isDiscarded = false

        const begin = Effect.fnUntraced(function* (fromMillis: number) {
          const key = newDataKey()
          const sealed = secrets.seal(key, sealedDataKeys.place(organizationId, id))
          const begun = yield* sql`insert into recordings (organization_id, attempt_id, call_id, data_key, from_millis)
            select organization_id, id, call_id, ${sealed}, ${fromMillis}::int from attempts
              where organization_id = ${organizationId} and id = ${id} and phone_number not like '%*%'
            on conflict do nothing returning 1`
          if (begun.length === 0) isDiscarded = true
          firstMillis = fromMillis
          dataKey = key
        })

        const store = Effect.fnUntraced(function* ({ audio, fromMillis, peaks }: Part) {
          if (dataKey === undefined && !isDiscarded) yield* begin(fromMillis)
          if (isDiscarded || dataKey === undefined) return
          // A lost part becomes silence, because the others keep their place.
          const number = Math.round((fromMillis - firstMillis) / partMillis)
          const key = partKey(id, number)
          yield* blobs.putWhole(key, sealFile(dataKey, audio, key))
          const samples = number * samplesOfPart + audio.length / 2
          if (yield* addPart({ organizationId, attemptId: id, number, samples, peaks })) return
          // The recording was deleted meanwhile.
          isDiscarded = true
          yield* blobs.remove(key)
        })

        const discard = Effect.gen(function* () {
          yield* sql`delete from recordings where ${ofAttempt}`
          // Files that cannot be removed now are noted, and removed later.
          yield* Effect.ignore(Effect.timeout(removeRecordingFiles(sql, blobs, id), "20 seconds"))
        })

        const noteConsent = (consent: RecordingConsent) => sql`update attempts set recording_consent = ${consent}
          where organization_id = ${organizationId} and id = ${id}`

        const finish = sql`update recordings set ended_at = clock_timestamp() where ${ofAttempt}`.pipe(
          Effect.when(Effect.sync(() => dataKey !== undefined)),
          Effect.catchCause((cause) =>
            Effect.logWarning(`Could not record the end of the recording of attempt ${id}; retrying later`, cause)
          )
        )

        return {
          add: (part) => {
            const failure = `Could not store 4 seconds of the recording of attempt ${id}; they are silent in it`
            queue.add({ isPart: true, work: Effect.suspend(() => store(part)), failure })
          },
          noteConsent: (consent) => {
            const failure = `Could not note that the person answered ${consent} to the recording of attempt ${id}`
            queue.add({ isPart: false, work: noteConsent(consent), failure })
          },
          discard: () => {
            isDiscarded = true
            queue.add({ isPart: false, work: discard, failure: `Could not delete the recording of attempt ${id}` })
          },
          end: queue.end,
          run: Effect.andThen(queue.run, finish)
        }
      }

      const of: Recordings["Service"]["of"] = Effect.fn("Recordings.of")(
        function* (organizationId, callId) {
          const [call] = yield* sql`select 1 from calls where organization_id = ${organizationId} and id = ${callId}`
          if (call === undefined) return yield* new CallNotFound()
          const rows = yield* recordingRows(sql`select a.attempt_no, a.recording_consent as consent, r.began_at,
              r.from_millis, r.samples, r.peaks, r.ended_at is not null or a.ended_at is not null as is_over
            from attempts a left join recordings r on r.organization_id = a.organization_id and r.attempt_id = a.id
            where a.organization_id = ${organizationId} and a.call_id = ${callId} order by a.attempt_no`)
          return {
            recordings: rows.flatMap(({ attemptNo, beganAt, fromMillis, isOver, peaks, samples }) =>
              beganAt === null || fromMillis === null || samples === null || peaks === null || samples === 0
                ? []
                : [
                    {
                      attemptNo,
                      beganAt,
                      fromMs: fromMillis,
                      durationMs: Math.round(samples / samplesPerMilli),
                      isOver,
                      peaks: { person: everyOther(peaks, 0), agent: everyOther(peaks, 1) }
                    }
                  ]
            ),
            consents: rows.flatMap(({ attemptNo, consent }) => (consent === null ? [] : [{ attemptNo, consent }]))
          }
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const audio: Recordings["Service"]["audio"] = Effect.fn("Recordings.audio")(
        function* (organizationId, wanted) {
          const which =
            "attemptId" in wanted
              ? sql`r.attempt_id = ${wanted.attemptId}`
              : sql`r.call_id = ${wanted.callId} and a.attempt_no = ${wanted.attemptNo}`
          const [row] = yield* sql<RecordedRow>`
            select r.attempt_id, r.call_id, a.attempt_no, r.data_key, r.samples from recordings r
              join attempts a on a.organization_id = r.organization_id and a.id = r.attempt_id
            where r.organization_id = ${organizationId} and ${which} and r.samples > 0`
          if (row === undefined) return yield* new RecordingNotFound()
          const { attemptId, attemptNo, callId, samples } = row
          const dataKey = yield* Effect.orDie(
            secrets.open(row.dataKey, sealedDataKeys.place(organizationId, attemptId))
          )
          const read = (number: number) => {
            const key = partKey(attemptId, number)
            return blobs.get(key).pipe(
              Effect.flatMap(({ content }) => Stream.runCollect(content)),
              Effect.flatMap((chunks) => Effect.try(() => openFile(dataKey, Buffer.concat(chunks), key))),
              Effect.catchTag("UnknownError", ({ cause }) =>
                Effect.as(
                  Effect.logError(`The file ${key} of a recording is damaged; it is silent there`, cause),
                  silent
                )
              ),
              Effect.catchTag("BlobMissing", () => Effect.succeed(silent)),
              Effect.orDie
            )
          }
          return { callId, attemptNo, samples, bytes: (from: number, to: number) => bytesOfRecording(read, from, to) }
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      return Recordings.of({ write, of, audio })
    })
  )
}

interface RecordedRow extends Pick<RecordedAudio, "callId" | "attemptNo" | "samples"> {
  readonly attemptId: string
  readonly dataKey: string
}

export const sealedDataKeys = sealedColumn("recordings", "data_key", "attempt_id")

/** Duration of a part, ms. */
const partMillis = samplesOfPart / samplesPerMilli

/** Bytes of a part that is missing or damaged. */
const silent = new Uint8Array(0)

const everyOther = (bytes: Uint8Array, from: number) => [...bytes].filter((_, index) => index % 2 === from)

const recordingRows = rowsOf(
  Schema.Struct({
    attemptNo: Schema.Int,
    consent: Schema.NullOr(RecordingConsent),
    beganAt: Schema.NullOr(CallRecording.fields.beganAt),
    fromMillis: Schema.NullOr(Schema.Int),
    samples: Schema.NullOr(Schema.Int),
    peaks: Schema.NullOr(Schema.Uint8Array),
    isOver: Schema.Boolean
  })
)
