import { createRequire } from "node:module"
import * as grpc from "@grpc/grpc-js"
import { fromJSON } from "@grpc/proto-loader"
import { Effect } from "effect"
import { type ModemListener, makeListener, speak } from "../../../src/audio/modem.ts"
import { makeUntil } from "../until.ts"

const { status } = grpc

/** A stream of speech recognition, seen from the service. */
export interface FakeRecognizer {
  readonly version: "v1" | "v2"
  readonly configuration: any
  /** All audio received until now. */
  readonly audio: Uint8Array
  /** Length of that audio. */
  readonly millis: number
  readonly isHalfClosed: boolean
  readonly isCancelled: boolean
  readonly isOver: boolean
  /** Send results. Times are relative to the start of the stream. */
  readonly interim: (text: string, atMillis: number, stability?: number) => void
  readonly final: (text: string, untilMillis: number, confidence?: number) => void
  readonly event: (type: string, atMillis: number) => void
  readonly send: (message: object) => void
  readonly end: () => void
  readonly fail: (code: grpc.status, details?: string) => void
}

/** A request for speech synthesis, seen from the service. */
export interface FakeVoice {
  readonly kind: "unary" | "streaming"
  /** Voice and audio format. */
  readonly configuration: any
  readonly texts: ReadonlyArray<string>
  readonly isHalfClosed: boolean
  readonly isCancelled: boolean
  readonly isOver: boolean
}

/** Result of one text: its audio, or a fault. */
export type SynthesisResult =
  | Uint8Array
  | "hang"
  | "empty"
  | { readonly code: grpc.status; readonly metadata?: grpc.Metadata }

export interface GoogleScript {
  /**
   * Called when a recognition stream has received its configuration, to control it. `index` counts
   * from 0.
   */
  readonly recognizer?: (recognizer: FakeRecognizer, index: number) => void
  /** Called with each piece of audio. */
  readonly heard?: (recognizer: FakeRecognizer, piece: Uint8Array) => void
  /** Called when a stream is half-closed. Without it, the stream ends. */
  readonly halfClosed?: (recognizer: FakeRecognizer) => void
  /** Maximum audio of a recognition stream, after which it ends. */
  readonly limitMillis?: number
  /** Returns the result of a text. `index` counts texts from 0. */
  readonly sound?: (text: string, index: number) => SynthesisResult
  /** Time without text after which a streaming voice fails. */
  readonly idleMillis?: number
  readonly voices?: () => { readonly code: grpc.status } | ReadonlyArray<object>
}

/**
 * Fakes of Google's speech services, built from their protocol files. Requests that the real
 * services refuse are refused, and recorded in `problems`. Text is spoken as modem audio unless the
 * script says otherwise.
 */
export const googleFake = (script: GoogleScript = {}) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => start(script)),
      ({ server }) => Effect.sync(() => server.forceShutdown())
    ),
    ({ server: _, ...fake }) => fake
  )

export type GoogleFake = Effect.Success<ReturnType<typeof googleFake>>

const start = async (script: GoogleScript) => {
  const recognizers: Array<FakeRecognizer> = []
  const voices: Array<FakeVoice> = []
  const problems: Array<string> = []
  const watched = makeUntil(undefined)
  const refuse = (problem: string) => {
    problems.push(problem)
    watched.wake()
    return Object.assign(new Error(problem), { code: status.INVALID_ARGUMENT, details: problem })
  }
  const shared = { recognizers, voices, problems, watched, refuse, script }

  const server = new grpc.Server({ "grpc.max_concurrent_streams": 100 })
  server.addService(speech.v1, { streamingRecognize: recognition("v1", shared) })
  server.addService(speech.v2, { streamingRecognize: recognition("v2", shared) })
  server.addService(tts, {
    listVoices: (_: unknown, answer: any) => {
      const listed = script.voices?.() ?? usualVoices
      if ("code" in listed) answer(Object.assign(new Error(), listed))
      else answer(null, { voices: listed })
    },
    synthesizeSpeech: unaryVoice(shared),
    streamingSynthesize: streamingVoice(shared)
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (cause, bound) =>
      cause ? reject(cause) : resolve(bound)
    )
  })
  return {
    server,
    url: `http://127.0.0.1:${port}`,
    recognizers,
    voices,
    /** Requests that the real services would refuse. */
    problems,
    /** Completes when the received requests meet a condition. */
    until: watched.until
  }
}

