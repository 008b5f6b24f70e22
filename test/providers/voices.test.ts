import { assert, beforeEach, describe, it } from "@effect/vitest"
import { status } from "@grpc/grpc-js"
import { type Cause, Context, Effect, Exit, Fiber, Layer, Queue, Redacted, Scope, Stream } from "effect"
import { afterEach, vi } from "vitest"
import { makeListener, speak as modem } from "../../src/audio/modem.ts"
import { makeUsageTally } from "../../src/domain/costs/usage-tally.ts"
import { sonic } from "../../src/providers/cartesia/sonic.ts"
import { CurrentUsageMeter } from "../../src/providers/contract/CurrentUsageMeter.ts"
import { ProviderFailure } from "../../src/providers/contract/ProviderFailure.ts"
import { type Spoken, TextToSpeech, type Voice } from "../../src/providers/contract/TextToSpeech.ts"
import { aura } from "../../src/providers/deepgram/aura.ts"
import { multiContext } from "../../src/providers/elevenlabs/multi-context.ts"
import * as GoogleVoices from "../../src/providers/google/GoogleVoices.ts"
import { bulbul } from "../../src/providers/sarvam/bulbul.ts"
import * as Voices from "../../src/providers/Voices.ts"
import { googleFake } from "../support/fakes/google-fake.ts"
import { auraFake } from "../support/fakes/vendors/aura-fake.ts"
import { cartesiaFake } from "../support/fakes/vendors/cartesia-fake.ts"
import { elevenLabsFake } from "../support/fakes/vendors/elevenlabs-fake.ts"
import { sarvamVoiceFake } from "../support/fakes/vendors/sarvam-voice-fake.ts"
import type { VoiceError, VoiceScript } from "../support/fakes/vendors/voice-script.ts"
import { settingsLayer } from "./settings.ts"

/** A server in the place of a vendor. */
interface VendorServer {
  readonly settings: Readonly<Record<string, string>>
  readonly problems: ReadonlyArray<string>
  readonly texts: () => ReadonlyArray<string>
  /** Number of texts whose work was stopped, by a message or by closing. */
  readonly stopped: () => number
  readonly until: (condition: () => boolean) => Effect.Effect<void>
  readonly openCount: () => number
  /** Closes all connections as the vendor does with idle ones. */
  readonly closeAll: () => void
  readonly farewells: () => number
}

interface Vendor {
  readonly voice: Voice
  readonly start: (script?: VoiceScript, key?: string) => Effect.Effect<VendorServer, never, Scope.Scope>
  /** Number of texts that share a connection; undefined if the vendor has no sockets. */
  readonly contexts?: number
  readonly hasFarewell?: boolean
  readonly hasTimes?: boolean
  /** Errors of a text that another request may not meet. */
  readonly errors: Readonly<Partial<Record<VoiceError, "retryable" | "final">>>
}

const female = { provider: "GENERATIVE_TTS", gender: "FEMALE" } as const

type SocketFake = typeof cartesiaFake | typeof elevenLabsFake | typeof auraFake | typeof sarvamVoiceFake

const overSockets =
  (fake: SocketFake, name: string, usualKey: string): Vendor["start"] =>
  (script, key = usualKey) =>
    Effect.map(fake(script), ({ connections, log, openCount, problems, until, url }) => ({
      settings: { [`${name}_API_KEY`]: key, [`${name}_URL`]: url },
      problems,
      texts: () => log.texts,
      stopped: () => log.stopped.length + connections.filter(({ isOpen }) => !isOpen).length,
      until: (condition) => until(() => condition()),
      openCount,
      closeAll: () => {
        for (const connection of connections) connection.close(1000, "idle")
      },
      farewells: () => log.farewells
    }))

const googleErrors: Readonly<Record<VoiceError, status>> = {
  busy: status.RESOURCE_EXHAUSTED,
  "no credit": status.PERMISSION_DENIED,
  "unknown voice": status.INVALID_ARGUMENT,
  broken: status.UNAVAILABLE
}

