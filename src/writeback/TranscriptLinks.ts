import { Clock, Context, Effect, Layer } from "effect"
import { AppConfig } from "../platform/config.ts"
import { Secrets } from "../platform/secrets/Secrets.ts"
import { sameText } from "../platform/secrets/same-text.ts"

/** Whose words a link shows. */
export interface LinkedAttempt {
  readonly organizationId: number
  readonly attemptId: string
}

/** Links to what was said in one attempt: who has one needs no key, for seven days. */
export class TranscriptLinks extends Context.Service<
  TranscriptLinks,
  {
    /** A link that works from now on. Only of an attempt with a transcript: the page of another is not found. */
    readonly make: (attempt: LinkedAttempt) => Effect.Effect<string>
    /** What a link is for; undefined for one that is forged, and `expired` for one that has worked. */
    readonly read: (token: string) => Effect.Effect<LinkedAttempt | "expired" | undefined>
  }
>()("carillon/writeback/TranscriptLinks") {
  static readonly layer = Layer.effect(
    TranscriptLinks,
    Effect.gen(function* () {
      const { digest, digests } = yield* Secrets
      const { publicUrl } = yield* AppConfig

      const make = Effect.fnUntraced(function* ({ attemptId, organizationId }: LinkedAttempt) {
        const payload = Buffer.alloc(payloadBytes)
        payload.writeUInt32BE(organizationId)
        payload.write(attemptId.replaceAll("-", ""), idAt, "hex")
        payload.writeUInt32BE(Math.ceil((yield* Clock.currentTimeMillis) / 1000) + validForSeconds, expiryAt)
        const token = Buffer.concat([payload, digest("transcript-link", payload.toString("hex"))]).toString("base64url")
        return `${publicUrl}/v1/transcripts/${token}`
      })

      const read = Effect.fnUntraced(function* (token: string) {
        const bytes = Buffer.from(token, "base64url")
        const payload = bytes.subarray(0, payloadBytes)
        const signature = bytes.toString("hex", payloadBytes)
        // Some texts decode to the same bytes: only the one that was made counts.
        if (bytes.length < payloadBytes || bytes.toString("base64url") !== token) return undefined
        const ours = digests("transcript-link", payload.toString("hex"))
        if (!ours.some((one) => sameText(Buffer.from(one).toString("hex"), signature))) return undefined
        if (payload.readUInt32BE(expiryAt) * 1000 <= (yield* Clock.currentTimeMillis)) return "expired"
        const attemptId = payload
          .toString("hex", idAt, expiryAt)
          .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
        return { organizationId: payload.readUInt32BE(), attemptId }
      })

      return TranscriptLinks.of({ make, read })
    })
  )
}

const validForSeconds = 7 * 24 * 60 * 60

// Four bytes of the organization, sixteen of the attempt, four of when it expires; then the signature of these.
const idAt = 4
const expiryAt = idAt + 16
const payloadBytes = expiryAt + 4
