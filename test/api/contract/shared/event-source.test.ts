import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { eventsIn } from "../../../../src/api/contract/shared/event-source.ts"

const encode = (text: string) => new TextEncoder().encode(text)

const bytesOf = (body: ReadableStream<Uint8Array>) =>
  Stream.fromReadableStream({ evaluate: () => body, onError: (error) => error })

describe("eventsIn", () => {
  it.effect("returns the data of each event, however the bytes are split", () =>
    Effect.gen(function* () {
      const bytes = encode(
        ':\n\nid: 1\nevent: x\ndata: {"name":"Zoë"}\n\n:\n\ndata: {"name":"two"}\n\ndata: {"name":"cut'
      )
      const body = ReadableStream.from([...bytes].map((byte) => Uint8Array.of(byte)))
      assert.deepStrictEqual(yield* Stream.runCollect(eventsIn(bytesOf(body))), [{ name: "Zoë" }, { name: "two" }])
    })
  )

  it.effect("ends when the connection breaks", () =>
    Effect.gen(function* () {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(encode("data: 1\n\n")),
        pull: (controller) => controller.error(new Error("ECONNRESET"))
      })
      assert.deepStrictEqual(yield* Stream.runCollect(eventsIn(bytesOf(body))), [1])
    })
  )

  it.effect("ends after 45 s without any event or comment", () =>
    Effect.gen(function* () {
      let send: (text: string) => void = () => undefined
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          send = (text) => controller.enqueue(encode(text))
        }
      })
      const following = yield* Effect.forkChild(Stream.runCollect(eventsIn(bytesOf(body))), { startImmediately: true })
      for (let time = 0; time < 3; time++) {
        yield* TestClock.adjust("44 seconds")
        send(":\n\n")
      }
      assert.isUndefined(following.pollUnsafe())
      yield* TestClock.adjust("45 seconds")
      assert.deepStrictEqual(yield* Fiber.join(following), [])
    })
  )
})
