import { Effect } from "effect"
import { speak } from "../../../../src/audio/modem.ts"
import { type VendorConnection, vendorServer } from "./vendor-server.ts"
import { makeVoiceLog, soundsUntil, speakBy, type VoiceError, type VoiceScript } from "./voice-script.ts"

/** A server in the place of Cartesia's synthesis, with a context for each text. */
export const cartesiaFake = (script: VoiceScript = {}, key = "ca-test") => {
  const log = makeVoiceLog()
  return Effect.map(
    vendorServer({
      ...(script.refuse !== undefined && { refuse: script.refuse }),
      check: (url, headers) => {
        if (headers["x-api-key"] !== key) return { status: 401, problem: "a wrong key" }
        if (url.pathname !== "/tts/websocket") return { status: 404, problem: `no such path: ${url.pathname}` }
        const hasVersion = /^\d{4}-\d\d-\d\d$/.test(url.searchParams.get("cartesia_version") ?? "")
        return hasVersion ? undefined : { status: 400, problem: "no version" }
      },
      begin: (connection) => session(connection, script, log),
      answer: ({ pathname, searchParams }, headers) => {
        if (headers["x-api-key"] !== key) return { status: 401 }
        if (pathname !== "/voices" || !headers["cartesia-version"]) return { status: 404 }
        const after = listed.findIndex(({ id }) => id === searchParams.get("starting_after"))
        const limit = Math.min(Number(searchParams.get("limit") ?? 10), mostListed)
        const data = listed.slice(after + 1, after + 1 + limit)
        return { status: 200, body: { data, has_more: after + 1 + limit < listed.length } }
      }
    }),
    (server) => ({ ...server, log, texts: log.texts as ReadonlyArray<string> })
  )
}

/** The voices of the account; a page has two of them. */
const listed = [
  { id: "asha", name: "Asha", language: "hi", gender: "feminine" },
  { id: "omar", name: "Omar", language: "ar", gender: "masculine" },
  { id: "mira", name: "Mira", language: "hi", gender: "gender_neutral" }
]
const mostListed = 2

const session = (connection: VendorConnection, script: VoiceScript, log: ReturnType<typeof makeVoiceLog>) => {
  /** The text of each context that is not spoken to its end. */
  const contexts = new Map<string, string>()

  const cancel = (id: string) => {
    const text = contexts.get(id)
    if (text === undefined || !contexts.delete(id)) return
    log.stopped.push(text)
    // A piece that was made before comes still.
    connection.send(chunkOf(id, speak("late")))
    connection.send({ type: "done", done: true, status_code: 206, context_id: id })
  }

  return {
    onText: (message: any) => {
      const id: string = message.context_id
      if (message.cancel) return cancel(id)
      const problem = problemOf(message)
      if (problem !== undefined) {
        return connection.send({ type: "error", status_code: 400, error_code: problem, context_id: id })
      }
      const text: string = message.transcript
      contexts.set(id, text)
      let reported = 0
      const isWhole = speakBy(script, log, connection, text, {
        piece: (audio, at, sound) => {
          connection.send(chunkOf(id, audio))
          const words = wordsBefore(text, sound, at + audio.length)
          if (words.length > reported) connection.send(timesOf(id, words.slice(reported)))
          reported = words.length
        },
        done: () => connection.send({ type: "done", done: true, status_code: 206, context_id: id }),
        error: (error) => connection.send({ type: "error", done: true, ...errors[error], context_id: id })
      })
      if (isWhole) contexts.delete(id)
    }
  }
}

const problemOf = ({ context_id, language, model_id, output_format, transcript, voice }: any): string | undefined => {
  if (!context_id || typeof transcript !== "string" || transcript.trim() === "") return "invalid_transcript"
  if (!model_id) return "model_not_found"
  if (voice?.mode !== "id" || !/^[0-9a-f-]{36}$/.test(voice.id)) return "voice_not_found"
  if (!/^[a-z]{2}$/.test(language)) return "invalid_language"
  const { container, encoding, sample_rate } = output_format ?? {}
  return container === "raw" && encoding === "pcm_mulaw" && sample_rate === 8_000 ? undefined : "invalid_output_format"
}

const chunkOf = (id: string, audio: Uint8Array) => ({
  type: "chunk",
  data: Buffer.from(audio).toString("base64"),
  done: false,
  status_code: 206,
  context_id: id
})

interface Word {
  readonly text: string
  readonly from: number
  readonly to: number
}

/** Returns the words whose sound ends by a byte, without the marks after them. */
const wordsBefore = (text: string, sound: Uint8Array, byte: number): ReadonlyArray<Word> =>
  Array.from(text.matchAll(/\S+/g), ({ 0: word, index }) => ({
    text: word.replace(/[.,!?।]+$/u, ""),
    from: soundsUntil(text, sound, index),
    to: soundsUntil(text, sound, index + word.length)
  })).filter(({ to }) => to <= byte)

const timesOf = (id: string, words: ReadonlyArray<Word>) => ({
  type: "timestamps",
  done: false,
  status_code: 206,
  context_id: id,
  word_timestamps: {
    words: words.map(({ text }) => text),
    start: words.map(({ from }) => from / 8_000),
    end: words.map(({ to }) => to / 8_000)
  }
})

const errors: Readonly<Record<VoiceError, { readonly status_code: number; readonly error_code: string }>> = {
  busy: { status_code: 429, error_code: "concurrency_limited" },
  "no credit": { status_code: 402, error_code: "quota_exceeded" },
  "unknown voice": { status_code: 404, error_code: "voice_not_found" },
  broken: { status_code: 500, error_code: "internal_error" }
}
