import { type EarScript, endMillisOf, senderOf, wordsOf } from "./ear-script.ts"
import { makeLettersHeard } from "./letters-heard.ts"
import { type VendorConnection, vendorServer } from "./vendor-server.ts"

/**
 * A server in the place of AssemblyAI's streaming, by its reference: turns whose words grow, and end by their meaning
 * or a long silence. A session that gets sound faster than it was spoken, or in pieces that are too short or too long,
 * is closed. A wrong key is reported after the connection is open.
 */
export const assemblyFake = (script: EarScript = {}, key = "as-test") => {
  const problems: Array<string> = []
  return vendorServer({
    problems,
    ...(script.refuse !== undefined && { refuse: script.refuse }),
    check: () => undefined,
    begin: (connection, index) => session(connection, script, index, problems, key)
  })
}

/** Reports an error as the vendor does: in a message, and in the code of the close. */
export const assemblyError = (connection: VendorConnection, code: number, error = "An error") => {
  connection.send({ type: "Error", error_code: code, error })
  connection.close(code, error)
}

const problemOf = ({ pathname, searchParams }: URL): string | undefined => {
  if (pathname !== "/v3/ws") return `no such path: ${pathname}`
  const model = searchParams.get("speech_model") ?? ""
  if (!models.includes(model)) return `no such model: ${model}`
  if (searchParams.get("encoding") !== "pcm_mulaw" || searchParams.get("sample_rate") !== "8000")
    return "not μ-law at 8 kHz"
  return undefined
}

const models = ["universal-streaming-english", "universal-streaming-multilingual"]

const session = (
  connection: VendorConnection,
  script: EarScript,
  index: number,
  problems: Array<string>,
  key: string
) => {
  const send = senderOf(connection, script, index)
  const beganAt = performance.now()
  let turn = 0
  let reportedAt = 0
  let reported = ""
  let from = 0
  let millis = 0

  const refuse = (code: number, problem: string) => {
    problems.push(problem)
    assemblyError(connection, code, problem)
  }

  const problem = problemOf(connection.url)
  if (connection.headers.authorization !== key) refuse(1008, "Unauthorized Connection: invalid key")
  else if (problem !== undefined) refuse(3006, problem)
  else send({ type: "Begin", id: `session-${index}`, expires_at: 1_800_000_000 })

  const letters = makeLettersHeard(({ millis: at, quietMillis, text, untilMillis }) => {
    const tokens = wordsOf(text.trim())
    const hasEnded = tokens.length > 0 && quietMillis >= endMillisOf(text)
    const isNew = text.trim() !== reported && at - reportedAt >= 300
    if (!hasEnded && !isNew) return
    reportedAt = at
    reported = text.trim()
    const timeOf = (order: number) => Math.round(from + ((untilMillis - from) * order) / tokens.length)
    const words = tokens.map((word, order) => ({
      text: word.trim(),
      start: timeOf(order),
      end: timeOf(order + 1),
      confidence: 0.9,
      word_is_final: hasEnded || order < tokens.length - 1
    }))
    send({
      type: "Turn",
      turn_order: turn,
      turn_is_formatted: false,
      end_of_turn: hasEnded,
      end_of_turn_confidence: hasEnded ? 0.8 : 0.1,
      transcript: words.flatMap(({ text, word_is_final }) => (word_is_final ? [text] : [])).join(" "),
      words,
      ...(connection.url.searchParams.has("language_detection") && { language_code: "en" })
    })
    if (!hasEnded) return
    turn++
    from = at
    reported = ""
    letters.reset()
  })

  return {
    onBinary: (audio: Uint8Array) => {
      const duration = audio.length / 8
      if (duration < 50 || duration > 1_000) return refuse(3007, `Input Duration Violation: ${duration} ms`)
      millis += duration
      const spoken = performance.now() - beganAt
      if (millis > spoken + slackMillis)
        return refuse(3007, `Audio Transmission Rate Exceeded: Received ${millis} ms audio in ${spoken} ms`)
      letters.hear(audio)
      script.heard?.(connection, index, millis)
    },
    onText: ({ type }: { readonly type: string }) => {
      if (type !== "Terminate") return refuse(3006, `no such message: ${type}`)
      connection.noteFarewell()
      send({ type: "Termination", audio_duration_seconds: millis / 1_000, session_duration_seconds: 1 })
      connection.close(1000)
    }
  }
}

/** Audio that may come early, ms: clocks are not exact. */
const slackMillis = 100