const google: Vendor["start"] = (script = {}) => {
  const texts: Array<string> = []
  return Effect.map(
    googleFake({
      sound: (text, index) => {
        texts.push(text.trim())
        const sound = script.sound?.(text.trim(), index, undefined as never) ?? modem(text.trim())
        if (sound === "stall" || sound === "cut") return "hang"
        return typeof sound === "object" && "error" in sound ? { code: googleErrors[sound.error] } : sound
      }
    }),
    ({ problems, until, url, voices }) => ({
      settings: { GOOGLE_TTS_ENDPOINT: url },
      problems,
      texts: () => texts,
      stopped: () => voices.filter(({ isCancelled }) => isCancelled).length,
      until: (condition) => until(() => condition()),
      openCount: () => voices.filter(({ isOver }) => !isOver).length,
      closeAll: () => undefined,
      farewells: () => 0
    })
  )
}

const everyError = { busy: "retryable", "no credit": "final", "unknown voice": "final", broken: "retryable" } as const

const vendors: Readonly<Record<string, Vendor>> = {
  "Google, a request for each sentence": {
    voice: { ...female, provider: "CLOUD_TTS", language: "en-IN" },
    start: google,
    errors: everyError
  },
  "Google, a stream of sentences": { voice: { ...female, language: "en-IN" }, start: google, errors: everyError },
  Cartesia: {
    voice: { ...female, language: "en-IN", choice: { vendor: "cartesia" } },
    start: overSockets(cartesiaFake, "CARTESIA", "ca-test"),
    contexts: 10,
    hasTimes: true,
    errors: everyError
  },
  ElevenLabs: {
    voice: { ...female, language: "en-IN", choice: { vendor: "elevenlabs" } },
    start: overSockets(elevenLabsFake, "ELEVENLABS", "el-test"),
    contexts: 5,
    hasFarewell: true,
    hasTimes: true,
    errors: everyError
  },
  Deepgram: {
    voice: { ...female, language: "en-IN", choice: { vendor: "deepgram" } },
    start: overSockets(auraFake, "DEEPGRAM", "dg-test"),
    contexts: 1,
    hasFarewell: true,
    errors: everyError
  },
  Sarvam: {
    voice: { ...female, language: "or-IN", choice: { vendor: "sarvam" } },
    start: overSockets(sarvamVoiceFake, "SARVAM", "sa-test"),
    contexts: 1,
    errors: everyError
  }
}

const wrongKey = "another-key"

/** Timers of unused sockets, by their delay, so that a test need not wait for them. */
const idleTimers = new Map<NodeJS.Timeout, () => void>()
const idleMillis = 60_000

/** The others of that delay keep the process alive. */
const unusedTimers = () => [...idleTimers].filter(([timer]) => !timer.hasRef())

beforeEach(() => {
  idleTimers.clear()
  const { clearTimeout, setTimeout } = globalThis
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((act: () => void, millis: number, ...rest: []) => {
    const timer = setTimeout(act, millis, ...rest)
    if (millis === idleMillis) idleTimers.set(timer, act)
    return timer
  }) as typeof setTimeout)
  vi.spyOn(globalThis, "clearTimeout").mockImplementation((timer) => {
    idleTimers.delete(timer as NodeJS.Timeout)
    clearTimeout(timer)
  })
})
afterEach(() => vi.restoreAllMocks())

