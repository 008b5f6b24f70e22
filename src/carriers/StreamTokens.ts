import { Clock, Context, Effect, Layer } from "effect"
import { Secrets } from "../platform/secrets/Secrets.ts"
import { sameText } from "../platform/secrets/same-text.ts"

/**
 * Signed tokens that open the media stream of one attempt. A token is part of the URL's path,
 * because carriers drop queries. The attempt's row makes sure that a token opens only one stream.
 */
export class StreamTokens extends Context.Service<
  StreamTokens,
  {
    readonly issue: (attemptId: string) => Effect.Effect<string>
    /** Returns the id of the token's attempt; undefined when the token is forged or expired. */
    readonly read: (token: string) => Effect.Effect<string | undefined>
  }
>()("carillon/carriers/StreamTokens") {
  static readonly layer = Layer.effect(
    StreamTokens,
    Effect.gen(function* () {
      const { digest, digests } = yield* Secrets

      const issue = Effect.fnUntraced(function* (attemptId: string) {
        const payload = Buffer.alloc(payloadLength)
        payload.write(attemptId.replaceAll("-", ""), "hex")
        payload.writeUInt32BE(Math.ceil((yield* Clock.currentTimeMillis) / 1_000) + lifetimeSeconds, idLength)
        return Buffer.concat([payload, digest("media-stream", payload.toString("hex"))]).toString("base64url")
      })

      const read = Effect.fnUntraced(function* (token: string) {
        const bytes = Buffer.from(token, "base64url")
        const payload = bytes.subarray(0, payloadLength)
        const signature = bytes.toString("hex", payloadLength)
        // Several texts decode to the same bytes; only the text that was issued is valid.
        if (bytes.length < payloadLength || bytes.toString("base64url") !== token) return undefined
        const expected = digests("media-stream", payload.toString("hex"))
        if (!expected.some((one) => sameText(Buffer.from(one).toString("hex"), signature))) return undefined
        if (payload.readUInt32BE(idLength) * 1_000 < (yield* Clock.currentTimeMillis)) return undefined
        return payload.toString("hex", 0, idLength).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
      })

      return StreamTokens.of({ issue, read })
    })
  )
}

/**
 * Lifetime of a token, seconds. A call rings for 40 s at most, but may be queued at the carrier
 * before it rings.
 */
const lifetimeSeconds = 180

/** Bytes of the attempt's id, and of the id with the token's expiry. */
const idLength = 16
const payloadLength = idLength + 4
