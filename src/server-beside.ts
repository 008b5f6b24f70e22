import { Console, Deferred, Effect, Layer } from "effect"
import { application } from "./main.ts"
import { AdminListener } from "./platform/http/HttpServer.ts"
import { ListenAddress } from "./platform/http/ListenAddress.ts"
import * as Platform from "./platform/layer.ts"
import * as Lifecycle from "./platform/lifecycle/Lifecycle.ts"

/** URLs of the server on this machine: of the API, and of the admin API. */
export interface ServerUrls {
  readonly url: string
  readonly adminUrl: string
}

/** The server with its log elsewhere, and work that starts once it listens. When the work ends, the server goes on. */
export const serverBeside = <E, R>(beside: {
  readonly log: Console.Console
  readonly work: (urls: ServerUrls) => Effect.Effect<void, E, R>
}) =>
  Effect.gen(function* () {
    const listening = yield* Deferred.make<ServerUrls>()
    const report = Layer.effectDiscard(
      Effect.gen(function* () {
        const url = yield* Effect.flatMap(ListenAddress, (address) => address.url)
        const admin = yield* AdminListener
        yield* Deferred.succeed(listening, { url, adminUrl: admin.url ?? url })
      })
    )
    const serving = Lifecycle.launch(report.pipe(Layer.provideMerge(application))).pipe(
      Effect.provide(Platform.settings),
      Effect.provideService(Console.Console, beside.log)
    )
    const working = Effect.flatMap(Deferred.await(listening), beside.work)
    yield* Effect.raceFirst(serving, Effect.andThen(Effect.raceFirst(working, Lifecycle.stopAsked), Effect.never))
  })
