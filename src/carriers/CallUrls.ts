import { Context, Effect, Layer } from "effect"
import { AppConfig } from "../platform/config.ts"
import { ListenAddress } from "../platform/http/ListenAddress.ts"
import { StreamTokens } from "./StreamTokens.ts"

/** URLs at which the carrier reaches this service about one attempt. */
export interface AttemptUrls {
  readonly status: string
  readonly stream: string
  /** The carrier asks here what happens in a call of the person. Only the simulated line gets it with each call. */
  readonly voice?: string
}

/** URLs at which the carrier reaches this service about one try of a transfer. */
export interface TransferUrls extends AttemptUrls {
  /** The carrier asks here for the next steps when the connection with the target is over. */
  readonly end: string
}

/**
 * Builds the URLs that a carrier is given: below the public URL, or below the local address for the
 * simulated carrier, which never leaves this machine. A carrier signs the URL that it was given, so
 * signatures are checked against these URLs, never against one taken from a request.
 */
export class CallUrls extends Context.Service<
  CallUrls,
  {
    /** Base URL of all callbacks. */
    readonly base: Effect.Effect<string>
    /** URLs at which the carrier asks what happens in the call of a person, and reports the key that they press. */
    readonly inbound: Effect.Effect<{ readonly voice: string; readonly key: string }>
    readonly of: (attemptId: string) => Effect.Effect<AttemptUrls>
    readonly ofTransfer: (tryId: string) => Effect.Effect<TransferUrls>
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
        inbound: Effect.map(base, (url) => {
          const voice = `${url}/carriers/${carrier}/voice`
          return { voice, key: `${voice}/key` }
        }),
        of: Effect.fnUntraced(function* (attemptId) {
          const ours = `${yield* base}/carriers/${carrier}`
          return {
            status: `${ours}/status/${attemptId}`,
            stream: `${webSocketUrl(ours)}/media/${yield* tokens.issue(attemptId)}`,
            voice: `${ours}/voice`
          }
        }),
        ofTransfer: Effect.fnUntraced(function* (tryId) {
          const ours = `${yield* base}/carriers/${carrier}`
          return {
            status: `${ours}/legs/${tryId}`,
            stream: `${webSocketUrl(ours)}/media/${yield* tokens.issue(tryId)}`,
            end: `${ours}/transfers/${tryId}`
          }
        })
      })
    })
  )
}

/** Returns the same URL for a websocket. */
export const webSocketUrl = (url: string): string => url.replace(/^http/, "ws")
