import { assert, describe, it } from "@effect/vitest"
import { status } from "@grpc/grpc-js"
import { Effect, Exit, Fiber, Layer, Scope, Stream } from "effect"
import { bytesPerMilli, silent } from "../../src/audio/frames.ts"
import { speak as modem } from "../../src/audio/modem.ts"
import { makeUsageTally } from "../../src/domain/costs/usage-tally.ts"
import { CurrentUsageMeter } from "../../src/providers/contract/CurrentUsageMeter.ts"
import type { ProviderFailure } from "../../src/providers/contract/ProviderFailure.ts"
import { type Ear, type Heard, SpeechToText } from "../../src/providers/contract/SpeechToText.ts"
import * as Providers from "../../src/providers/Providers.ts"
import { eventually } from "../support/eventually.ts"
import { assemblyError, assemblyFake } from "../support/fakes/vendors/assemblyai-fake.ts"
import { deepgramFake } from "../support/fakes/vendors/deepgram-fake.ts"
import type { EarScript } from "../support/fakes/vendors/ear-script.ts"
import { googleEar } from "../support/fakes/vendors/google-ear.ts"
import { sarvamFake } from "../support/fakes/vendors/sarvam-fake.ts"
import { sonioxError, sonioxFake } from "../support/fakes/vendors/soniox-fake.ts"
import type { VendorConnection } from "../support/fakes/vendors/vendor-server.ts"
import { makeUntil } from "../support/until.ts"
import { settingsLayer } from "./settings.ts"

interface EarServer {
  readonly url: string
  readonly problems: ReadonlyArray<string>
  readonly until: (condition: () => boolean) => Effect.Effect<void>
  readonly connections: ReadonlyArray<VendorConnection>
  readonly openCount: () => number
}

/** A code of an error, and whether the ear may be tried again. */
type VendorError = readonly [code: number | string, retryable: boolean]

interface Vendor {
  readonly ear: Ear
  readonly language: string
  readonly start: (script: EarScript) => Effect.Effect<EarServer, never, Scope.Scope>
  readonly environment: (url: string) => Readonly<Record<string, string>>
  /** Whether the ear understands turns. */
  readonly knowsTurns: boolean
  /** Whether the ear makes new streams by itself until no retry can help. */
  readonly recovers?: true
  /** Whether the vendor says when its session has begun. */
  readonly saysBegin?: true
  /** Whether the ear must not be fed faster than a person speaks. */
  readonly isPaced?: true
  /** HTTP statuses with which a connection is refused. */
  readonly refusals: ReadonlyArray<VendorError>
  /** Errors in the middle of a session. */
  readonly errors: ReadonlyArray<VendorError>
  readonly fail: (connection: VendorConnection, code: number | string) => void
  /** Whether a message ends an utterance, so that it may come late, or twice. */
  readonly isFinal: (message: any) => boolean
}

const usualRefusals: ReadonlyArray<VendorError> = [
  [400, false],
  [401, false],
  [402, false],
  [403, false],
  [408, true],
  [429, true],
  [500, true],
  [503, true]
]

