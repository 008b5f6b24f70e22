import http from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { HttpServer, HttpServerResponse } from "effect/http"
import { AppConfig, readSettings } from "../../src/platform/config.ts"
import * as HttpServerLayer from "../../src/platform/HttpServer.ts"

const settings = Layer.effect(AppConfig, readSettings({ PORT: "0", DRAIN_SECONDS: "600" }))

describe("a server that stops", () => {
  it.live("answers who is at work, and does not wait for their next request", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const isAsked = yield* Deferred.make<void>()
      const mayAnswer = yield* Deferred.make<void>()
      const answer = Effect.gen(function* () {
        yield* Deferred.succeed(isAsked, undefined)
        yield* Deferred.await(mayAnswer)
        return HttpServerResponse.text("done")
      })
      const context = yield* Layer.buildWithScope(
        HttpServer.serve(answer).pipe(Layer.provideMerge(HttpServerLayer.layer(() => "")), Layer.provide(settings)),
        scope
      )
      const url = yield* Effect.provideContext(HttpServer.addressFormattedWith(Effect.succeed), context)
      // It keeps its connection for the next request.
      const agent = yield* Effect.acquireRelease(
        Effect.sync(() => new http.Agent({ keepAlive: true })),
        (kept) => Effect.sync(() => kept.destroy())
      )
      const asked = new Promise<number | undefined>((resolve, reject) => {
        http
          .get(url, { agent }, (response) => response.resume().once("end", () => resolve(response.statusCode)))
          .once("error", reject)
      })
      yield* Deferred.await(isAsked)
      const closing = yield* Effect.forkScoped(Scope.close(scope, Exit.void))
      yield* Effect.yieldNow
      yield* Deferred.succeed(mayAnswer, undefined)
      assert.strictEqual(yield* Effect.promise(() => asked), 200)
      yield* Fiber.join(closing)
    })
  )
})
