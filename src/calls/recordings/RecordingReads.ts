import { Clock, Context, Effect, Layer } from "effect"
import { SecurityLog } from "../../accounts/SecurityLog.ts"

/** A reader of a recording. */
interface RecordingRead {
  readonly actor: string
  readonly callId: string
  readonly attemptNo: number
}

/** Records who hears recordings. A browser reads a file in many parts, which are one entry of the security log. */
export class RecordingReads extends Context.Service<
  RecordingReads,
  { readonly note: (organizationId: number, read: RecordingRead) => Effect.Effect<void> }
>()("carillon/calls/RecordingReads") {
  static readonly layer = Layer.effect(
    RecordingReads,
    Effect.map(SecurityLog, (log) => {
      /** When each was noted on this node, ms; in this order. */
      const noted = new Map<string, number>()
      const note = Effect.fn("RecordingReads.note")(function* (
        organizationId: number,
        { actor, attemptNo, callId }: RecordingRead
      ) {
        const now = yield* Clock.currentTimeMillis
        const key = [organizationId, actor, callId, attemptNo].join(" ")
        if ((noted.get(key) ?? 0) > now - sameReadMillis) return
        yield* log.append(organizationId, {
          actor,
          action: "recording.read",
          target: callId.toLowerCase(),
          details: { attempt: attemptNo }
        })
        noted.delete(key)
        noted.set(key, now)
        for (const [oldest, at] of noted) {
          if (at > now - sameReadMillis && noted.size <= maxNoted) break
          noted.delete(oldest)
        }
      })
      return RecordingReads.of({ note })
    })
  )
}

/** Time in which the same reader of the same recording is noted once, ms. */
const sameReadMillis = 600_000
/** Maximum number of reads that a node remembers. */
const maxNoted = 10_000
