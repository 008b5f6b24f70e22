import { Clock, Context, Effect, Layer } from "effect"
import { AppConfig } from "../platform/config.ts"
import { Secrets } from "../platform/secrets/Secrets.ts"
import { sameText } from "../platform/secrets/same-text.ts"

/** The attempt whose transcript a link shows. */
export interface LinkedAttempt {
  readonly organizationId: number
  readonly attemptId: string
}

/** A link, as its token describes it. */
export interface TranscriptLink extends LinkedAttempt {
  /** Not later than the link was made, and at most a second earlier. */
  readonly madeAfter: Date
}

/** Links to the transcript of one attempt. A link works without an API key, for seven days. */
export class TranscriptLinks extends Context.Service<
  TranscriptLinks,
  {
    /**
     * Makes a link that is valid from now on. Only for attempts with a transcript: the page of any
     * other is not found.
     */
    readonly make: (attempt: LinkedAttempt) => Effect.Effect<string>
    /**
     * Returns the attempt of a link, `expired` for a link that was valid once, and undefined for a
     * forged one.
     */
    readonly read: (token: string) => Effect.Effect<TranscriptLink | "expired" | undefined>
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
        // Several texts decode to the same bytes: only the canonical one is accepted.
        if (bytes.length < payloadBytes || bytes.toString("base64url") !== token) return undefined
        const ours = digests("transcript-link", payload.toString("hex"))
        if (!ours.some((one) => sameText(Buffer.from(one).toString("hex"), signature))) return undefined
        const expiry = payload.readUInt32BE(expiryAt)
        if (expiry * 1000 <= (yield* Clock.currentTimeMillis)) return "expired"
        const attemptId = payload
          .toString("hex", idAt, expiryAt)
          .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
        // The expiry was rounded up to a whole second.
        const madeAfter = new Date((expiry - validForSeconds - 1) * 1000)
        return { organizationId: payload.readUInt32BE(), attemptId, madeAfter }
      })

      return TranscriptLinks.of({ make, read })
    })
  )
}

/** Lifetime of a link, s. */
const validForSeconds = 7 * 24 * 60 * 60

// Payload: 4 bytes organization, 16 bytes attempt, 4 bytes expiry in seconds; the signature of these follows.
const idAt = 4
const expiryAt = idAt + 16
const payloadBytes = expiryAt + 4