/**
 * A recognizer of modem audio. An utterance ends after half a second of silence, and with it the
 * stream.
 */
export const modemRecognizer = (): Pick<GoogleScript, "recognizer" | "heard"> => {
  const heardBy = new Map<FakeRecognizer, { readonly listener: ModemListener; text: string; until: number }>()
  return {
    recognizer: (recognizer) => void heardBy.set(recognizer, { listener: makeListener(), text: "", until: 0 }),
    heard: (recognizer, piece) => {
      const heard = heardBy.get(recognizer)!
      const letters = heard.listener.hear(piece)
      if (letters !== "") {
        if (heard.text === "") recognizer.event("SPEECH_ACTIVITY_BEGIN", recognizer.millis)
        heard.text += letters
        heard.until = recognizer.millis
        recognizer.interim(heard.text, recognizer.millis)
      } else if (heard.text !== "" && recognizer.millis - heard.until >= 500) {
        recognizer.event("SPEECH_ACTIVITY_END", heard.until)
        recognizer.final(heard.text, heard.until)
        recognizer.end()
      }
    }
  }
}

interface Shared {
  readonly recognizers: Array<FakeRecognizer>
  readonly voices: Array<FakeVoice>
  readonly problems: Array<string>
  readonly watched: ReturnType<typeof makeUntil<undefined>>
  readonly refuse: (problem: string) => Error
  readonly script: GoogleScript
}

const require = createRequire(import.meta.url)

const servicesOf = (protos: string, ...names: ReadonlyArray<string>) => {
  const loaded: any = grpc.loadPackageDefinition(
    fromJSON(require(protos), { longs: String, enums: String, defaults: true, oneofs: true })
  )
  return names.map((name) => name.split(".").reduce((one, part) => one[part], loaded).service)
}

const [speechV1, speechV2] = servicesOf(
  "@google-cloud/speech/build/protos/protos.json",
  "google.cloud.speech.v1.Speech",
  "google.cloud.speech.v2.Speech"
)
const speech = { v1: speechV1, v2: speechV2 }
const [tts] = servicesOf(
  "@google-cloud/text-to-speech/build/protos/protos.json",
  "google.cloud.texttospeech.v1.TextToSpeech"
)

const recognition =
  (version: "v1" | "v2", { recognizers, problems, refuse, script, watched }: Shared) =>
  (call: any) => {
    const pieces: Array<Uint8Array> = []
    let length = 0
    let recognizer: FakeRecognizer | undefined
    const state = { isHalfClosed: false, isCancelled: false, isOver: false }
    const over = () => {
      state.isOver = true
      watched.wake()
    }
    const fail = (code: grpc.status, details = status[code] ?? "") => {
      if (state.isOver) return
      over()
      call.emit("error", Object.assign(new Error(details), { code, details }))
    }
    const wrong = (problem: string) => {
      if (state.isOver) return
      over()
      call.emit("error", refuse(problem))
    }
    const send = (message: object) => {
      if (!state.isOver) call.write(message)
    }
    const ends = (atMillis: number) => ({
      [version === "v1" ? "resultEndTime" : "resultEndOffset"]: durationOf(atMillis)
    })

    const begin = (request: any) => {
      const problem = version === "v1" ? wrongV1(request) : wrongV2(request)
      if (problem !== undefined) return wrong(problem)
      const configuration = request.streamingConfig
      recognizer = {
        version,
        configuration: { ...configuration, recognizer: request.recognizer },
        get audio() {
          return Buffer.concat(pieces)
        },
        get millis() {
          return length / 8
        },
        get isHalfClosed() {
          return state.isHalfClosed
        },
        get isCancelled() {
          return state.isCancelled
        },
        get isOver() {
          return state.isOver
        },
        interim: (transcript, at, stability = 0.5) =>
          send({ results: [{ alternatives: [{ transcript }], isFinal: false, stability, ...ends(at) }] }),
        final: (transcript, until, confidence = 0.9) =>
          send({ results: [{ alternatives: [{ transcript, confidence }], isFinal: true, ...ends(until) }] }),
        event: (speechEventType, at) =>
          send({ speechEventType, [version === "v1" ? "speechEventTime" : "speechEventOffset"]: durationOf(at) }),
        send,
        end: () => {
          if (state.isOver) return
          over()
          call.end()
        },
        fail
      }
      recognizers.push(recognizer)
      script.recognizer?.(recognizer, recognizers.length - 1)
    }

    const listen = (recognizer: FakeRecognizer, request: any) => {
      const audio: Uint8Array | undefined = version === "v1" ? request.audioContent : request.audio
      const isAudio = request.streamingRequest === (version === "v1" ? "audioContent" : "audio")
      if (!isAudio || audio === undefined || audio.length === 0) return wrong("a message after the first has no audio")
      if (audio.length > 15_000) return wrong(`${audio.length} bytes of audio in a message`)
      pieces.push(audio)
      length += audio.length
      script.heard?.(recognizer, audio)
      if (length / 8 > (script.limitMillis ?? 305_000)) {
        fail(version === "v1" ? status.OUT_OF_RANGE : status.ABORTED, "the stream has lasted too long")
      }
    }

    call.on("data", (request: any) => {
      if (state.isOver) return
      if (recognizer === undefined) begin(request)
      else listen(recognizer, request)
      watched.wake()
    })
    call.on("end", () => {
      state.isHalfClosed = true
      if (recognizer === undefined) problems.push("a stream ended without a configuration")
      if (recognizer !== undefined && script.halfClosed) script.halfClosed(recognizer)
      // Ends after the received audio has been answered.
      else setImmediate(() => recognizer?.end())
      watched.wake()
    })
    call.on("cancelled", () => {
      state.isCancelled = true
      over()
    })
    call.on("error", () => {})
  }

