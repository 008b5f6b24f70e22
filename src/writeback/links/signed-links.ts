import { Clock, Effect } from "effect"
import { AppConfig } from "../../platform/config.ts"
import { type DigestPurpose, Secrets } from "../../platform/secrets/Secrets.ts"
import { sameText } from "../../platform/secrets/same-text.ts"

/** The attempt that a link shows. */
export interface LinkedAttempt {
  readonly organizationId: number
  readonly attemptId: string
}

/** A link, as its token describes it. */
export interface SignedLink extends LinkedAttempt {
  /** Not later than the link was made, and at most a second earlier. */
  readonly madeAfter: Date
}

export interface SignedLinks {
  /** Makes a link that is valid from now on. Only for attempts that have what it shows: others are not found. */
  readonly make: (attempt: LinkedAttempt) => Effect.Effect<string>
  /**
   * Returns the attempt of a link, `expired` for a link that was valid once, and undefined for a
   * forged one.
   */
  readonly read: (token: string) => Effect.Effect<SignedLink | "expired" | undefined>
}

/** Makes and reads links to one attempt below a path. A link works without an API key, for seven days. */
export const signedLinks = (purpose: Extract<DigestPurpose, `${string}-link`>, path: string) =>
  Effect.gen(function* () {
    const { digest, digests } = yield* Secrets
    const { publicUrl } = yield* AppConfig

    const make: SignedLinks["make"] = Effect.fnUntraced(function* ({ attemptId, organizationId }) {
      const payload = Buffer.alloc(payloadBytes)
      payload.writeUInt32BE(organizationId)
      payload.write(attemptId.replaceAll("-", ""), idAt, "hex")
      payload.writeUInt32BE(Math.ceil((yield* Clock.currentTimeMillis) / 1000) + validForSeconds, expiryAt)
      const token = Buffer.concat([payload, digest(purpose, payload.toString("hex"))]).toString("base64url")
      return `${publicUrl}${path}/${token}`
    })

    const read: SignedLinks["read"] = Effect.fnUntraced(function* (token) {
      const bytes = Buffer.from(token, "base64url")
      const payload = bytes.subarray(0, payloadBytes)
      const signature = bytes.toString("hex", payloadBytes)
      // Several texts decode to the same bytes: only the canonical one is accepted.
      if (bytes.length < payloadBytes || bytes.toString("base64url") !== token) return undefined
      const ours = digests(purpose, payload.toString("hex"))
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

    return { make, read }
  })

/** Lifetime of a link, s. */
const validForSeconds = 7 * 24 * 60 * 60

// Payload: 4 bytes organization, 16 bytes attempt, 4 bytes expiry in seconds; the signature of these follows.
const idAt = 4
const expiryAt = idAt + 16
const payloadBytes = expiryAt + 4