const vendors: Readonly<Record<string, Vendor>> = {
  Google: {
    ear: { vendor: "google" },
    language: "en-IN",
    start: (script) => googleEar(script),
    environment: (url) => ({ GOOGLE_PROJECT: "p", GOOGLE_SPEECH_ENDPOINT: url }),
    knowsTurns: false,
    recovers: true,
    refusals: [
      [status.PERMISSION_DENIED, false],
      [status.INVALID_ARGUMENT, false]
    ],
    errors: [[status.PERMISSION_DENIED, false]],
    fail: (connection, code) => connection.close(Number(code)),
    isFinal: () => false
  },
  "Deepgram Flux": {
    ear: { vendor: "deepgram" },
    language: "en-IN",
    start: (script) => deepgramFake(script),
    environment: (url) => ({ DEEPGRAM_API_KEY: "dg-test", DEEPGRAM_URL: url }),
    knowsTurns: true,
    saysBegin: true,
    refusals: usualRefusals,
    errors: [
      ["UNPARSABLE_CLIENT_MESSAGE", false],
      ["INTERNAL_SERVER_ERROR", true],
      [1011, true],
      [1008, false]
    ],
    fail: (connection, code) => {
      if (typeof code === "number") return connection.close(code, "NET-0000")
      connection.send({ type: "Error", sequence_id: 0, code, description: "An error" })
      connection.close(1011)
    },
    isFinal: ({ event }) => event === "EndOfTurn"
  },
  "Deepgram Nova-3": {
    ear: { vendor: "deepgram" },
    language: "ta-IN",
    start: (script) => deepgramFake(script),
    environment: (url) => ({ DEEPGRAM_API_KEY: "dg-test", DEEPGRAM_URL: url }),
    knowsTurns: false,
    refusals: usualRefusals,
    errors: [
      [1008, false],
      [1011, true]
    ],
    fail: (connection, code) => connection.close(Number(code), code === 1008 ? "DATA-0000" : "NET-0000"),
    isFinal: ({ is_final }) => is_final === true
  },
  Soniox: {
    ear: { vendor: "soniox" },
    language: "en-IN",
    start: (script) => sonioxFake(script),
    environment: (url) => ({ SONIOX_API_KEY: "so-test", SONIOX_URL: url }),
    knowsTurns: true,
    refusals: usualRefusals,
    errors: [
      [400, false],
      [401, false],
      [402, false],
      [408, true],
      [429, true],
      [500, true],
      [503, true]
    ],
    fail: (connection, code) => sonioxError(connection, Number(code)),
    isFinal: ({ tokens }) => tokens?.at(-1)?.text === "<end>"
  },
  AssemblyAI: {
    ear: { vendor: "assemblyai" },
    language: "en-IN",
    start: (script) => assemblyFake(script),
    environment: (url) => ({ ASSEMBLYAI_API_KEY: "as-test", ASSEMBLYAI_URL: url }),
    knowsTurns: true,
    saysBegin: true,
    isPaced: true,
    refusals: usualRefusals,
    errors: [
      [1008, false],
      ["too many sessions", true],
      [3005, true],
      [3006, false],
      [3007, true],
      [3008, true],
      [3009, true]
    ],
    fail: (connection, code) =>
      typeof code === "number"
        ? assemblyError(connection, code)
        : assemblyError(connection, 1008, "Unauthorized connection: Too many concurrent sessions"),
    isFinal: ({ end_of_turn }) => end_of_turn === true
  },
  Sarvam: {
    ear: { vendor: "sarvam" },
    language: "ta-IN",
    start: (script) => sarvamFake(script),
    environment: (url) => ({ SARVAM_API_KEY: "sa-test", SARVAM_URL: url }),
    knowsTurns: false,
    saysBegin: true,
    isPaced: true,
    refusals: usualRefusals,
    errors: [
      ["invalid_request_error", false],
      ["insufficient_quota_error", false],
      ["model_unavailable", true],
      [1003, false],
      [1008, true],
      [1013, true]
    ],
    fail: (connection, code) => {
      if (typeof code === "number") return connection.close(code)
      connection.send({ event: "error", code, message: "An error", is_fatal: true })
      connection.close(4000)
    },
    isFinal: ({ event }) => event === "transcript.final"
  }
}