describe.each(Object.entries(vendors))("the voice of %s", (_, vendor) => {
  const { contexts, voice } = vendor
  const isSocket = contexts !== undefined

  /** Runs a test against a server in the vendor's place, and checks that nothing is left of it. */
  const withServer = (
    script: VoiceScript,
    test: (
      server: VendorServer,
      say: (...sentences: ReadonlyArray<string>) => Stream.Stream<Spoken, ProviderFailure>
    ) => Effect.Effect<unknown, ProviderFailure, Scope.Scope>,
    key?: string
  ) =>
    Effect.gen(function* () {
      const server = yield* vendor.start(script, key)
      const node = yield* Scope.make()
      const layer = Voices.layerOver(GoogleVoices.layer).pipe(Layer.provide(settingsLayer(server.settings)))
      const services = yield* Layer.build(layer).pipe(Scope.provide(node))
      const say = (...sentences: ReadonlyArray<string>) =>
        Stream.unwrap(
          TextToSpeech.use(({ speak }) => Effect.succeed(speak({ voice, sentences: Stream.fromIterable(sentences) })))
        ).pipe(Stream.provideContext(services))
      yield* Effect.scoped(test(server, say))
      yield* Scope.close(node, Exit.void)
      yield* server.until(() => server.openCount() === 0)
      assert.lengthOf(unusedTimers(), 0)
      if (key === undefined) assert.deepStrictEqual(server.problems, [])
    }).pipe(Effect.scoped)

  it.live("counts the characters of the sentences that it sends, and no others", () =>
    withServer({}, (server, say) =>
      Effect.gen(function* () {
        const tally = makeUsageTally()
        const counting = Effect.provideService(CurrentUsageMeter, tally.meter("conversation"))
        yield* counting(Stream.runDrain(say("Good morning, Asha.", "…", "नमस्ते, आप कैसे हैं?")))
        const [usage, ...others] = tally.usage()
        assert.deepStrictEqual(others, [])
        assert.strictEqual(usage?.kind, "voice")
        assert.notStrictEqual(usage?.model, "")
        const sent = server.texts().reduce((sum, text) => sum + Array.from(text).length, 0)
        // A blank may follow each sentence.
        assert.isAtLeast(usage?.quantity ?? 0, sent)
        assert.isAtMost(usage?.quantity ?? 0, sent + 2)
      })
    )
  )

  /** Begins to say a text, and waits for its first audio, if the vendor sends any. */
  const begin = (say: Stream.Stream<Spoken, ProviderFailure>) =>
    Effect.gen(function* () {
      const pieces = yield* Queue.unbounded<Spoken, ProviderFailure | Cause.Done>()
      const speaking = yield* Effect.forkScoped(Stream.runIntoQueue(say, pieces))
      return { pieces, stop: Fiber.interrupt(speaking) }
    })

  const heardIn = (pieces: ReadonlyArray<Spoken>) =>
    makeListener().hear(Buffer.concat(pieces.map(({ audio }) => audio)))

  const failureOf = (say: Stream.Stream<Spoken, ProviderFailure>) => Effect.orDie(Effect.flip(Stream.runDrain(say)))

  const bare = (text: string) => text.replaceAll(" ", "")

  it.live("speaks sentences in order, in any script, and numbers as they are written", () =>
    withServer({}, (server, say) =>
      Effect.gen(function* () {
        const sentences = [
          "Good morning, Asha.",
          "…",
          "नमस्ते, आप कैसे हैं?",
          "It costs ₹1,299.50 for 24×7.",
          "Ça va — 好的。"
        ]
        const pieces = yield* Stream.runCollect(say(...sentences))
        const spoken = sentences.filter((text) => text !== "…")
        assert.strictEqual(bare(heardIn(pieces)), bare(spoken.join("")))
        assert.deepStrictEqual(server.texts(), spoken)
        const indexes = pieces.flatMap(({ sentence }) => sentence ?? [])
        assert.deepStrictEqual(
          [...new Set(indexes)],
          indexes.length === 0 ? [] : [0, 2, 3, 4],
          "the index counts wordless sentences"
        )
      })
    )
  )

  if (vendor.hasTimes) {
    it.live("reports until when each word sounds", () =>
      withServer({}, (_, say) =>
        Effect.gen(function* () {
          const text = "Good morning, Asha: the 2nd bill is ₹90. All right?"
          const pieces = yield* Stream.runCollect(say(text))
          const times = pieces.flatMap(({ times }) => times ?? [])
          const sound = modem(text)
          for (const { index, 0: word } of text.matchAll(/\S+/g)) {
            const end = index + word.length
            const time = times.find(({ characters }) => characters >= end)
            assert.strictEqual(time?.characters, end, word)
            const until = (time?.untilMillis ?? 0) * 8
            assert.strictEqual(makeListener().hear(sound.subarray(0, until)), text.slice(0, end), word)
            assert.isBelow(makeListener().hear(sound.subarray(0, until - 80)).length, end, word)
          }
        })
      )
    )
  }

  if (isSocket) {
    it.live("passes on the first sound before the text is complete", () =>
      withServer({ sound: () => "stall" }, (_, say) =>
        Effect.gen(function* () {
          const { pieces, stop } = yield* begin(say("Hello, are you there?"))
          assert.isAbove((yield* Effect.orDie(Queue.take(pieces))).audio.length, 0)
          yield* stop
        })
      )
    )
  }

  it.live("stops the vendor's work when it is interrupted, and then says other texts without a rest of it", () =>
    withServer({ sound: (text) => (text.startsWith("Stop") ? "stall" : undefined) }, (server, say) =>
      Effect.gen(function* () {
        for (const round of [1, 2, 3]) {
          const { pieces, stop } = yield* begin(say(`Stop this ${round}.`))
          yield* server.until(() => server.texts().length === 2 * round - 1)
          if (isSocket) yield* Effect.orDie(Queue.take(pieces))
          const before = server.stopped()
          yield* stop
          assert.strictEqual(heardIn(yield* Stream.runCollect(say(`Go on ${round}.`))).trim(), `Go on ${round}.`)
          yield* server.until(() => server.stopped() > before)
        }
      })
    )
  )

  it.live("says many texts at a time, each whole", () =>
    withServer({}, (_, say) =>
      Effect.gen(function* () {
        const texts = Array.from({ length: 2 * (contexts ?? 4) + 2 }, (_, index) => `This is call ${index + 1}.`)
        const heard = yield* Effect.forEach(texts, (text) => Effect.map(Stream.runCollect(say(text)), heardIn), {
          concurrency: "unbounded"
        })
        assert.deepStrictEqual(
          heard.map((text) => text.trim()),
          texts
        )
      })
    )
  )

  if (isSocket) {
    it.live("shares sockets as far as the vendor allows, and opens more for more texts", () =>
      withServer({ sound: (text) => (text === "Hold." ? "stall" : undefined) }, (server, say) =>
        Effect.gen(function* () {
          const first = yield* Effect.forEach(Array.from({ length: contexts }), () => begin(say("Hold.")))
          for (const { pieces } of first) yield* Effect.orDie(Queue.take(pieces))
          assert.strictEqual(server.openCount(), 1)
          const more = yield* begin(say("Hold."))
          yield* Effect.orDie(Queue.take(more.pieces))
          assert.strictEqual(server.openCount(), 2)
          for (const { stop } of [...first, more]) yield* stop
        })
      )
    )

    it.live("closes a socket that is not used for a minute", () =>
      withServer({}, (server, say) =>
        Effect.gen(function* () {
          yield* Stream.runDrain(say("Hello."))
          assert.strictEqual(server.openCount(), 1)
          const [[timer, close] = [], ...others] = unusedTimers()
          assert.lengthOf(others, 0)
          if (timer !== undefined) {
            clearTimeout(timer)
            close?.()
          }
          yield* server.until(() => server.openCount() === 0)
          yield* Stream.runDrain(say("Hello again."))
        })
      )
    )

    it.live("replaces a socket that the vendor closed while it was not used, without a failure", () =>
      withServer({}, (server, say) =>
        Effect.gen(function* () {
          for (const text of ["One.", "Two.", "Three."]) {
            assert.strictEqual(heardIn(yield* Stream.runCollect(say(text))).trim(), text)
            // The close is on its way while the next text is requested.
            server.closeAll()
          }
        })
      )
    )

    it.live("uses a socket for more texts than the vendor allows in a minute on one", () =>
      withServer({}, (server, say) =>
        Effect.gen(function* () {
          for (let index = 0; index < 25; index++) yield* Stream.runDrain(say(`Text ${index}.`))
          assert.strictEqual(server.texts().length, 25)
        })
      )
    )

    it.live("fails in the middle of a text when the connection breaks, and can be asked again", () =>
      withServer({ sound: (_, index) => (index === 0 ? "cut" : undefined) }, (_, say) =>
        Effect.gen(function* () {
          const failure = yield* failureOf(say("Hello, are you there?"))
          assert.isTrue(failure.retryable, failure.message)
          assert.strictEqual(heardIn(yield* Stream.runCollect(say("Hello."))).trim(), "Hello.")
        })
      )
    )

    it.live("says that a key is refused, and that no retry helps", () =>
      withServer(
        {},
        (_, say) =>
          Effect.gen(function* () {
            const failure = yield* failureOf(say("Hello."))
            assert.deepInclude(failure, { retryable: false, refusesAccount: true })
            assert.match(failure.message, /it refuses the key/)
            assert.notInclude(failure.message, wrongKey)
          }),
        wrongKey
      )
    )

    it.live.each([
      [402, false],
      [429, true],
      [503, true]
    ] as const)("fails when the connection is refused with HTTP %i, retryable %s", ([code, retryable]) =>
      withServer({ refuse: (index) => (index === 0 ? code : undefined) }, (_, say) =>
        Effect.gen(function* () {
          assert.strictEqual((yield* failureOf(say("Hello."))).retryable, retryable)
        })
      )
    )
  }

  if (vendor.hasFarewell) {
    it.live("says farewell before it closes a socket", () =>
      Effect.gen(function* () {
        let farewells = () => 0
        yield* withServer({}, (server, say) => {
          farewells = server.farewells
          return Stream.runDrain(say("Hello."))
        })
        assert.strictEqual(farewells(), 1)
      })
    )
  }

  it.live.each(Object.entries(vendor.errors))("fails when the vendor answers: %s (%s)", ([error, kind]) =>
    withServer({ sound: (_, index) => (index === 0 ? { error: error as VoiceError } : undefined) }, (_, say) =>
      Effect.gen(function* () {
        const failure = yield* failureOf(say("Hello, Asha."))
        assert.strictEqual(failure.retryable, kind === "retryable", failure.message)
        assert.notInclude(failure.message, "Asha")
        if (failure.retryable) {
          // Another text may be said at once, unless too many failed lately.
          const next = yield* Effect.exit(Stream.runCollect(say("Hello.")))
          assert.isTrue(Exit.isSuccess(next) || error === "busy", String(next))
        }
      })
    )
  )

  it.live("has no audio when the vendor sends none", () =>
    withServer({ sound: () => "empty" }, (_, say) =>
      Effect.gen(function* () {
        const pieces = yield* Stream.runCollect(say("Hello.")).pipe(
          Effect.catchIf(
            (failure) => failure instanceof ProviderFailure && failure.retryable,
            () => Effect.succeed([])
          )
        )
        assert.deepStrictEqual(pieces, [])
      })
    )
  )

  it.live("waits for a vendor that does not answer until it is interrupted", () =>
    withServer({ sound: () => "hang" }, (server, say) =>
      Effect.gen(function* () {
        const { pieces, stop } = yield* begin(say("Hello."))
        yield* server.until(() => server.texts().length === 1)
        yield* stop
        assert.strictEqual(yield* Queue.size(pieces), 0)
      })
    )
  )
})

