import { Context, Deferred, Effect, Layer } from "effect"
import { HttpServer } from "effect/http"

/** URL of this process on its own machine; known once the server listens, which is the last step of the start. */
export class ListenAddress extends Context.Service<
  ListenAddress,
  { readonly url: Effect.Effect<string>; readonly record: (url: string) => Effect.Effect<void> }
>()("carillon/platform/ListenAddress") {
  static readonly layer = Layer.effect(
    ListenAddress,
    Effect.map(Deferred.make<string>(), (known) =>
      ListenAddress.of({
        url: Deferred.await(known),
        record: (url) => Effect.asVoid(Deferred.succeed(known, url))
      })
    )
  )
}

/** Records the address of the listening server. */
export const recordListenAddress = Layer.effectDiscard(
  Effect.gen(function* () {
    const { record } = yield* ListenAddress
    yield* HttpServer.addressFormattedWith((address) => record(reachable(address)))
  })
)

/** Returns the URL for clients, which cannot connect to a wildcard address: it becomes the loopback address. */
export const reachable = (address: string) =>
  address.replace("://0.0.0.0:", "://127.0.0.1:").replace("://[::]:", "://127.0.0.1:")