/** An ear that listens to one call, and all its events. */
const listenTo = Effect.fnUntraced(function* (
  { ear, environment, language, start }: Vendor,
  script: EarScript = {},
  changes: { readonly environment?: Readonly<Record<string, string>>; readonly languages?: ReadonlyArray<string> } = {}
) {
  const fake = yield* start(script)
  const services = yield* Layer.build(
    Providers.layer.pipe(Layer.provide(settingsLayer({ ...environment(fake.url), ...changes.environment })))
  )
  // A separate scope, since the call ends before the fake.
  const scope = yield* Scope.make()
  const { hear, heard } = yield* SpeechToText.use(({ listen }) =>
    listen({ language, ear, ...(changes.languages !== undefined && { languages: changes.languages }) })
  ).pipe(Effect.provide(services), Scope.provide(scope))
  const events: Array<Heard> = []
  const watched = makeUntil(undefined)
  const reading = yield* heard.pipe(
    Stream.runForEach((one) =>
      Effect.sync(() => {
        events.push(one)
        watched.wake()
      })
    ),
    Effect.forkChild
  )
  return {
    fake,
    hear,
    events,
    finals: () => finalsIn(events),
    until: (condition: () => boolean) => watched.until(condition),
    failure: Effect.flip(Fiber.join(reading)) as Effect.Effect<ProviderFailure>,
    hangUp: Scope.close(scope, Exit.void)
  }
})

const finalsIn = (events: ReadonlyArray<Heard>) => events.flatMap((one) => (one.kind === "final" ? [one] : []))

const textOf = (events: ReadonlyArray<Heard>) =>
  finalsIn(events)
    .map(({ text }) => text)
    .join(" ")

const lettersOf = (text: string) => text.replace(/\s/g, "")

/** Speaks in frames of 20 ms, with silence that ends every turn. */
const say = (hear: (audio: Uint8Array, isReplayed?: boolean) => void, audio: Uint8Array, isReplayed?: boolean) => {
  for (let at = 0; at < audio.length; at += 160) hear(audio.subarray(at, at + 160), isReplayed)
}

const portionsOf = (audio: Uint8Array) =>
  Array.from({ length: Math.ceil(audio.length / 800) }, (_, index) => audio.subarray(index * 800, (index + 1) * 800))

/** Replaces the fields of these names in a message, wherever they are, except in the token that ends an utterance. */
const withFields = (message: any, fields: Readonly<Record<string, unknown>>): any => {
  if (Array.isArray(message)) return message.map((one) => withFields(one, fields))
  if (typeof message !== "object" || message === null || message.text === "<end>") return message
  return Object.fromEntries(
    Object.entries(message).map(([name, value]) => [name, name in fields ? fields[name] : withFields(value, fields)])
  )
}

const saidWithPause = (text: string, millis = 1_400) => Buffer.concat([modem(text), silent(millis)])

