import { Effect } from "effect"
import { type VendorConnection, vendorServer } from "./vendor-server.ts"
import { makeVoiceLog, speakBy, type VoiceError, type VoiceScript } from "./voice-script.ts"

/** A server in the place of Sarvam's Bulbul. */
export const sarvamVoiceFake = (script: VoiceScript = {}, key = "sa-test") => {
  const log = makeVoiceLog()
  return Effect.map(
    vendorServer({
      ...(script.refuse !== undefined && { refuse: script.refuse }),
      check: (url, headers) => {
        if (headers["api-subscription-key"] !== key) return { status: 403, problem: "a wrong key" }
        if (url.pathname !== bulbulPath) return { status: 404, problem: `no such path: ${url.pathname}` }
        const problem = bulbulProblemOf(url)
        return problem === undefined ? undefined : { status: 400, problem }
      },
      begin: (connection) => bulbulSession(connection, script, log)
    }),
    (server) => ({ ...server, log, texts: log.texts as ReadonlyArray<string> })
  )
}

export const bulbulPath = "/text-to-speech/ws"

/** Returns why a request to Bulbul is wrong. */
export const bulbulProblemOf = ({ searchParams }: URL): string | undefined => {
  const { model = "", send_completion_event } = Object.fromEntries(searchParams)
  if (!/^bulbul:v\d/.test(model)) return `no such model: ${model}`
  return send_completion_event === "true" ? undefined : "no completion event"
}

/** A connection to Bulbul. */
export const bulbulSession = (
  connection: VendorConnection,
  script: VoiceScript,
  log: ReturnType<typeof makeVoiceLog>
) => {
  let isConfigured = false
  let language = ""
  let waiting = ""

  const configure = (config: any) => {
    const isMuLaw = config.output_audio_codec === "mulaw" && config.speech_sample_rate === "8000"
    isConfigured = isMuLaw && languages.has(config.target_language_code) && /^[a-z]+$/.test(config.speaker)
    language = config.target_language_code
    if (!isConfigured) fail(422)
  }

  const fail = (code: number) => connection.send({ type: "error", data: { message: "Refused", code } })

  const flush = () => {
    const text = waiting.trim()
    waiting = ""
    if (text === "") return
    log.languages.push(language)
    speakBy(script, log, connection, text, {
      piece: (audio) => {
        const data = { request_id: "r", content_type: "audio/mulaw", audio: Buffer.from(audio).toString("base64") }
        connection.send({ type: "audio", data })
      },
      done: () => connection.send({ type: "event", data: { event_type: "final" } }),
      error: (error) => fail(errors[error])
    })
  }

  return {
    onText: (message: any) => {
      if (message.type === "config") return configure(message.data)
      if (!isConfigured) return fail(400)
      if (message.type === "text") waiting += message.data.text
      if (message.type === "flush") flush()
    }
  }
}

const languages: ReadonlySet<string> = new Set(
  ["bn", "en", "gu", "hi", "kn", "ml", "mr", "od", "pa", "ta", "te"].map((language) => `${language}-IN`)
)

const errors: Readonly<Record<VoiceError, number>> = { busy: 429, "no credit": 402, "unknown voice": 400, broken: 500 }
