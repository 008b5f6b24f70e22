import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { AppConfig } from "../../../../src/platform/config.ts"
import { Lifecycle, launch, runMain } from "../../../../src/platform/lifecycle/Lifecycle.ts"
import * as Logging from "../../../../src/platform/observability/Logging.ts"

// A minimal process that starts, serves and drains like the real one. It prints a line for each
// event.
const [, , behaviour] = process.argv

const print = (line: string) => Effect.sync(() => process.stdout.write(`${line}\n`))

const Routes = Layer.mergeAll(
  HttpRouter.add(
    "GET",
    "/readyz",
    Effect.gen(function* () {
      const reasons = yield* (yield* Lifecycle).unready
      return HttpServerResponse.text(reasons.join(), { status: reasons.length === 0 ? 200 : 503 })
    })
  ),
  // A request that is in flight when the drain starts. It answers with the readiness at that
  // moment.
  HttpRouter.add(
    "GET",
    "/slow",
    Effect.gen(function* () {
      yield* print("slow request")
      yield* (yield* Lifecycle).drainStarted
      const { address } = yield* HttpServer.HttpServer
      const answer = yield* Effect.promise(() =>
        fetch(`http://127.0.0.1:${"port" in address ? address.port : 0}/readyz`)
      )
      return HttpServerResponse.text(`${answer.status} ${yield* Effect.promise(() => answer.text())}`)
    })
  )
)

const Server = HttpRouter.serve(Routes, { disableLogger: true, disableListenLog: true }).pipe(
  Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }))
)

const Announced = Layer.effectDiscard(
  Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer
    yield* print(`listening on ${"port" in address ? address.port : 0}`)
    const lifecycle = yield* Lifecycle
    yield* Effect.addFinalizer(() =>
      Effect.flatMap(lifecycle.unready, (reasons) => print(`first finalizer: ${reasons.join()}`))
    )
  })
)

const Last = Layer.effectDiscard(
  Effect.addFinalizer(() => (behaviour === "stuck" ? Effect.never : print("last finalizer")))
)

const Starting = Layer.effectDiscard(
  Effect.gen(function* () {
    if (behaviour === "hanging") return yield* Effect.andThen(print("starting"), Effect.never)
    if (behaviour === "defect") return yield* Effect.die(new Error("broken for +919812345610\nat a second line"))
    if (behaviour === "stray") setTimeout(() => fail("+919812345610"), 0)
    return undefined
  })
)

const fail = (number: string) => {
  throw new Error(`stray error for ${number}`)
}

launch(Announced.pipe(Layer.provide(Server), Layer.provide(Starting.pipe(Layer.provide(Last))))).pipe(
  Effect.provide(Logging.layer),
  Effect.provide(AppConfig.layer),
  runMain
)
