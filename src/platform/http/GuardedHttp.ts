import { Context, Duration, Effect, Layer } from "effect"
import { AppConfig } from "../config.ts"
import { connectChecked, type Dialed } from "./checked-socket.ts"
import { abort, type Connection, makeConnection, makeIdlePool } from "./connections.ts"
import { exchange, type GuardedResponse, type OutboundRequest, sendable } from "./exchange.ts"
import { type AddressNotAllowed, type InvalidRequest, Unreachable } from "./outbound-errors.ts"
import { addressesOf, ResolveName } from "./target-addresses.ts"

/**
 * Sends requests to URLs that clients of the API have set. Dials only addresses that it has checked itself, follows no
 * redirect, uses no proxy, and ends within its time, 15 seconds, whatever the receiver does. An idle connection is reused only for
 * the same origin, and only if its address is one that the new request may dial.
 */
export class GuardedHttp extends Context.Service<
  GuardedHttp,
  {
    readonly send: (
      request: OutboundRequest
    ) => Effect.Effect<GuardedResponse, AddressNotAllowed | Unreachable | InvalidRequest>
  }
>()("carillon/platform/GuardedHttp") {
  static readonly layer = Layer.effect(
    GuardedHttp,
    Effect.gen(function* () {
      const { allowPrivateWebhooks: allowPrivate } = yield* AppConfig
      const resolve = yield* ResolveName

      const idle = yield* Effect.acquireRelease(Effect.sync(makeIdlePool), ({ close }) => Effect.sync(close))

      const connect = Effect.fnUntraced(function* (
        url: URL,
        addresses: ReadonlyArray<string>,
        resources: ExchangeResources
      ) {
        const socket = yield* connectChecked(url, addresses, allowPrivate, resources)
        resources.connection = makeConnection(url, resources.address, socket)
        return resources.connection
      })

      const exchangeBy = (connection: Connection, url: URL, request: OutboundRequest) =>
        Effect.map(exchange(connection.client, url, request), ({ isComplete, ...answer }) => {
          if (isComplete) idle.add(connection)
          else abort(connection.client)
          return answer
        })

      const exchangeOnNew = (url: URL, request: OutboundRequest, addresses: ReadonlyArray<string>) =>
        Effect.acquireUseRelease(
          Effect.sync((): ExchangeResources => ({ address: "", socket: undefined, connection: undefined })),
          (resources) => Effect.flatMap(connect(url, addresses, resources), (made) => exchangeBy(made, url, request)),
          ({ connection, socket }) =>
            Effect.sync(() => {
              if (connection === undefined) socket?.destroy()
              else if (!connection.isPooled) abort(connection.client)
            })
        )

      const sendNow = Effect.fnUntraced(function* (request: OutboundRequest) {
        const url = yield* sendable(request)
        const addresses = yield* addressesOf(url.hostname, allowPrivate, resolve)
        const pooled = request.isSentOnce ? undefined : idle.take(url, addresses)
        if (pooled === undefined) return yield* exchangeOnNew(url, request, addresses)
        // The receiver may close an idle connection at the moment of its reuse. Sending again is safe, because the
        // receiver recognizes a repeated message by its id.
        return yield* Effect.catchIf(
          exchangeBy(pooled, url, request),
          ({ hadNoResponse }) => hadNoResponse,
          () => exchangeOnNew(url, request, addresses)
        )
      })

      const send = (request: OutboundRequest) => {
        const duration = Duration.millis(request.timeoutMillis ?? usualTimeoutMillis)
        return Effect.timeoutOrElse(sendNow(request), {
          duration,
          orElse: () =>
            Effect.fail(
              new Unreachable({
                reason: "timeout",
                // The rest of a longer time is no round number.
                message: `No whole answer within ${Number(Duration.toSeconds(duration).toPrecision(2))} s`
              })
            )
        })
      }

      return GuardedHttp.of({ send })
    })
  )
}

/** Maximum time of a request, from the DNS lookup to the end of the response, ms. */
const usualTimeoutMillis = 15_000

/** Resources of one exchange; destroyed when it ends unless the connection goes to the idle pool. */
interface ExchangeResources extends Dialed {
  connection: Connection | undefined
}