describe("the voice of Sarvam", () => {
  it.live("speaks each language over a socket of its own", () =>
    Effect.gen(function* () {
      const fake = yield* sarvamVoiceFake()
      const settings = settingsLayer({ SARVAM_API_KEY: "sa-test", SARVAM_URL: fake.url })
      const services = yield* Layer.build(Voices.layerOver(GoogleVoices.layer).pipe(Layer.provide(settings)))
      const { speak } = Context.get(services, TextToSpeech)
      for (const language of ["ta-IN", "or-IN", "ta-IN"]) {
        const voice: Voice = { ...female, language, choice: { vendor: "sarvam" } }
        yield* Stream.runDrain(speak({ voice, sentences: Stream.make("Hello.") }))
      }
      assert.deepStrictEqual(fake.log.languages, ["ta-IN", "od-IN", "ta-IN"])
      assert.lengthOf(fake.connections, 2)
    }).pipe(Effect.scoped)
  )
})

describe("the voice of ElevenLabs", () => {
  it.live.each([
    ["Invalid API key", true],
    ["This request exceeds your quota of 10000.", true],
    ["A voice with this id does not exist", undefined],
    ["Have not received a new text input within the timeout of 180 seconds", undefined]
  ] as const)('closed with 1008 because of "%s" refuses the account: %s', ([reason, refusesAccount]) =>
    Effect.gen(function* () {
      const sound: VoiceScript["sound"] = (_, __, connection) => {
        connection.close(1008, reason)
        return "hang"
      }
      const fake = yield* elevenLabsFake({ sound })
      const settings = settingsLayer({ ELEVENLABS_API_KEY: "el-test", ELEVENLABS_URL: fake.url })
      const services = yield* Layer.build(Voices.layerOver(GoogleVoices.layer).pipe(Layer.provide(settings)))
      const voice: Voice = { ...female, language: "en-IN", choice: { vendor: "elevenlabs" } }
      const said = Context.get(services, TextToSpeech).speak({ voice, sentences: Stream.make("Hello.") })
      assert.strictEqual((yield* Effect.flip(Stream.runDrain(said))).refusesAccount, refusesAccount)
    }).pipe(Effect.scoped)
  )
})

