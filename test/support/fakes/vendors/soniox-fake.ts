import { type EarScript, endMillisOf, senderOf, wordsOf } from "./ear-script.ts"
import { makeLettersHeard } from "./letters-heard.ts"
import { type VendorConnection, vendorServer } from "./vendor-server.ts"

/**
 * A server in the place of Soniox, by its reference: tokens that are parts of words, of which the first become final
 * while the last ones are repeated and change, and an end token when the utterance has ended.
 */
export const sonioxFake = (script: EarScript = {}, key = "so-test") => {
  const problems: Array<string> = []
  const server = vendorServer({
    problems,
    ...(script.refuse !== undefined && { refuse: script.refuse }),
    check: ({ pathname }) =>
      pathname === "/transcribe-websocket" ? undefined : { status: 404, problem: `no such path: ${pathname}` },
    begin: (connection, index) => session(connection, script, index, problems, key)
  })
  return server
}

/** Reports an error as the vendor does: in a message, just before it closes. */
export const sonioxError = (connection: VendorConnection, code: number, message = "An error.") => {
  connection.send({ tokens: [], error_code: code, error_message: message })
  connection.close(1000)
}

const session = (
  connection: VendorConnection,
  script: EarScript,
  index: number,
  problems: Array<string>,
  key: string
) => {
  const send = senderOf(connection, script, index)
  let isConfigured = false
  let identifies = false
  let language = "en"
  /** The tokens of the utterance that are final. */
  let known = 0
  let reportedAt = 0
  let from = 0

  const refuse = (code: number, problem: string) => {
    problems.push(problem)
    sonioxError(connection, code, problem)
  }

  const letters = makeLettersHeard(({ millis, quietMillis, text, untilMillis }) => {
    const tokens = tokensOf(text)
    const hasEnded = text.trim() !== "" && quietMillis >= endMillisOf(text)
    if (!hasEnded && (millis - reportedAt < 300 || tokens.length === known)) return
    reportedAt = millis
    // All but the last two tokens do not change any more.
    const sure = hasEnded ? tokens.length : Math.max(known, tokens.length - 2)
    const end_ms = (at: number) => Math.round(from + ((untilMillis - from) * (at + 1)) / tokens.length)
    send({
      tokens: [
        ...tokens.slice(known).map((token, after) => ({
          text: token,
          is_final: known + after < sure,
          confidence: 0.9,
          end_ms: end_ms(known + after),
          ...(identifies && { language })
        })),
        ...(hasEnded ? [{ text: "<end>", is_final: true }] : [])
      ],
      final_audio_proc_ms: hasEnded ? millis : untilMillis,
      total_audio_proc_ms: millis
    })
    known = sure
    if (!hasEnded) return
    known = 0
    from = millis
    letters.reset()
  })

  const configure = (config: any) => {
    if (connection.headers.authorization !== `Bearer ${key}`) return refuse(401, "Invalid API key.")
    if (config?.model !== "stt-rt-v5") return refuse(400, "Invalid model specified.")
    const { audio_format, language_hints: hints, max_endpoint_delay_ms: delay, num_channels, sample_rate } = config
    if (audio_format !== "mulaw" || sample_rate !== 8_000 || num_channels !== 1)
      return refuse(400, "Audio data channels must be specified for PCM formats")
    if (hints.some((hint: string) => !/^[a-z]{2}$/.test(hint))) return refuse(400, "Invalid language hint.")
    if (new Set(hints).size !== hints.length) return refuse(400, "Language hints must be unique.")
    if (delay !== undefined && (delay < 500 || delay > 3_000)) return refuse(400, "max_endpoint_delay_ms")
    language = hints[0] ?? "en"
    identifies = config.enable_language_identification === true
    isConfigured = true
  }

  const end = () => {
    connection.noteFarewell()
    send({ tokens: [], final_audio_proc_ms: 0, total_audio_proc_ms: 0, finished: true })
    connection.close(1000)
  }

  let millis = 0
  return {
    onBinary: (audio: Uint8Array) => {
      if (!isConfigured) return refuse(400, "Start request must be a text message.")
      if (audio.length === 0) return end()
      millis += audio.length / 8
      letters.hear(audio)
      script.heard?.(connection, index, millis, language)
    },
    onText: (message: any) => {
      if (message === undefined) return end()
      if (!isConfigured) return configure(message)
      if (message.type !== "keepalive" && message.type !== "finalize") refuse(400, "Control request invalid type.")
    }
  }
}

/** Splits the words again, as a recognizer does. */
const tokensOf = (text: string): ReadonlyArray<string> =>
  wordsOf(text.trimStart()).flatMap((word) => {
    const letters = [...word]
    const half = Math.ceil(letters.length / 2)
    return letters.length < 5 ? [word] : [letters.slice(0, half).join(""), letters.slice(half).join("")]
  })
