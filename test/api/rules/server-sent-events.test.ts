import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Layer, Stream } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { TestClock } from "effect/testing"
import { type ServerSentEvent, serverSentEvents } from "../../../src/api/handlers/server-sent-events.ts"
import { neverDrains } from "../../support/services/never-drains.ts"

/** Follows the events of a separate server. */
const follow = Effect.fnUntraced(function* (events: Stream.Stream<ServerSentEvent>) {
  const route = HttpRouter.use((router) =>
    Effect.flatMap(serverSentEvents, (send) => router.add("GET", "/", send(events)))
  )
  const context = yield* Layer.build(
    HttpRouter.serve(route, { disableLogger: true, disableListenLog: true }).pipe(
      Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" })),
      Layer.provide(neverDrains)
    )
  )
  const { address } = yield* Effect.provide(HttpServer.HttpServer, context)
  const leave = new AbortController()
  const { body } = yield* Effect.promise(() =>
    fetch(`http://127.0.0.1:${"port" in address ? address.port : 0}`, { signal: leave.signal })
  )
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
  const read = Effect.promise(async () => (await reader.read()).value)
  return { read, leave: Effect.sync(() => leave.abort()) }
})

describe("serverSentEvents", () => {
  it.effect("sends a comment at once, and another every 15 s", () =>
    Effect.gen(function* () {
      const { read, leave } = yield* follow(Stream.never)
      assert.strictEqual(yield* read, ":\n\n")
      for (let times = 0; times < 3; times++) {
        yield* TestClock.adjust("15 seconds")
        assert.strictEqual(yield* read, ":\n\n")
      }
      yield* leave
    })
  )

  it.effect("ends its source as soon as the client leaves", () =>
    Effect.gen(function* () {
      const freed = yield* Deferred.make<void>()
      const { read, leave } = yield* follow(
        Stream.make({ id: "1", event: "one", data: "two\nlines" }).pipe(
          Stream.concat(Stream.never),
          Stream.ensuring(Deferred.succeed(freed, undefined))
        )
      )
      let text = ""
      while (!text.includes("lines")) text += yield* read
      assert.include(text, "id: 1\nevent: one\ndata: two\ndata: lines\n\n")
      yield* leave
      yield* Deferred.await(freed)
    })
  )
})
