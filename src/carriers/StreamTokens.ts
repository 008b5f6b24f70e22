import { Clock, Context, Effect, Layer } from "effect"
import { Secrets } from "../platform/secrets/Secrets.ts"
import { sameText } from "../platform/secrets/same-text.ts"

/**
 * What opens the media stream of one attempt: it is part of the URL that the carrier is given, since carriers drop queries.
 * That it opens once is the attempt's to know.
 */
export class StreamTokens extends Context.Service<
  StreamTokens,
  {
    readonly issue: (attemptId: string) => Effect.Effect<string>
    /** The attempt that the token is for; undefined for one that is forged or too old. */
    readonly read: (token: string) => Effect.Effect<string | undefined>
  }
>()("carillon/carriers/StreamTokens") {
  static readonly layer = Layer.effect(
    StreamTokens,
    Effect.gen(function* () {
      const { digest, digests } = yield* Secrets

      const issue = Effect.fnUntraced(function* (attemptId: string) {
        const said = Buffer.alloc(saidLength)
        said.write(attemptId.replaceAll("-", ""), "hex")
        said.writeUInt32BE(Math.ceil((yield* Clock.currentTimeMillis) / 1_000) + opensFor, idLength)
        return Buffer.concat([said, digest("media-stream", said.toString("hex"))]).toString("base64url")
      })

      const read = Effect.fnUntraced(function* (token: string) {
        const bytes = Buffer.from(token, "base64url")
        const said = bytes.subarray(0, saidLength)
        const signature = bytes.toString("hex", saidLength)
        // Some texts decode to the same bytes: only the one that was issued counts.
        if (bytes.length < saidLength || bytes.toString("base64url") !== token) return undefined
        const ours = digests("media-stream", said.toString("hex"))
        if (!ours.some((one) => sameText(Buffer.from(one).toString("hex"), signature))) return undefined
        if (said.readUInt32BE(idLength) * 1_000 < (yield* Clock.currentTimeMillis)) return undefined
        return said.toString("hex", 0, idLength).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
      })

      return StreamTokens.of({ issue, read })
    })
  )
}

// Seconds: a call rings for 40 at most, but may wait at the carrier before it does.
const opensFor = 180

const idLength = 16
const saidLength = idLength + 4
