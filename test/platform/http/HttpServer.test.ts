import http from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { HttpServer, HttpServerResponse } from "effect/http"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import * as HttpServerLayer from "../../../src/platform/http/HttpServer.ts"

const settings = Layer.effect(AppConfig, readSettings({ PORT: "0", DRAIN_SECONDS: "600" }))

describe("a server that stops", () => {
  it.live("answers running requests and closes their connections", () =>
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
      // The client keeps its connection for the next request.
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

describe("a server that starts", () => {
  it.live("buffers a request until its handler is ready", () =>
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const listening = yield* Layer.buildWithScope(
        HttpServerLayer.layer(() => "").pipe(Layer.provide(settings)),
        scope
      )
      const url = yield* Effect.provideContext(HttpServer.addressFormattedWith(Effect.succeed), listening)
      const request = http.request(url, { method: "POST", agent: false, headers: { expect: "100-continue" } })
      const answered = new Promise<number | undefined>((resolve, reject) => {
        request.once("response", (response) => resolve(response.resume().statusCode)).once("error", reject)
      })
      // Node has read the request, and there is no handler yet.
      const isRead = new Promise((resolve) => request.once("continue", resolve))
      request.flushHeaders()
      yield* Effect.promise(() => isRead)
      request.end()
      const served = HttpServer.serve(Effect.succeed(HttpServerResponse.text("done")))
      yield* Effect.provideContext(Layer.buildWithScope(served, scope), listening)
      assert.strictEqual(yield* Effect.promise(() => answered), 200)
    })
  )

  it.live("names ADMIN_PORT when it is in use", () =>
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const taken = http.createServer()
      const port = yield* Effect.callback<number>((resume) => {
        taken.listen(0, "127.0.0.1", () => resume(Effect.succeed((taken.address() as AddressInfo).port)))
      })
      yield* Effect.addFinalizer(() => Effect.sync(() => taken.close()))
      const config = Layer.effect(AppConfig, readSettings({ PORT: "0", ADMIN_PORT: String(port) }))
      const failure = yield* Effect.flip(
        Layer.buildWithScope(HttpServerLayer.layer(() => "").pipe(Layer.provide(config)), scope)
      )
      assert.include(
        String(failure),
        `ADMIN_PORT ${port} of 127.0.0.1 is in use: stop what listens there, or set another ADMIN_PORT`
      )
    })
  )
})