for (const [name, vendor] of Object.entries(vendors)) {
  describe.concurrent(`${name} as an ear`, () => {
    it.live("reports words while they are spoken, and then for good", () =>
      Effect.gen(function* () {
        const call = yield* listenTo(vendor)
        say(call.hear, saidWithPause("I would like to hear more of it."))
        yield* call.until(() => call.finals().length > 0)
        const [first] = call.events.filter(({ kind }) => kind === "interim" || kind === "final")
        assert.strictEqual(first?.kind, "interim")
        if (vendor.knowsTurns) yield* call.until(() => call.events.some(({ kind }) => kind === "turnEnded"))
        assert.strictEqual(lettersOf(textOf(call.events)), lettersOf("I would like to hear more of it."))
        const kinds = call.events.map(({ kind }) => kind)
        assert.strictEqual(kinds.includes("turnEnded"), vendor.knowsTurns)
        if (vendor.knowsTurns) assert.isAbove(kinds.indexOf("turnEnded"), kinds.indexOf("final"))
        assert.deepStrictEqual(call.fake.problems, [])
        yield* call.hangUp
      }).pipe(Effect.scoped)
    )

    it.live("dates its words by the received audio", () =>
      Effect.gen(function* () {
        const call = yield* listenTo(vendor)
        say(call.hear, silent(400))
        const spoken = saidWithPause("Yes, of course.")
        say(call.hear, spoken)
        yield* call.until(() => call.finals().length > 0)
        const [final] = call.finals()
        const until = 400 + modem("Yes, of course.").length / bytesPerMilli
        assert.isAtLeast(final?.untilMillis ?? 0, 400)
        assert.isAtMost(final?.untilMillis ?? 0, 400 + spoken.length / bytesPerMilli)
        if (!vendor.isPaced) assert.isAtLeast(final?.untilMillis ?? 0, until - 100)
        yield* call.hangUp
      }).pipe(Effect.scoped)
    )

    it.live("counts the sound that it sends, and no other", () =>
      Effect.gen(function* () {
        const tally = makeUsageTally()
        const received = new Map<number, number>()
        const call = yield* listenTo(vendor, {
          heard: (_, index, millis) => void received.set(index, millis)
        }).pipe(Effect.provideService(CurrentUsageMeter, tally.meter("conversation")))
        say(call.hear, saidWithPause("Yes, of course."))
        yield* call.until(() => call.finals().length > 0)
        const arrived = () => [...received.values()].reduce((sum, millis) => sum + millis, 0)
        const counted = () => tally.usage().reduce((sum, { quantity }) => sum + quantity, 0)
        // The sound after the final result, and a second of inserted silence, may reach a stream that has just ended.
        const lost = 2_000
        yield* Effect.promise(() => eventually(() => assert.isAtMost(counted(), arrived() + lost)))
        yield* call.hangUp
        const [usage, ...others] = tally.usage()
        assert.deepStrictEqual(others, [])
        assert.strictEqual(usage?.kind, "ear")
        assert.notStrictEqual(usage?.model, "")
        assert.isAbove(arrived(), 0)
        assert.isAtLeast(counted(), Math.floor(arrived()))
        assert.isAtMost(counted(), arrived() + lost)
      }).pipe(Effect.scoped)
    )

    it.live("keeps the letters of every script, digits and signs", () =>
      Effect.gen(function* () {
        const call = yield* listenTo(vendor)
        const text = "नमस्ते தமிழ் 98409 50950 €5."
        say(call.hear, saidWithPause(text))
        yield* call.until(() => lettersOf(textOf(call.events)).endsWith("€5."))
        assert.strictEqual(lettersOf(textOf(call.events)), lettersOf(text))
        yield* call.hangUp
      }).pipe(Effect.scoped)
    )

    it.live("hears nothing in a sound without words, and words after it", () =>
      Effect.gen(function* () {
        const call = yield* listenTo(vendor)
        // A cough: loud, short and no letters.
        const cough = Uint8Array.from({ length: 160 * 8 }, (_, at) => (at % 7 < 3 ? 0x10 : 0x90))
        say(call.hear, Buffer.concat([cough, silent(600)]))
        say(call.hear, saidWithPause("Go on."))
        yield* call.until(() => call.finals().length > 0)
        assert.strictEqual(textOf(call.events), "Go on.")
        yield* call.hangUp
      }).pipe(Effect.scoped)
    )

    it.live("stays through 305 s of sound, most of it silence, which came before", () =>
      Effect.gen(function* () {
        const call = yield* listenTo(vendor)
        const sayAfter = (before: number, text: string) =>
          Effect.gen(function* () {
            // A piece at a time, since a socket takes no more than a minute at once.
            for (let at = 0; at < before; at += 30_000) {
              say(call.hear, silent(30_000), true)
              yield* Effect.sleep(1)
            }
            say(call.hear, saidWithPause(text), true)
            yield* call.until(() => textOf(call.events).endsWith(text))
          })
        yield* sayAfter(0, "First.")
        yield* sayAfter(150_000, "Second.")
        yield* sayAfter(150_000, "Third.")
        assert.deepStrictEqual(
          call.finals().map(({ text }) => text),
          ["First.", "Second.", "Third."]
        )
        // Times are those of the received audio, whether or not the vendor got all of it.
        const [first, second, third] = call.finals().map(({ untilMillis }) => untilMillis)
        assert.isBelow(first ?? 0, 10_000)
        assert.isTrue((second ?? 0) > 148_000 && (second ?? 0) < 160_000, `${second}`)
        assert.isAbove(third ?? 0, 300_000)
        assert.deepStrictEqual(call.fake.problems, [])
        yield* call.hangUp
      }).pipe(Effect.scoped)
    )

    it.live("fills a pause of the line with silence, so that a turn ends", () =>
      Effect.gen(function* () {
        const call = yield* listenTo(vendor)
        // The carrier sends nothing after the words.
        say(call.hear, Buffer.concat([modem("Good morning to you."), silent(100)]))
        yield* call.until(() => call.finals().length > 0)
        assert.strictEqual(textOf(call.events), "Good morning to you.")
        yield* call.hangUp
      }).pipe(Effect.scoped)
    )

    it.live.skipIf(vendor.recovers)("reports once what the vendor repeats or sends late", () =>
      Effect.gen(function* () {
        const late: Array<object> = []
        let finals = 0
        const call = yield* listenTo(vendor, {
          results: (message) => {
            if (!vendor.isFinal(message)) return [...late.splice(0), message]
            // The first final comes with the next message, the others twice.
            if (++finals === 1) {
              late.push(message)
              return []
            }
            return [...late.splice(0), message, message]
          }
        })
        say(call.hear, saidWithPause("One."))
        say(call.hear, saidWithPause("Two."))
        say(call.hear, saidWithPause("Three."))
        yield* call.until(() => call.finals().length >= 3)
        assert.strictEqual(textOf(call.events), "One. Two. Three.")
        yield* call.hangUp
      }).pipe(Effect.scoped)
    )

    it.live("fails with a reason when the connection is cut, or loses no word", () =>
      Effect.gen(function* () {
        const call = yield* listenTo(vendor, {
          heard: (connection, index, millis) => {
            if (index === 0 && millis > 400) connection.cut()
          }
        })
        say(call.hear, saidWithPause("I would like to hear more of it.", 2_000))
        if (vendor.recovers) {
          yield* call.until(() => lettersOf(textOf(call.events)) === "Iwouldliketohearmoreofit.")
        } else {
          const failure = yield* call.failure
          assert.strictEqual(failure.retryable, true)
          assert.strictEqual(failure.provider, vendor.ear.vendor)
        }
        yield* call.hangUp
      }).pipe(Effect.scoped)
    )

    it.live.skipIf(vendor.recovers)("fails when it stays silent about a voice", () =>
      Effect.gen(function* () {
        const call = yield* listenTo(vendor, { answers: () => false })
        const voice = modem("I am here and say very much to you. ".repeat(6))
        for (let spoken = 0; spoken <= 5_000; spoken += voice.length / bytesPerMilli) say(call.hear, voice)
        const failure = yield* call.failure
        assert.strictEqual(failure.retryable, true)
        assert.match(failure.message, /nothing was heard of a voice/)
        yield* call.hangUp
      }).pipe(Effect.scoped)
    )

    it.live.skipIf(vendor.recovers)("takes null for no words, or for no language", () =>
      Effect.gen(function* () {
        let finals = 0
        const call = yield* listenTo(vendor, {
          results: (message) => {
            if (!vendor.isFinal(message)) return [message]
            const unknown = { language: null, language_code: null }
            const words = ++finals === 1 ? { text: null, transcript: null } : {}
            return [{ ...withFields(message, { ...words, ...unknown }), ...unknown }]
          }
        })
        for (const text of ["No.", "Yes."]) {
          for (const portion of portionsOf(saidWithPause(text))) {
            say(call.hear, portion)
            yield* Effect.sleep(vendor.isPaced ? 100 : 0)
          }
        }
        yield* call.until(() => call.finals().length > 0)
        assert.strictEqual(textOf(call.events), "Yes.")
        assert.notProperty(call.finals()[0], "language")
        yield* call.hangUp
      }).pipe(Effect.scoped)
    )

    it.live.skipIf(vendor.recovers)("fails as an ear, and can be replaced, when a result has other values", () =>
      Effect.gen(function* () {
        const other = { transcript: 7, audio_window_end: "x", start: "x", end_ms: "x", end: "x", utterance_idx: 0 }
        const call = yield* listenTo(vendor, {
          results: (message) => [
            vendor.isFinal(message) ? withFields(message, name === "Sarvam" ? { text: 7 } : other) : message
          ]
        })
        say(call.hear, saidWithPause("Yes, of course."))
        const failure = yield* call.failure
        assert.strictEqual(failure.retryable, true)
        assert.match(failure.message, /an unreadable message/)
        assert.deepStrictEqual(call.finals(), [])
        yield* call.hangUp
      }).pipe(Effect.scoped)
    )

    it.live.runIf(vendor.saysBegin)("fails soon when its session does not begin, however little the person says", () =>
      Effect.gen(function* () {
        const call = yield* listenTo(vendor, { answers: () => false })
        say(call.hear, saidWithPause("Yes."))
        const failure = yield* call.failure
        assert.strictEqual(failure.retryable, true)
        assert.match(failure.message, /did not begin/)
        yield* call.hangUp
      }).pipe(Effect.scoped)
    )

    it.live("waits for as long as there is no voice", () =>
      Effect.gen(function* () {
        const call = yield* listenTo(vendor, { answers: () => false })
        say(call.hear, silent(60_000))
        yield* call.fake.until(() => call.fake.connections.length === 1)
        yield* call.hangUp
        yield* call.fake.until(() => call.fake.openCount() === 0)
        assert.deepStrictEqual(call.events, [])
      }).pipe(Effect.scoped)
    )

    it.live.each(vendor.refusals)("refused with HTTP status %s: may be tried again: %s", ([code, retryable]) =>
      Effect.gen(function* () {
        const call = yield* listenTo(vendor, { refuse: () => Number(code) })
        const failure = yield* call.failure
        assert.strictEqual(failure.retryable, retryable)
        assert.strictEqual(call.fake.openCount(), 0)
        yield* call.hangUp
      }).pipe(Effect.scoped)
    )

    it.live.each(vendor.errors)("ended with error %s: may be tried again: %s", ([code, retryable]) =>
      Effect.gen(function* () {
        const call = yield* listenTo(vendor, { heard: (connection) => vendor.fail(connection, code) })
        say(call.hear, saidWithPause("Hello."))
        const failure = yield* call.failure
        assert.strictEqual(failure.retryable, retryable)
        yield* call.hangUp
      }).pipe(Effect.scoped)
    )

    it.live.skipIf(vendor.recovers)("fails for good with a wrong key", () =>
      Effect.gen(function* () {
        const [key = ""] = Object.keys(vendor.environment(""))
        const call = yield* listenTo(vendor, {}, { environment: { [key]: "another" } })
        say(call.hear, silent(200))
        const failure = yield* call.failure
        assert.deepInclude(failure, { retryable: false, refusesAccount: true })
        assert.notInclude(failure.message, "another")
        yield* call.hangUp
      }).pipe(Effect.scoped)
    )

    it.live("reports nothing after the call, ends the vendor's bill and keeps no socket", () =>
      Effect.gen(function* () {
        const call = yield* listenTo(vendor)
        say(call.hear, saidWithPause("Hello."))
        yield* call.until(() => call.events.some(({ kind }) => kind === (vendor.knowsTurns ? "turnEnded" : "final")))
        yield* call.hangUp
        const known = call.events.length
        say(call.hear, saidWithPause("Are you there?"))
        yield* call.fake.until(() => call.fake.openCount() === 0)
        assert.strictEqual(call.events.length, known)
        assert.deepStrictEqual(
          call.fake.connections.map(({ saidFarewell }) => saidFarewell),
          [true]
        )
        assert.deepStrictEqual(call.fake.problems, [])
      }).pipe(Effect.scoped)
    )
  })
}
