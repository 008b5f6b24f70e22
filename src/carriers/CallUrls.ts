import { Context, Effect, Layer } from "effect"
import { AppConfig } from "../platform/config.ts"
import { ListenAddress } from "../platform/http/ListenAddress.ts"
import { StreamTokens } from "./StreamTokens.ts"

/** Where the carrier reaches us about one call. */
export interface AttemptUrls {
  readonly status: string
  readonly stream: string
}

/**
 * Where the carrier reaches us: below the public URL, but for the simulated one, which never leaves this machine. What a
 * carrier signs is the URL that it was given, so none is ever taken from a request.
 */
export class CallUrls extends Context.Service<
  CallUrls,
  {
    /** What all of them begin with. */
    readonly base: Effect.Effect<string>
    readonly of: (attemptId: string) => Effect.Effect<AttemptUrls>
  }
>()("carillon/carriers/CallUrls") {
  static readonly layer = Layer.effect(
    CallUrls,
    Effect.gen(function* () {
      const { carrier, publicUrl } = yield* AppConfig
      const listening = yield* ListenAddress
      const tokens = yield* StreamTokens
      const base = carrier === "simulated" ? listening.url : Effect.succeed(publicUrl)
      return CallUrls.of({
        base,
        of: Effect.fnUntraced(function* (attemptId) {
          const ours = `${yield* base}/carriers/${carrier}`
          return {
            status: `${ours}/status/${attemptId}`,
            stream: `${webSocketUrl(ours)}/media/${yield* tokens.issue(attemptId)}`
          }
        })
      })
    })
  )
}

/** The same place, for a websocket. */
export const webSocketUrl = (url: string): string => url.replace(/^http/, "ws")