describe("a vendor that does not confirm that it stopped a text", () => {
  it.live("gets no more texts on that socket, since it may count the text among those that it allows at a time", () =>
    Effect.gen(function* () {
      const fake = yield* elevenLabsFake({ sound: (text) => (text === "Hold." ? "hang" : undefined) })
      const settings = settingsLayer({ ELEVENLABS_API_KEY: "el-test", ELEVENLABS_URL: fake.url })
      const services = yield* Layer.build(Voices.layerOver(GoogleVoices.layer).pipe(Layer.provide(settings)))
      const voice: Voice = { ...female, language: "en-IN", choice: { vendor: "elevenlabs" } }
      const say = (text: string) =>
        Stream.runDrain(Context.get(services, TextToSpeech).speak({ voice, sentences: Stream.make(text) }))
      const held = yield* Effect.forkChild(say("Hold."))
      yield* fake.until(() => fake.texts.length === 1)
      yield* Fiber.interrupt(held)
      yield* fake.until(() => fake.openCount() === 0)
      yield* say("Hello.")
      assert.lengthOf(fake.connections, 2)
    }).pipe(Effect.scoped)
  )
})

describe("the voice of Cartesia", () => {
  it.live("fails at once by an error that concerns no text", () =>
    Effect.gen(function* () {
      const sound: VoiceScript["sound"] = (_, __, connection) => {
        connection.send({ type: "error", status_code: 402, error_code: "quota_exceeded", context_id: null })
        return "hang"
      }
      const fake = yield* cartesiaFake({ sound })
      const settings = settingsLayer({ CARTESIA_API_KEY: "ca-test", CARTESIA_URL: fake.url })
      const services = yield* Layer.build(Voices.layerOver(GoogleVoices.layer).pipe(Layer.provide(settings)))
      const voice: Voice = { ...female, language: "en-IN", choice: { vendor: "cartesia" } }
      const said = Context.get(services, TextToSpeech).speak({ voice, sentences: Stream.make("Hello.") })
      const failure = yield* Effect.flip(Stream.runDrain(said))
      assert.strictEqual(failure.message, "cartesia: error 402 quota_exceeded")
    }).pipe(Effect.scoped)
  )
})

describe("the code of a language", () => {
  const account = { provider: "a vendor", baseUrl: "wss://example.com", apiKey: Redacted.make("key") }
  const adapters = {
    Cartesia: (voice: Voice) => JSON.parse(sonic(account, voice).speak("c", "Hello.")[0] ?? "").language,
    ElevenLabs: (voice: Voice) => new URL(multiContext(account, voice).url).searchParams.get("language_code"),
    Deepgram: (voice: Voice) => new URL(aura(account, voice).url).searchParams.get("model")?.split("-").at(-1),
    Sarvam: (voice: Voice) => JSON.parse(bulbul(account, voice).begin?.[0] ?? "").data.target_language_code
  }
  it.each([
    ["Cartesia", "fil-PH", "tl"],
    ["Cartesia", "cmn-CN", "zh"],
    ["ElevenLabs", "fil-PH", "fil"],
    ["ElevenLabs", "cmn-CN", "zh"],
    ["Deepgram", "ja-JP", "ja"],
    ["Sarvam", "ory-IN", "od-IN"],
    ["Sarvam", "hin-IN", "hi-IN"]
  ] as const)("is that of %s: %s is %s", (vendor, language, code) => {
    assert.strictEqual(adapters[vendor]({ ...female, language }), code)
  })
})
