import { Effect } from "effect"
import { type VendorConnection, vendorServer } from "./vendor-server.ts"
import { makeVoiceLog, soundsUntil, speakBy, type VoiceError, type VoiceScript } from "./voice-script.ts"

/**
 * A server in the place of ElevenLabs' synthesis with several contexts on a socket. A context that is closed before its
 * synthesis has begun ends without a sound: the vendor does so under load.
 */
export const elevenLabsFake = (script: VoiceScript = {}, key = "el-test") => {
  const log = makeVoiceLog()
  return Effect.map(
    vendorServer({
      ...(script.refuse !== undefined && { refuse: script.refuse }),
      check: (url, headers) => {
        if (headers["xi-api-key"] !== key) return { status: 401, problem: "a wrong key" }
        if (!/^\/v1\/text-to-speech\/[^/]+\/multi-stream-input$/.test(url.pathname)) {
          return { status: 404, problem: `no such path: ${url.pathname}` }
        }
        const problem = problemOf(url.searchParams)
        return problem === undefined ? undefined : { status: 400, problem }
      },
      begin: (connection, _, later) => session(connection, script, log, later),
      answer: ({ pathname }, headers) =>
        headers["xi-api-key"] !== key
          ? { status: 401 }
          : pathname === "/v1/voices"
            ? { status: 200, body: { voices: listed } }
            : { status: 404 }
    }),
    (server) => ({ ...server, log, texts: log.texts as ReadonlyArray<string> })
  )
}

const listed = [
  { voice_id: "21m00Tcm4TlvDq8ikWAM", name: "Rachel", labels: { gender: "female", accent: "american" } },
  {
    voice_id: "asha-voice",
    name: "Asha",
    labels: { gender: "female" },
    verified_languages: [{ language: "hi", model_id: "eleven_flash_v2_5" }]
  }
]

const problemOf = (query: URLSearchParams): string | undefined => {
  if (query.get("output_format") !== "ulaw_8000") return "not μ-law at 8 kHz"
  if (!query.get("model_id")) return "no model"
  const idle = Number(query.get("inactivity_timeout") ?? 20)
  return idle > 180 ? "inactivity_timeout is out of range" : undefined
}

interface SpeechContext {
  waiting: string
  /** The text that is spoken, until its end. */
  underway: string | undefined
  isClosed: boolean
}

const session = (
  connection: VendorConnection,
  script: VoiceScript,
  log: ReturnType<typeof makeVoiceLog>,
  later: (act: () => void) => void
) => {
  const contexts = new Map<string, SpeechContext>()

  const close = (id: string) => {
    contexts.delete(id)
    connection.send({ audio: null, isFinal: true, contextId: id })
  }

  const generate = (id: string, context: SpeechContext) => {
    const text = context.waiting
    context.waiting = ""
    if (text.trim() === "") return
    const bare = text.trim()
    const isWhole = speakBy(script, log, connection, bare, {
      piece: (audio, at, sound) => connection.send(messageOf(id, text, audio, at, sound)),
      done: () => undefined,
      error: (error) => {
        contexts.delete(id)
        connection.send({ ...errors[error], contextId: id })
      }
    })
    if (!isWhole) context.underway = bare
  }

  return {
    onText: (message: any) => {
      if (message.close_socket) {
        log.farewells++
        return connection.close(1000)
      }
      const id: string = message.context_id ?? "default"
      const known = contexts.get(id)
      if (known === undefined && message.close_context) return
      if (known === undefined && message.text !== " ") {
        return connection.send({ error: "invalid_context", message: "begin with a blank", contextId: id })
      }
      if (known === undefined && contexts.size >= mostContexts) {
        return connection.close(1008, "max_active_conversations")
      }
      const context = known ?? { waiting: "", underway: undefined, isClosed: false }
      contexts.set(id, context)
      context.waiting += message.text ?? ""
      if (message.flush) later(() => contexts.has(id) && generate(id, context))
      if (!message.close_context) return
      if (context.underway === undefined) return close(id)
      // A context that is closed twice while it speaks is dropped; after the first time its text comes to its end.
      if (context.isClosed) {
        log.stopped.push(context.underway)
        close(id)
      }
      context.isClosed = true
    }
  }
}

/** A piece of audio with the letters that end in it. Their times begin with the piece. */
const messageOf = (contextId: string, text: string, audio: Uint8Array, at: number, sound: Uint8Array) => {
  const bare = text.trim()
  // The blank with which a context begins is aligned, too.
  const blanks = at === 0 ? text.length - text.trimStart().length : 0
  const chars: Array<string> = Array.from({ length: blanks }, () => " ")
  const charStartTimesMs: Array<number> = Array.from({ length: blanks }, () => 0)
  const charDurationsMs: Array<number> = Array.from({ length: blanks }, () => 0)
  for (let letter = 0; letter < bare.length; letter++) {
    const until = soundsUntil(bare, sound, letter + 1)
    if (until <= at || until > at + audio.length) continue
    const from = Math.max(at, soundsUntil(bare, sound, letter))
    chars.push(bare[letter] ?? "")
    charStartTimesMs.push((from - at) / 8)
    charDurationsMs.push((until - from) / 8)
  }
  const alignment = { chars, charStartTimesMs, charDurationsMs }
  return { audio: Buffer.from(audio).toString("base64"), isFinal: null, contextId, alignment }
}

const errors: Readonly<
  Record<VoiceError, { readonly error: string; readonly message: string; readonly code: number }>
> = {
  busy: { error: "too_many_concurrent_requests", message: "Too many requests at a time", code: 1008 },
  "no credit": { error: "quota_exceeded", message: "This request exceeds your quota", code: 1008 },
  "unknown voice": { error: "voice_not_found", message: "A voice with this id was not found", code: 1008 },
  broken: { error: "internal_error", message: "Something went wrong", code: 1011 }
}

const mostContexts = 5
