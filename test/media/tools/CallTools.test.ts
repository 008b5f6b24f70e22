import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer } from "effect"
import { Attempts } from "../../../src/calls/attempts/Attempts.ts"
import { ToolCalls } from "../../../src/calls/conversations/ToolCalls.ts"
import type { FlowTool } from "../../../src/domain/tools/FlowTool.ts"
import type { ToolOutcome } from "../../../src/domain/tools/ToolCall.ts"
import { CallTools, type ToolsOfCall } from "../../../src/media/tools/CallTools.ts"
import { ToolRequests } from "../../../src/tools/ToolRequests.ts"
import { attempt } from "../gateway/gateway-server.ts"
import { brief } from "../session/scripted-providers.ts"

const request = { method: "POST", url: "https://crm.example.com/", body: null, headers: null } as const
const tool = (name: string, changes: boolean): FlowTool => ({
  name,
  description: "A tool",
  parameters: { type: "object" },
  request,
  timeoutSeconds: 8,
  waitingText: null,
  answer: null,
  changes
})

const done = (result: string): ToolOutcome => ({ status: "DONE", httpStatus: 200, result })
const unclear: ToolOutcome = { status: "UNCLEAR", httpStatus: null, result: "No answer." }

/** Begins a conversation whose requests are answered by `answer`; `sent` has their idempotency keys and tools. */
const setUp = Effect.fnUntraced(function* (
  answer: (tool: string, count: number) => Effect.Effect<ToolOutcome>,
  {
    earlier = [],
    identity = null,
    isTrial = false
  }: { readonly earlier?: ReadonlyArray<any>; readonly identity?: string | null; readonly isTrial?: boolean } = {}
) {
  const sent: Array<{ readonly tool: string; readonly key: string }> = []
  const stored: Array<string> = []
  const services = yield* Layer.build(
    CallTools.layer.pipe(
      Layer.provide([
        Layer.mock(Attempts, {
          noteIdentity: () => Effect.sync(() => void stored.push("identity"))
        }),
        Layer.succeed(ToolRequests, {
          prepare: (organizationId, of) => ({
            request: { organizationId, tool: of, filled: { ...request, url: request.url } }
          }),
          send: ({ tool: of }, { idempotencyKey }) =>
            Effect.suspend(() => answer(of.name, sent.push({ tool: of.name, key: idempotencyKey })))
        }),
        Layer.succeed(ToolCalls, {
          begin: (_, { tool: name }) =>
            Effect.as(
              Effect.sync(() => stored.push(`${name} begins`)),
              name
            ),
          end: (_, id, { status }) => Effect.sync(() => void stored.push(`${id} ${status}`)),
          of: () => Effect.succeed([]),
          callbackOf: () => Effect.succeed(undefined),
          ofEarlierAttempts: () => Effect.succeed(earlier)
        })
      ])
    )
  )
  const tools = [tool("book", true), tool("look_up", false)]
  return {
    sent,
    stored,
    tools: Context.get(services, CallTools).begin(
      attempt,
      { ...brief, identity, tools, callbackZone: "Asia/Kolkata" },
      isTrial
    )
  }
})

const heard = ["Yes?", "Please call me tomorrow at four in the afternoon."]
const callback = (said: string, time: object, certain = true) => ({
  name: "schedule_callback",
  arguments: { said, day: { kind: "offset", days: 1 }, time, certain }
})

const book = (day: string) => ({ name: "book", arguments: { day } })
const lookUp = (day: string) => ({ name: "look_up", arguments: { day } })

/** The results that the model sees after `turns` turns of the person. */
const seen = (tools: ToolsOfCall, turns = 1) =>
  tools
    .recall(
      Array.from({ length: turns }, () => ({ role: "user" as const, text: "Words" })),
      0
    )
    .flatMap(({ toolCalls = [] }) =>
      toolCalls.map(({ answer }) => answer.replaceAll(/<.?tool_answer( tool="\w+")?/g, ""))
    )