const wrongV2 = (request: any): string | undefined => {
  if (!/^projects\/[^/]+\/locations\/[^/]+\/recognizers\/[^/]+$/.test(request.recognizer)) return "no recognizer"
  if (request.streamingRequest !== "streamingConfig") return "the first message has no configuration"
  const { config, streamingFeatures } = request.streamingConfig
  const decoding = config?.explicitDecodingConfig
  if (decoding?.encoding !== "MULAW" || decoding.sampleRateHertz !== 8_000 || decoding.audioChannelCount !== 1) {
    return "headerless μ-law is not declared as such"
  }
  if (!config.model || config.languageCodes.length === 0) return "no model or no language"
  return wrongTimeout(streamingFeatures)
}

const wrongV1 = (request: any): string | undefined => {
  if (request.streamingRequest !== "streamingConfig") return "the first message has no configuration"
  const { config } = request.streamingConfig
  if (config?.encoding !== "MULAW" || config.sampleRateHertz !== 8_000)
    return "headerless μ-law is not declared as such"
  if (!config.languageCode) return "no language"
  return wrongTimeout(request.streamingConfig)
}

const wrongTimeout = (features: any): string | undefined => {
  if (!features?.interimResults || !features.enableVoiceActivityEvents)
    return "neither interims nor events are asked for"
  const end = features.voiceActivityTimeout?.speechEndTimeout
  return end && Number(end.seconds) * 1_000 + end.nanos / 1e6 < 500 ? "a timeout of less than 500 ms" : undefined
}

const durationOf = (millis: number) => ({
  seconds: Math.floor(millis / 1_000),
  nanos: Math.round((millis % 1_000) * 1_000_000)
})

const soundOf = ({ script, voices }: Shared, text: string): SynthesisResult => {
  const index = voices.reduce((count, { texts }) => count + texts.length, 0) - 1
  return script.sound?.(text, index) ?? speak(text)
}

const unaryVoice = (shared: Shared) => (call: any, answer: any) => {
  const { audioConfig, input, voice } = call.request
  const problem = wrongVoice(voice) ?? wrongText(input) ?? wrongSound(audioConfig)
  if (problem !== undefined) return answer(shared.refuse(problem))
  const asked = { kind: "unary" as const, configuration: { voice, audioConfig }, texts: [input.text] }
  const recorded = { ...asked, isHalfClosed: true, isCancelled: false, isOver: false }
  shared.voices.push(recorded)
  call.on("cancelled", () => {
    recorded.isCancelled = true
    recorded.isOver = true
    shared.watched.wake()
  })
  const sound = soundOf(shared, input.text)
  shared.watched.wake()
  if (sound === "hang") return
  recorded.isOver = true
  if (sound === "empty") return answer(null, { audioContent: wavOf(new Uint8Array()) })
  if ("code" in sound) return answer(Object.assign(new Error(input.text), { ...sound, details: input.text }))
  answer(null, { audioContent: wavOf(sound) })
}

const streamingVoice = (shared: Shared) => (call: any) => {
  const texts: Array<string> = []
  let recorded: { -readonly [Key in keyof FakeVoice]: FakeVoice[Key] } | undefined
  let isHanging = false
  let idle: NodeJS.Timeout | undefined
  const fail = (cause: Error) => {
    clearTimeout(idle)
    if (recorded) recorded.isOver = true
    call.emit("error", cause)
    shared.watched.wake()
  }
  const wait = () => {
    clearTimeout(idle)
    idle = setTimeout(
      () => fail(Object.assign(new Error(), { code: status.ABORTED, details: "no input" })),
      shared.script.idleMillis ?? 5_000
    )
  }
  const say = (request: any) => {
    const problem = request.streamingRequest === "input" ? wrongText(request.input) : "a message without text"
    if (problem !== undefined) return fail(shared.refuse(problem))
    texts.push(request.input.text)
    const sound = soundOf(shared, request.input.text)
    if (sound === "hang") {
      isHanging = true
      return
    }
    if (sound === "empty") return
    if ("code" in sound) return fail(Object.assign(new Error(), { ...sound, details: request.input.text }))
    for (let at = 0; at < sound.length; at += 1_000) call.write({ audioContent: sound.subarray(at, at + 1_000) })
  }
  call.on("data", (request: any) => {
    if (recorded?.isOver) return
    wait()
    if (recorded !== undefined) say(request)
    else {
      const { streamingAudioConfig, voice } = request.streamingConfig ?? {}
      const problem =
        request.streamingRequest === "streamingConfig"
          ? (wrongVoice(voice) ?? wrongStreamed(voice) ?? wrongSound(streamingAudioConfig))
          : "the first message has no configuration"
      if (problem !== undefined) return fail(shared.refuse(problem))
      const configuration = request.streamingConfig
      recorded = { kind: "streaming", configuration, texts, isHalfClosed: false, isCancelled: false, isOver: false }
      shared.voices.push(recorded)
    }
    shared.watched.wake()
  })
  call.on("end", () => {
    clearTimeout(idle)
    if (recorded) recorded.isHalfClosed = true
    if (recorded && !recorded.isOver && !isHanging) {
      recorded.isOver = true
      call.end()
    }
    shared.watched.wake()
  })
  call.on("cancelled", () => {
    clearTimeout(idle)
    if (recorded) Object.assign(recorded, { isCancelled: true, isOver: true })
    shared.watched.wake()
  })
  call.on("error", () => {})
}

const wrongVoice = (voice: any): string | undefined => {
  if (!voice?.languageCode) return "a voice without a language"
  const isOfLocale = !voice.name?.includes("-") || voice.name.startsWith(`${voice.languageCode}-`)
  return isOfLocale ? undefined : `${voice.name} does not speak ${voice.languageCode}`
}

const wrongStreamed = ({ modelName, name }: any): string | undefined =>
  modelName?.startsWith("gemini-") || /-Chirp3-HD-/.test(name) ? undefined : `${name} cannot be streamed`

const wrongText = (input: any): string | undefined =>
  !input?.text || Buffer.byteLength(input.text) > 5_000 ? "no text, or too much of it" : undefined

const wrongSound = (config: any): string | undefined =>
  config?.audioEncoding === "MULAW" && config.sampleRateHertz === 8_000 ? undefined : "not μ-law at 8 kHz"

/**
 * Wraps samples like the service: a long format chunk, a fact chunk, and a list chunk of odd length
 * before the samples.
 */
const wavOf = (samples: Uint8Array): Buffer => {
  const chunk = (name: string, body: Uint8Array) => {
    const head = Buffer.alloc(8)
    head.write(name)
    head.writeUInt32LE(body.length, 4)
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
  }
  const format = Buffer.alloc(18)
  format.writeUInt16LE(7, 0)
  format.writeUInt16LE(1, 2)
  format.writeUInt32LE(8_000, 4)
  const body = Buffer.concat([
    Buffer.from("WAVE"),
    chunk("fmt ", format),
    chunk("fact", Buffer.alloc(4)),
    chunk("LIST", Buffer.from("odd")),
    chunk("data", samples)
  ])
  return chunk("RIFF", body)
}

const usualVoices = ["en-IN", "hi-IN", "en-US"].flatMap((language) =>
  [`${language}-Neural2-A`, `${language}-Neural2-B`, `${language}-Chirp3-HD-Kore`, `${language}-Chirp3-HD-Charon`].map(
    (name) => ({ name, languageCodes: [language] })
  )
)