describe("the tools of a conversation", () => {
  it.effect("one that changes something is sent once for the same words, and its result is seen again", () =>
    Effect.gen(function* () {
      const { sent, tools } = yield* setUp(() => Effect.succeed(done("booked")))
      yield* tools.run([book("Tuesday")], { turn: 1, said: "", heard, identity: "no" })
      yield* tools.run([book("Tuesday")], { turn: 1, said: "", heard, identity: "no" })
      assert.strictEqual(sent.length, 1)
      assert.deepStrictEqual(seen(tools), [' status="DONE">booked>'])
    })
  )

  it.effect("one that changes something is not sent a second time with other arguments while it runs", () =>
    Effect.gen(function* () {
      const answer = Deferred.makeUnsafe<ToolOutcome>()
      const { sent, tools } = yield* setUp(() => Deferred.await(answer))
      const first = yield* Effect.forkChild(tools.run([book("Tuesday")], { turn: 1, said: "", heard, identity: "no" }))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(first)
      yield* tools.run([book("tuesday")], { turn: 1, said: "", heard, identity: "no" })
      assert.strictEqual(sent.length, 1)
      assert.match(seen(tools)[1] ?? "", /REFUSED.*still runs/)
      // The interruption ended the wait only: the result is there for the next reply.
      Deferred.doneUnsafe(answer, Effect.succeed(done("booked")))
      yield* tools.run([book("Tuesday")], { turn: 1, said: "", heard, identity: "no" })
      assert.strictEqual(sent.length, 1)
      assert.match(seen(tools)[0] ?? "", /DONE/)
    })
  )

  it.effect("one whose result is unclear is never sent again in the call, while others are", () =>
    Effect.gen(function* () {
      const { sent, tools } = yield* setUp((name) => Effect.succeed(name === "book" ? unclear : done("free")))
      yield* tools.run([book("Tuesday"), book("Wednesday")], { turn: 1, said: "", heard, identity: "no" })
      yield* tools.run([book("Thursday"), lookUp("Thursday")], { turn: 2, said: "", heard, identity: "no" })
      assert.deepStrictEqual(
        sent.map((one) => one.tool),
        ["book", "look_up"]
      )
      assert.match(seen(tools, 2).join("\n"), /UNCLEAR.*\n.*REFUSED.*may have happened.*\n.*\n.*REFUSED/)
    })
  )

  it.effect("one of the flow is refused until the person has confirmed who they are, whatever was offered", () =>
    Effect.gen(function* () {
      const { sent, tools } = yield* setUp(() => Effect.succeed(done("5,000 due")), { identity: "Ask for the person" })
      yield* tools.run([lookUp("Monday")], { turn: 1, said: "", heard, identity: "maybe" })
      assert.deepStrictEqual(sent, [])
      assert.match(seen(tools)[0] ?? "", /REFUSED.*has not said that they are the one/)
      // Nor does the agent say what it would say meanwhile, which may be about the person.
      assert.strictEqual(tools.waitingText([lookUp("Monday")], "maybe"), "")
      yield* tools.run([{ name: "confirm_identity", arguments: {} }], { turn: 2, said: "", heard, identity: "maybe" })
      yield* tools.run([lookUp("Monday")], { turn: 2, said: "", heard, identity: "maybe" })
      assert.strictEqual(sent.length, 1)
    })
  )

  it.effect("one that was not begun before an interruption runs when it is asked for again", () =>
    Effect.gen(function* () {
      const answer = Deferred.makeUnsafe<ToolOutcome>()
      const { sent, tools } = yield* setUp((_, count) =>
        count === 1 ? Deferred.await(answer) : Effect.succeed(done("b"))
      )
      const first = yield* Effect.forkChild(
        tools.run([book("Tuesday"), book("Friday")], { turn: 1, said: "", heard, identity: "no" })
      )
      yield* Effect.yieldNow
      yield* Fiber.interrupt(first)
      Deferred.doneUnsafe(answer, Effect.succeed(done("a")))
      yield* Effect.yieldNow
      yield* tools.run([book("Friday")], { turn: 1, said: "", heard, identity: "no" })
      assert.deepStrictEqual(seen(tools), [' status="DONE">a>', ' status="DONE">b>'])
      assert.strictEqual(new Set(sent.map(({ key }) => key)).size, 2)
    })
  )

  it.effect("a defect of a request is a result, and says whether something may have happened", () =>
    Effect.gen(function* () {
      const { stored, tools } = yield* setUp(() => Effect.die(new Error("A defect of the test")))
      yield* tools.run([book("Tuesday"), lookUp("Tuesday")], { turn: 1, said: "", heard, identity: "no" })
      assert.deepStrictEqual(stored.filter((one) => /[A-Z]$/.test(one)).toSorted(), ["book UNCLEAR", "look_up FAILED"])
    })
  )

  it.effect("an effect that an earlier attempt has had, or may have had, is not repeated", () =>
    Effect.gen(function* () {
      const of = (day: string, status: string) => ({ tool: "book", arguments: { day }, status, result: null })
      const { sent, tools } = yield* setUp(() => Effect.succeed(done("booked")), {
        earlier: [of("Monday", "DONE"), of("Tuesday", "UNCLEAR"), of("Wednesday", "RUNNING")]
      })
      yield* tools.run(["Monday", "Tuesday", "Wednesday", "Friday"].map(book), {
        turn: 1,
        said: "",
        heard,
        identity: "no"
      })
      assert.strictEqual(sent.length, 1)
      assert.match(seen(tools).join("\n"), /REFUSED.*was done.*\n.*REFUSED.*may have.*\n.*REFUSED.*\n.*DONE/)
    })
  )

  it.effect("a trial sends and stores nothing that changes something", () =>
    Effect.gen(function* () {
      const { sent, stored, tools } = yield* setUp(() => Effect.succeed(done("free")), { isTrial: true })
      yield* tools.run([book("Tuesday"), lookUp("Tuesday")], { turn: 1, said: "", heard, identity: "no" })
      assert.deepStrictEqual(
        sent.map((one) => one.tool),
        ["look_up"]
      )
      assert.deepStrictEqual(stored, [])
      assert.match(seen(tools).join(), /Nothing was sent/)
    })
  )

  it.effect("one that the flow does not have is not run", () =>
    Effect.gen(function* () {
      const { sent, stored, tools } = yield* setUp(() => Effect.succeed(done("")))
      yield* tools.run([{ name: "wire_money", arguments: {} }], { turn: 1, said: "", heard, identity: "no" })
      assert.deepStrictEqual([sent, stored], [[], []])
    })
  )

  it.effect("a callback is set when the person said it and its time is clear, and else is asked about", () =>
    Effect.gen(function* () {
      const { stored, tools } = yield* setUp(() => Effect.succeed(done("")))
      const four = { hour: 4, minute: 0, meridiem: "PM" }
      yield* tools.run([callback("tomorrow at four", four)], { turn: 2, said: "", heard, identity: "no" })
      yield* tools.run([callback("tomorrow at five", four)], { turn: 2, said: "", heard, identity: "no" })
      yield* tools.run([callback("tomorrow", four, false)], { turn: 2, said: "", heard, identity: "no" })
      yield* tools.run([callback("tomorrow", { hour: "four" })], { turn: 2, said: "", heard, identity: "no" })
      assert.match(
        seen(tools, 2).join("\n"),
        /DONE.*16:00.*\n.*REFUSED.*own words.*\n.*REFUSED.*not clear.*\n.*REFUSED.*do not fit/
      )
      assert.strictEqual(stored.filter((one) => one.endsWith(" DONE")).length, 1)
      assert.strictEqual(tools.waitingText([callback("tomorrow", four)], "no"), "")
    })
  )

  it.effect("a callback is taken back by the person's own words, unless they name another time", () =>
    Effect.gen(function* () {
      const { tools } = yield* setUp(() => Effect.succeed(done("")))
      const takeBack = (said: string, time: object = {}) => ({
        name: "schedule_callback",
        arguments: { said, isTakenBack: true, ...time }
      })
      const at = { turn: 2, said: "", heard: ["No, do not call me tomorrow. In two hours."], identity: "no" } as const
      yield* tools.run([takeBack("do not call me tomorrow")], at)
      yield* tools.run([takeBack("never mind")], at)
      yield* tools.run([takeBack("in two hours", { afterMinutes: 120, certain: true })], at)
      assert.match(
        seen(tools, 2).join("\n"),
        /DONE.*No callback is set any more.*\n.*REFUSED.*own words.*\n.*DONE.*The callback is set for/
      )
    })
  )
})
